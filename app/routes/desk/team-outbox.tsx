import { Link } from 'react-router';
import { hostContext } from '../../host.ts';
import { readOutbox } from '../../platform/change/read-outbox.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-outbox.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from './member-page.tsx';
import { readOutboxQuery, runOutboxAction } from './outbox-actions.server.ts';
import { OutboxFilter, OutboxPages } from './outbox-filter.tsx';
import { OutboxRow } from './outbox-row.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Outbox' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-outbox');
  const query = readOutboxQuery(request);
  const { db, clock } = context.get(hostContext);
  return { member, query, ...(await readOutbox(db, clock, query)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-outbox');
  return answerForm(request, (form) => runOutboxAction(context, member, form));
}

export default function TeamOutbox({ loaderData, actionData }: Route.ComponentProps) {
  const { member, query, entries, hasMore, counts } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Outbox"
      lead="What is to leave the house, and what could not."
    >
      {actionData && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      <OutboxFilter query={query} counts={counts} />
      {entries.length === 0 ? (
        <p className="mt-8 text-ink-2">
          {query.state === 'open' ? 'Nothing waits.' : 'Nothing has failed.'}
        </p>
      ) : (
        <ul className="list-card mt-6">
          {entries.map((entry) => (
            <OutboxRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <OutboxPages query={query} hasMore={hasMore} />
      <p className="mt-6 text-[14px] text-ink-2">
        What was given up is kept for 30 days; the{' '}
        <Link to="/team/audit" className="link">
          audit log
        </Link>{' '}
        has who sent what again.
      </p>
    </MemberPage>
  );
}
