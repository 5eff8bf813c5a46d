import { readInbox } from '../../chat/read-conversations.server.ts';
import { Dashboard } from '../../chat/inbox/dashboard.tsx';
import { hostContext } from '../../host.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/agentchat.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  return { member, entries: await readInbox(context.get(hostContext).db, member.id) };
}

// The dashboard follows the live connection; only a fresh page loads the list again.
export const shouldRevalidate = () => false;

export default function AgentChat({ loaderData }: Route.ComponentProps) {
  return <Dashboard member={loaderData.member} entries={loaderData.entries} />;
}
