import { say } from '../../platform/say.ts';
import { readAudit } from '../server/audit/audit.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-audit.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AuditList } from '../ui/audit-list.tsx';

export const loader = pageAt('/team/audit', async ({ host, request }) => {
  const asked = new URL(request.url).searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const { entries, hasOlder } = await readAudit(host.db, page);
  return { page, hasOlder, entries };
});

export default function TeamAudit({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage title={say('Audit log')} lead={say('Who did what to whom, newest first.')}>
      <AuditList {...loaderData} />
    </MemberPage>
  );
}
