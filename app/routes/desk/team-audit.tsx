import { Link } from 'react-router';
import { hostContext } from '../../host.ts';
import { AUDIT_ACTIONS } from '../../platform/change/audit-actions.ts';
import { readAudit } from '../../team/audit/audit.server.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-audit.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from './member-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Audit log' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'read-audit-log');
  const asked = new URL(request.url).searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const { entries, hasOlder } = await readAudit(context.get(hostContext).db, page);
  return { member, page, hasOlder, entries };
}

export default function TeamAudit({ loaderData }: Route.ComponentProps) {
  const { member, page, hasOlder, entries } = loaderData;
  return (
    <MemberPage member={member} title="Audit log" lead="Who did what to whom, newest first.">
      {entries.length === 0 ? (
        <p className="mt-10 text-ink-2">Nothing has been written down yet.</p>
      ) : (
        <ul className="list-card mt-9">
          {entries.map((entry) => (
            <li
              key={entry.id}
              data-testid="audit-entry"
              className="grid gap-x-6 gap-y-1 px-5 py-3.5 text-[15px] md:grid-cols-[1fr_auto]"
            >
              <div className="min-w-0">
                <p className="[overflow-wrap:anywhere]">
                  <span className="font-[650]">{nameOf(entry.action)}</span>
                  {entry.subject && <> · {entry.subject}</>}
                </p>
                <p className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                  {entry.actorEmail ? `by ${entry.actorEmail}` : 'not signed in'}
                  {entry.detail && <> · {entry.detail}</>}
                </p>
              </div>
              <div className="text-[13.5px] text-ink-3 md:text-right">
                <DateTime at={entry.at} withTime />
                <p className="font-mono text-[12.5px]">
                  <span className="sr-only">Request </span>
                  {entry.requestId}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <nav aria-label="Pages" className="mt-8 flex gap-3">
        {page > 1 && (
          <Link to={`?page=${page - 1}`} className="button button-line button-small">
            Newer
          </Link>
        )}
        {hasOlder && (
          <Link to={`?page=${page + 1}`} className="button button-line button-small">
            Older
          </Link>
        )}
      </nav>
    </MemberPage>
  );
}

/** An entry of an older version may have a name this one does not know. */
function nameOf(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action)
    ? AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS]
    : action;
}
