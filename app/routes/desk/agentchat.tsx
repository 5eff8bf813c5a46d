import { may } from '../../team/members/permissions.ts';
import { viewsOf } from '../../conversation/access.server.ts';
import { pageOf } from '../../chat-client/desk/inbox-views.ts';
import { ENTRIES_PER_PAGE, readInbox } from '../../conversation/read/read-inbox.server.ts';
import { readUnread } from '../../conversation/read/read-unread.server.ts';
import { readAcceptsChats } from '../../team/members/availability.server.ts';
import { Dashboard } from '../../chat-client/desk/dashboard.tsx';
import { hostContext } from '../../host.ts';
import { isUuid, requirePlace } from '../resources/member.server.ts';
import type { Route } from './+types/agentchat.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePlace(context, request, '/agentchat');
  const { db } = context.get(hostContext);
  const [entries, unread, acceptsChats] = await Promise.all([
    readInbox(db, { agentId: member.id }),
    readUnread(db, member.id),
    readAcceptsChats(db, member.id),
  ]);
  const mine = pageOf('mine', entries, ENTRIES_PER_PAGE);
  const visitor = new URL(request.url).searchParams.get('visitor') ?? '';
  const openVisitorId = isUuid(visitor) ? visitor : null;
  const deskMember = {
    id: member.id,
    email: member.email,
    fullName: member.fullName,
    seesVisitors: may(member, 'block-visitors'),
    moderates: may(member, 'moderate-reviews'),
    managesTeam: may(member, 'manage-accounts'),
  };
  const views = viewsOf(member);
  return { member: deskMember, acceptsChats, views, mine, unread, openVisitorId };
}

// The dashboard follows the live connection; only a fresh page loads the list again.
export const shouldRevalidate = () => false;

export default function AgentChat({ loaderData }: Route.ComponentProps) {
  return <Dashboard {...loaderData} />;
}
