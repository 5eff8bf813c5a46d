import { say } from '../../../platform/say.ts';
import { Link } from 'react-router';
import { Chip } from '../../../ui/chip.tsx';
import type { ContentList as Listed } from '../../desk/read-content-list.ts';
import { MoveButtons } from './move-buttons.tsx';

const ROW = 'flex min-h-14 items-center gap-3 border-line px-4 py-1 not-first:border-t';

/** Every piece of content, each a way to its form, and the topics in their order. */
export function ContentList({ pieces, topics }: Listed) {
  return (
    <>
      <ul className="list-card mt-8">
        {pieces.map(({ id, title, about, isDraft }) => (
          <li key={id} className={ROW} data-testid="piece">
            <div className="min-w-0 flex-1">
              <PieceLink id={id} title={title} />
              {isDraft && <Drafted />}
              <span className="block text-[14px] leading-5 text-ink-2">{about}</span>
            </div>
          </li>
        ))}
      </ul>
      <section className="mt-10" aria-labelledby="topics-title">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="topics-title" className="text-[24px]">
            {say('Topics')}
          </h2>
          <Link to="/team/content/new-topic" className="button button-primary button-small">
            {say('New topic')}
          </Link>
        </div>
        <p className="mt-2 max-w-[66ch] text-[15px] text-ink-2">
          {say(
            'What a visitor chooses from, in this order. A conversation keeps the topic it began with.',
          )}
        </p>
        <ol className="list-card mt-4">
          {topics.map(({ id, title, isDraft, isHidden, isFirst, isLast }) => (
            <li key={id} className={ROW} data-testid="topic">
              <div className="min-w-0 flex-1">
                <PieceLink id={id} title={title} />
                {isDraft && <Drafted />}
                {isHidden && (
                  <span className="ml-2.5">
                    <Chip>{say('Not offered')}</Chip>
                  </span>
                )}
              </div>
              <MoveButtons kind="text" id={id} title={title} isFirst={isFirst} isLast={isLast} />
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function PieceLink({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <Link
      to={`/team/content/${id}`}
      className="inline-flex min-h-6 items-center font-[650] [overflow-wrap:anywhere] hover:underline"
    >
      {title}
    </Link>
  );
}

function Drafted() {
  return (
    <span className="ml-2.5">
      <Chip tone="amber">{say('Draft')}</Chip>
    </span>
  );
}
