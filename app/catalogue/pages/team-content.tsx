import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import {
  readContentList,
  type ContentList as Listed,
  type ListedTopic,
} from '../protocol/read-content-list.ts';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-content.ts';
import { useState, useEffect, useId, useRef } from 'react';
import { Link, useActionData } from 'react-router';
import { Chip } from '../../ui/chip.tsx';
import { holdsLetters, MANY } from '../../ui/find-by-letters.ts';
import { FindField } from '../../ui/find-field.tsx';
import { MoveButtons } from '../ui/move-rows.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FieldMessage } from '../../ui/form/field.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';

export const handle = { messages: await loadMessages('catalogue-team') };

interface PlaceFormProps {
  readonly id: string;
  readonly title: string;
  readonly place: number;
}

const ROW = 'flex min-h-14 items-center gap-3 border-line px-4 py-1 not-first:border-t';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/content', async ({ appContext }) => {
  const working = await readWorking(appContext);
  const { main } = appContext.settings.languages;
  return { list: readContentList(working, main), pendingCount: readPending(working).length };
});

export default function TeamContent({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Content')}
      lead={t('The words of your shop. What you change here is a draft until you publish it.')}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <ContentList {...loaderData.list} />
    </MemberPage>
  );
}

function ContentList({ pieces, topics }: Listed) {
  return (
    <>
      <ul className="list-card mt-8">
        {pieces.map(({ id, title, about, isDraft }) => (
          <li key={id} className={ROW} data-testid="piece">
            <div className="min-w-0 flex-1">
              <ContentBlockLink id={id} title={title} />
              {isDraft && <Drafted />}
              <span className="block text-[14px] leading-5 text-ink-2">{about}</span>
            </div>
          </li>
        ))}
      </ul>
      <section className="mt-10" aria-labelledby="topics-title">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="topics-title" className="text-[24px]">
            {t('Topics')}
          </h2>
          <Link to="/team/content/new-topic" className="button button-primary button-small">
            {t('New topic')}
          </Link>
        </div>
        <p className="mt-2 max-w-[66ch] text-[15px] text-ink-2">
          {t(
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
          <FindField title={t('Topics')} value={sought} onChange={setSought} />
          <p role="status" className="needs-script min-h-[1.5em] text-[13.5px] text-ink-2">
            {sought.trim() !== '' &&
              t('{count, plural, one {# topic} other {# topics}} found', { count: shown.size })}
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
                <ContentBlockLink id={wordsId} title={title} />
                {isDraft && <Drafted />}
                {isHidden && (
                  <span className="ml-2.5">
                    <Chip>{t('Not offered')}</Chip>
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

function ContentBlockLink({ id, title }: { readonly id: string; readonly title: string }) {
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
      <Chip tone="amber">{t('Draft')}</Chip>
    </span>
  );
}

function PlaceForm({ id, title, place }: PlaceFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const answer = useActionData<FormAnswer>();
  const errorId = useId();
  const error = answer?.typed.id === id ? fieldErrors(answer)('at') : undefined;
  useEffect(() => {
    if (field.current) field.current.value = String(place);
  }, [place]);
  // A number beyond the end becomes the last position, which may be the present one. `place` does not change then,
  // so the first effect does not reset the field.
  useEffect(() => {
    if (!isSent.current) return;
    isSent.current = false;
    if (!field.current || !answer?.isDone) return;
    field.current.value = String(place);
    field.current.select();
  }, [answer, place]);
  return (
    <ActionForm preventScrollReset onSubmit={() => (isSent.current = true)}>
      <HiddenFields fields={{ intent: 'move', kind: 'text', id }} />
      <input
        dir="auto"
        ref={field}
        name="at"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        aria-label={t('Place of {title}, Enter moves it', { title })}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        defaultValue={place}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => (event.target.value = String(place))}
        className="field h-11 min-h-11 w-[64px] px-2 text-center tabular-nums"
      />
      {error !== undefined && (
        <div className="w-[150px]">
          <FieldMessage id={errorId} error={error} />
        </div>
      )}
    </ActionForm>
  );
}
