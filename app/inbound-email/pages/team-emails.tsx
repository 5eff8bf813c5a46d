import { say } from '../../platform/say.ts';
import { readLeftOut } from '../server/left-out/read-left-out.server.ts';
import { LeftOutList } from '../ui/left-out-list.tsx';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-emails.ts';

export const loader = pageAt('/team/emails', ({ host, request }) => {
  const asked = new URL(request.url).searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
  return readLeftOut(host.db, page);
});

export default function TeamEmails({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Left-out emails')}
      lead={say(
        'Emails that became no message: automatic ones, and those whose sender or receiver was not accepted. Look through them for what a person wrote, and answer by email.',
      )}
    >
      <LeftOutList {...loaderData} />
    </MemberPage>
  );
}
