import { hostContext } from '../../host.ts';
import { readAudit } from '../../team/audit/audit.server.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-audit.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AuditList } from '../../team/screens/audit-list.tsx';

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
  const { member, ...log } = loaderData;
  return (
    <MemberPage member={member} title="Audit log" lead="Who did what to whom, newest first.">
      <AuditList {...log} />
    </MemberPage>
  );
}
