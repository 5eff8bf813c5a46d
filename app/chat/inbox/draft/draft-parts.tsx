import { t } from '../../../i18n/translate.ts';
import type { DraftView, DraftKind } from '../../../assistant/protocol/draft.ts';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { draftDesk, type Drafting } from './drafting.ts';

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
      <p className="font-semibold">{t('Look at this first:')}</p>
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
      <span id="draft-sources">{t('It rests on')}</span>
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

interface DraftedBox {
  /** True if the draft may fill the field automatically. */
  readonly takes: (suggestedReply: DraftView) => boolean;
  /** True if the field shows the kind of text that the draft is for. */
  readonly isOpen: boolean;
  readonly isFilled: boolean;
  readonly onCome: (suggestedReply: DraftView) => void;
  /** A field that held a draft is empty: the draft was sent, saved or deleted. */
  readonly onEmptied: () => void;
}

/** Returns the requested draft and puts it into its field once when the field accepts it. */
export function useDraft(
  conversationId: string,
  kind: DraftKind,
  { takes, isOpen, isFilled, onCome, onEmptied }: DraftedBox,
): Drafting | undefined {
  const read = () => draftDesk.of(conversationId, kind);
  const drafting = useSyncExternalStore(draftDesk.subscribe, read, read);
  const come = useEffectEvent(onCome);
  const empty = useEffectEvent(onEmptied);

  const coming = drafting?.step === 'ready' && takes(drafting.draft) ? drafting.draft : undefined;
  useEffect(() => {
    if (coming) come(coming);
  }, [coming]);

  const isPlaced = drafting?.step === 'placed' && isOpen;
  const holdsDraft = isPlaced && isFilled;
  const heldDraft = useRef(false);
  useEffect(() => {
    const isEmptied = isPlaced && !holdsDraft && heldDraft.current;
    heldDraft.current = holdsDraft;
    if (isEmptied) empty();
  }, [isPlaced, holdsDraft]);
  return drafting;
}
