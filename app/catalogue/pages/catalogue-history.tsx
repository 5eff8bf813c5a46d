import { listActiveMembers } from '../../accounts/server/members/list-active-members.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { readHistory, type PublicationView } from '../server/publish/read-history.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { readPageNumber } from '../../reviews/review-query.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-history.ts';
import { formatCount } from '../../platform/format-count.ts';
import { ConfirmForm } from '../../ui/form/form-button.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { FieldChanges } from '../ui/field-changes.tsx';

export const handle = { messages: await loadMessages('catalogue-team', 'platform-team') };

interface HistoryListProps {
  readonly publications: readonly PublicationView[];
  readonly page: number;
  readonly hasMore: boolean;
}

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext, request }) => {
  const page = readPageNumber(new URL(request.url).searchParams);
  const { db, catalogue } = appContext;
  const history = await readHistory(db, page, {
    ...catalogue.content,
    staff: await listActiveMembers(db),
  });
  return { ...history, page, pendingCount: readPending(await readWorking(appContext)).length };
});

export default function CatalogueHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, ...history } = loaderData;
  return (
    <MemberPage title={t('History')} lead={t('Every publication, with who published it and when.')}>
      <CatalogueNav pendingCount={pendingCount} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <HistoryList {...history} />
    </MemberPage>
  );
}

function HistoryList({ publications, page, hasMore }: HistoryListProps) {
  return (
    <>
      <ol className="list-card mt-8">
        {publications.map((publication) => (
          <Publication key={publication.revision} publication={publication} />
        ))}
      </ol>
      <PagesNav page={page} hasMore={hasMore} pathOf={(other) => `?page=${other}`} />
    </>
  );
}

function Publication({ publication }: { readonly publication: PublicationView }) {
  const { revision, at, byName, note, undoneBy, changeCount, changes } = publication;
  return (
    <li className="px-4 py-4" data-testid="publication">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-[19px]">{t('Publication {revision}', { revision })}</h2>
          <p className="text-[14px] text-ink-2">
            {byName === null ? t('Initial catalogue') : byName} · <Moment at={at} />
            {changeCount > 0 && ` · ${formatCount({ noun: 'change', number: changeCount })}`}
          </p>
          {note !== '' && (
            <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
              {note}
            </p>
          )}
          {undoneBy !== null && (
            <p className="mt-1 text-ink-2">
              {t('Undone by publication {revision}', { revision: undoneBy })}
            </p>
          )}
        </div>
        {changeCount > 0 && undoneBy === null && (
          <ConfirmForm
            label={t('Undo this publication')}
            accessibleLabel={t('Undo this publication: {revision}', { revision })}
            question={t('Undo publication {revision}?', { revision })}
            text={t(
              "This restores everything the publication changed, for everyone and at once. If any of it has changed again since, it can't be undone.",
            )}
            fields={{ intent: 'undo', revision: String(revision) }}
            doLabel={t('Undo publication {revision}', { revision })}
          />
        )}
      </div>
      {changes.length > 0 && (
        <details className="mt-2">
          <summary
            aria-label={t('What changed in publication {revision}', { revision })}
            className="opener font-semibold text-primary underline underline-offset-3"
          >
            {t('What changed')}
          </summary>
          <ul className="mt-2 grid gap-3">
            {changes.map((change) => (
              <li key={`${change.kind} ${change.id}`}>
                <p className="font-semibold [overflow-wrap:anywhere]">
                  <bdi>{change.title}</bdi>
                  {change.isNew && <span className="font-normal text-ink-2"> {t('(new)')}</span>}
                </p>
                <FieldChanges fields={change.fields} />
              </li>
            ))}
          </ul>
          {changeCount > changes.length && (
            <p className="mt-3 text-ink-2">
              {t('And {count} more.', { count: changeCount - changes.length })}
            </p>
          )}
        </details>
      )}
    </li>
  );
}
