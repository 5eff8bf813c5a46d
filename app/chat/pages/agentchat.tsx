import { loadMessages } from '../../i18n/load-messages.ts';
import { redirect, useOutletContext } from 'react-router';
import { modelInUse } from '../../assistant/may-draft.server.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { accessToConversation, accessToVisitor, scopesOf } from '../server/access.server.ts';
import { addressOf, DEFAULT_QUERY, readInboxQuery } from '../inbox/inbox-query.ts';
import { pageOf } from '../inbox/inbox-entries.ts';
import { readConversationOwner } from '../server/read/read-conversation.server.ts';
import { ENTRIES_PER_PAGE, readInbox, readInboxEntry } from '../server/read/read-inbox.server.ts';
import type { DeskContext } from '../inbox/desk-context.ts';
import { Dashboard } from '../inbox/dashboard.tsx';
import type { Database } from '../../platform/db/database.server.ts';
import { appContextKey } from '../../app-context.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { getRoleLabel } from '../../accounts/protocol/roles.ts';
import { readFigures } from '../http/inbox-figures.server.ts';
import { isUuid } from '../../platform/fields.ts';
import { requirePlace } from '../../http/member.server.ts';
import type { Route } from './+types/agentchat.ts';

export const handle = {
  messages: await loadMessages('chat-protocol', 'chat', 'platform-team', 'orders-protocol'),
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePlace(context, request, '/agentchat');
  const appContext = context.get(appContextKey);
  const params = new URL(request.url).searchParams;
  const scopes = scopesOf(member);
  const query = readInboxQuery(params, scopes);
  await leaveVisitorAddress(appContext.db, member, params.get('visitor') ?? '');
  const [entries, figures, opened] = await Promise.all([
    readInbox(appContext.db, { agentId: member.id, ...query }),
    readFigures(appContext, member, query.scope),
    readOpened(appContext.db, member, params.get('c') ?? ''),
  ]);
  const deskMember = {
    id: member.id,
    email: member.email,
    fullName: member.fullName,
    role: member.role,
    roleName: getRoleLabel(member.role),
    seesVisitors: may(member, 'block-visitors'),
    managesOrders: may(member, 'manage-orders'),
    hasDrafts: modelInUse(appContext.settings) !== undefined,
  };
  const list = pageOf(query, entries, ENTRIES_PER_PAGE);
  return { member: deskMember, scopes, query, list, figures, opened };
}

async function readOpened(db: Database, member: Member, conversationId: string) {
  const access = await accessToConversation(db, { kind: 'member', member }, conversationId);
  const owner = access && (await readConversationOwner(db, conversationId));
  const inboxEntry = owner && (await readInboxEntry(db, owner.visitorId, member.id));
  return inboxEntry ? { entry: inboxEntry, conversationId } : null;
}

/** Links in emails and notifications identify a visitor. They redirect to the visitor's current conversation. */
async function leaveVisitorAddress(db: Database, member: Member, visitorId: string) {
  const access = isUuid(visitorId) ? await accessToVisitor(db, member, visitorId) : undefined;
  const inboxEntry = access && (await readInboxEntry(db, visitorId, member.id));
  if (inboxEntry?.conversationId) {
    throw redirect(addressOf(DEFAULT_QUERY, inboxEntry.conversationId));
  }
}

// The dashboard is updated by the live connection. Only a full page load runs the loader again.
export const shouldRevalidate = () => false;

export default function AgentChat({ loaderData }: Route.ComponentProps) {
  return <Dashboard {...loaderData} {...useOutletContext<DeskContext>()} />;
}
