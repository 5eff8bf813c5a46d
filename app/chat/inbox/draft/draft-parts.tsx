import { say } from '../../../platform/say.ts';
import type { DraftView } from '../../../assistant/protocol/draft.ts';

export function DraftButton(props: { readonly onPress: () => void; readonly children: string }) {
  return (
    <button
      type="button"
      className="min-h-9 rounded-chip px-3 text-[14px] font-semibold text-ink ring-1 ring-line hover:bg-sunken"
      onClick={props.onPress}
    >
      {props.children}
    </button>
  );
}

/** Lists statements of the draft that none of its sources support. */
export function DraftWarnings({ warnings }: Pick<DraftView, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <div role="alert" className="mt-2 text-[14px] text-amber">
      <p className="font-semibold">{say('Look at this first:')}</p>
      <ul className="mt-1 list-disc pl-5">
        {warnings.map((warning) => (
          <li dir="auto" key={warning} className="[overflow-wrap:anywhere]">
            {warning}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DraftSources({ sources }: Pick<DraftView, 'sources'>) {
  if (sources.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5 text-[13px] text-ink-2">
      <span id="draft-sources">{say('It rests on')}</span>
      <ul aria-labelledby="draft-sources" className="contents">
        {sources.map(({ number, title, path, kind }) => (
          <li key={number} className="max-w-full">
            <SourceChip title={title} path={kind === 'offer' ? null : path} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const CHIP =
  'inline-block max-w-full truncate rounded-chip bg-soft px-2.5 py-1 align-middle text-[13px] font-semibold text-soft-ink';

/** An offer has no link, because it is in the conversation above. */
function SourceChip({ title, path }: { readonly title: string; readonly path: string | null }) {
  if (path === null)
    return (
      <span dir="auto" className={CHIP}>
        {title}
      </span>
    );
  return (
    <a
      dir="auto"
      className={`${CHIP} hover:underline`}
      href={encodeURI(path)}
      target="_blank"
      rel="noopener"
      title={title}
    >
      {title}
    </a>
  );
}
