import { useState } from 'react';
import { say, sayCounted } from '../../platform/say.ts';
import { Link } from 'react-router';
import { Chip } from '../../ui/chip.tsx';
import { holdsLetters, MANY } from '../../ui/find-by-letters.ts';
import { FindField } from '../../ui/find-field.tsx';
import type { ContentList as Listed, ListedTopic } from '../protocol/read-content-list.ts';
import { MoveButtons } from './move-buttons.tsx';
import { PlaceForm } from './place-form.tsx';

const ROW = 'flex min-h-14 items-center gap-3 border-line px-4 py-1 not-first:border-t';

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
        <Topics topics={topics} />
      </section>
    </>
  );
}

/** A long list has a search field and lets the user type a position. */
function Topics({ topics }: { readonly topics: readonly ListedTopic[] }) {
  const [sought, setSought] = useState('');
  const isLong = topics.length > MANY;
  const shown = new Set(topics.filter(({ title }) => !isLong || holdsLetters(title, sought)));
  return (
    <>
      {isLong && (
        <>
          <FindField title={say('Topics')} value={sought} onChange={setSought} />
          <p role="status" className="needs-script min-h-[1.5em] text-[13.5px] text-ink-2">
            {sought.trim() !== '' &&
              sayCounted(shown.size, '{count} topic found|{count} topics found')}
          </p>
        </>
      )}
      <ol
        className={`list-card ${isLong ? 'mt-2 max-h-[max(22rem,70dvh)] overflow-y-auto' : 'mt-4'}`}
      >
        {topics.map((topic, index) => {
          const { id, wordsId, title, isDraft, isHidden, isFirst, isLast } = topic;
          return (
            <li
              key={id}
              className={`${ROW} ${isLong ? '' : 'flex-wrap md:flex-nowrap'}`}
              data-testid="topic"
              hidden={!shown.has(topic)}
            >
              <div className="min-w-0 flex-1 max-md:basis-40 [overflow-wrap:anywhere]">
                <PieceLink id={wordsId} title={title} />
                {isDraft && <Drafted />}
                {isHidden && (
                  <span className="ml-2.5">
                    <Chip>{say('Not offered')}</Chip>
                  </span>
                )}
              </div>
              {isLong && <PlaceForm id={id} title={title} place={index + 1} />}
              {/* A row of a long list has no room for these buttons on a phone, so the position is typed there. */}
              <div className={isLong ? 'max-md:hidden' : 'contents'}>
                <MoveButtons kind="text" id={id} title={title} isFirst={isFirst} isLast={isLast} />
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function PieceLink({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <Link
      dir="auto"
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
