import { msg, t } from '../../i18n/translate.ts';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { RefusedError } from '../../platform/errors.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import type { Program } from '../../accounts/protocol/program.ts';
import { isQueued } from './assignment/queue.server.ts';
import type { EntryState } from '../protocol/entry-state.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { conversations, visitorBrowsers, visitors } from './tables.server.ts';
import type { InboxScope } from '../protocol/views.ts';

export type Viewer =
  | { readonly kind: 'browser'; readonly browserId: string }
  | { readonly kind: 'member'; readonly member: Member };

export type Asker = Viewer | { readonly kind: 'program' };

export function askerOf(actor: Member | Program): Asker {
  return 'program' in actor ? { kind: 'program' } : { kind: 'member', member: actor };
}

/**
 * The same message covers a missing conversation and a forbidden one, so that its existence is not revealed.
 */
export const NO_SUCH_CONVERSATION = msg("This conversation isn't available.");

export type Access = 'read' | 'write';

/**
 * Decides access to a conversation for pages, HTTP, socket joins and outgoing events alike. Undefined means
 * either "no access" or "no such conversation", so that callers cannot tell them apart.
 */
export async function accessToConversation(
  db: Database,
  viewer: Asker,
  conversationId: string,
): Promise<Access | undefined> {
  // An id of another form, such as one with a NUL byte, would make the query fail.
  if (!CONVERSATION_ID.test(conversationId)) return undefined;
  const [row] = await db
    .select({
      browserId: conversations.browserId,
      agentId: visitors.agentId,
      state: visitors.state,
      blockId: visitorBrowsers.blockId,
      visitorId: visitors.id,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .innerJoin(visitorBrowsers, eq(visitorBrowsers.id, conversations.browserId))
    .where(eq(conversations.id, conversationId));
  if (!row) return undefined;
  // The email address grants nothing, because anybody can type it (rule 99). An admin granted a program
  // its access through the scopes of its key.
  if (viewer.kind === 'program') return 'write';
  if (viewer.kind === 'member') return accessOf(db, viewer.member, row.visitorId, row);
  if (row.browserId !== viewer.browserId) return undefined;
  return row.blockId === null ? 'write' : 'read';
}

/** Throws {@link RefusedError} 404 for a conversation in which the asker may not write, or that does not exist. */
export async function requireWriting(
  db: Database,
  asker: Asker,
  conversationId: string,
): Promise<void> {
  const access = await accessToConversation(db, asker, conversationId);
  if (access !== 'write') throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
}

/**
 * The SQL condition for write access of a browser, for use in statements that save. Both tables have a
 * `browser_id`, and the conversation's alias also has the `block_id` of its browser.
 */
export function browserMayWrite(asking: string, conversation: string): SQL {
  return sql.raw(
    `(${conversation}.browser_id = ${asking}.browser_id and ${conversation}.block_id is null)`,
  );
}

/** Like `accessToConversation`, for all conversations of a visitor. */
export async function accessToVisitor(
  db: Database,
  member: Member | Program,
  visitorId: string,
): Promise<Access | undefined> {
  const [row] = await db
    .select({
      agentId: visitors.agentId,
      state: visitors.state,
    })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if ('program' in member) return row && 'write';
  return row && accessOf(db, member, visitorId, row);
}

interface Held {
  readonly agentId: string | null;
  readonly state: EntryState;
}

/**
 * Visitors with a note that mentions this member, or with an order that the member owns or is assigned to. These
 * members must be able to read the conversation.
 */
const involving = (member: Member) => sql`(
  select c.visitor_id from note_mentions m
  join conversation_notes n on n.id = m.note_id
  join conversations c on c.id = n.conversation_id
  where m.member_id = ${member.id}
  union all
  select c.visitor_id from order_assignees a
  join orders o on o.id = a.order_id
  join conversations c on c.id = o.conversation_id
  where a.member_id = ${member.id}
  union all
  select c.visitor_id from orders o
  join conversations c on c.id = o.conversation_id
  where o.owner_id = ${member.id})`;

export async function isInvolved(
  db: Database,
  member: Member,
  visitorId: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 where ${visitorId}::uuid in ${involving(member)}`);
  return rows.length > 0;
}

/** Mentions and orders are looked up only if no other rule grants access, because the lookup costs a query. */
async function accessOf(
  db: Database,
  member: Member,
  visitorId: string,
  held: Held,
): Promise<Access | undefined> {
  const access = memberAccess(member, held);
  return access ?? ((await isInvolved(db, member, visitorId)) ? 'read' : undefined);
}

export function mayRead(member: Member, visitor: Held): boolean {
  return memberAccess(member, visitor) !== undefined;
}

/** Returns the inbox scopes this member may list: own visitors, the queue, all visitors (rule 192). */
export function scopesOf(member: Member): readonly InboxScope[] {
  const scopes: InboxScope[] = ['mine'];
  if (may(member, 'take-from-queue')) scopes.push('queue');
  if (may(member, 'see-every-conversation')) scopes.push('all');
  return scopes;
}

/** The same rule as an SQL condition on the visitors `v` of a query. */
export function visibleVisitors(member: Member): SQL {
  if (may(member, 'see-every-conversation')) return sql`true`;
  const own = sql`(v.agent_id = ${member.id} or v.id in ${involving(member)})`;
  return may(member, 'take-from-queue') ? sql`(${own} or ${isQueued('v')})` : own;
}

/**
 * rule 192: agents and support see their own visitors, managers and admins see all. A member who may take
 * visitors from the queue can also read queued conversations.
 */
function memberAccess(member: Member, { agentId, state }: Held): Access | undefined {
  if (agentId === member.id) return 'write';
  const isInQueue = agentId === null && state !== 'resolved';
  if (isInQueue && may(member, 'take-from-queue')) return 'read';
  return may(member, 'see-every-conversation') ? 'read' : undefined;
}
