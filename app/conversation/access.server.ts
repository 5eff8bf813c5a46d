import { eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { Member } from '../team/members/member.ts';
import { may } from '../team/members/permissions.ts';
import type { Program } from '../team/members/program.ts';
import { isQueued } from './hold/queue.server.ts';
import type { EntryState } from './wire/entry-state.ts';
import { CONVERSATION_ID } from './wire/rules.ts';
import { conversations, visitorBrowsers, visitors } from './tables.server.ts';
import type { InboxScope } from './wire/views.ts';

/** Whoever asks: a visitor's browser, or a signed-in person of the team. */
export type Viewer =
  | { readonly kind: 'browser'; readonly browserId: string }
  | { readonly kind: 'member'; readonly member: Member };

/** The same, or a program whose key is for it. */
export type Asker = Viewer | { readonly kind: 'program' };

/** As whom somebody of the team, or a program of theirs, asks. */
export function askerOf(actor: Member | Program): Asker {
  return 'program' in actor ? { kind: 'program' } : { kind: 'member', member: actor };
}

/** What is said to whoever has no access, whether or not there is something to have access to. */
export const NO_SUCH_CONVERSATION = 'This conversation is not available.';

export type Access = 'read' | 'write';

/**
 * The one judge of conversations: for pages, HTTP, socket joins and outgoing events alike.
 * Undefined means "not yours" and "does not exist" both, so that nobody can tell them apart.
 */
export async function accessToConversation(
  db: Database,
  viewer: Asker,
  conversationId: string,
): Promise<Access | undefined> {
  // Another form, such as one with a NUL, would be a fault of the query and not a refusal.
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
  // The e-mail address plays no part: it is a label that anybody can type (DECISIONS 11).
  // An admin said so, with the scopes of its key.
  if (viewer.kind === 'program') return 'write';
  if (viewer.kind === 'member') return accessOf(db, viewer.member, row.visitorId, row);
  if (row.browserId !== viewer.browserId) return undefined;
  return row.blockId === null ? 'write' : 'read';
}

/**
 * 'write' for a browser, as a condition of a statement that saves: both tables of it have a
 * `browser_id`, and the conversation's the `block_id` of its browser.
 */
export function browserMayWrite(asking: string, conversation: string): SQL {
  return sql.raw(
    `(${conversation}.browser_id = ${asking}.browser_id and ${conversation}.block_id is null)`,
  );
}

/** The same for everything said with one visitor. */
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

/** Visitors of whom a note names this member: who is asked for a word must be able to read. */
const mentioning = (member: Member) => sql`(
  select c.visitor_id from note_mentions m
  join conversation_notes n on n.id = m.note_id
  join conversations c on c.id = n.conversation_id
  where m.member_id = ${member.id})`;

/** Whether a note beside this visitor names the member. */
export async function isMentioned(
  db: Database,
  member: Member,
  visitorId: string,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 where ${visitorId}::uuid in ${mentioning(member)}`,
  );
  return rows.length > 0;
}

/** Only whoever has no other way in is looked up among those who are mentioned. */
async function accessOf(
  db: Database,
  member: Member,
  visitorId: string,
  held: Held,
): Promise<Access | undefined> {
  const access = memberAccess(member, held);
  return access ?? ((await isMentioned(db, member, visitorId)) ? 'read' : undefined);
}

/** Whether this member may see a visitor that is held like this. */
export function mayRead(member: Member, visitor: Held): boolean {
  return memberAccess(member, visitor) !== undefined;
}

/** Whose visitors this member may list: their own, the queue, everybody's (DECISIONS 22). */
export function scopesOf(member: Member): readonly InboxScope[] {
  const scopes: InboxScope[] = ['mine'];
  if (may(member, 'take-from-queue')) scopes.push('queue');
  if (may(member, 'see-every-conversation')) scopes.push('all');
  return scopes;
}

/** The same as a condition on the visitors `v` of a query. */
export function visibleVisitors(member: Member): SQL {
  if (may(member, 'see-every-conversation')) return sql`true`;
  const own = sql`(v.agent_id = ${member.id} or v.id in ${mentioning(member)})`;
  return may(member, 'take-from-queue') ? sql`(${own} or ${isQueued('v')})` : own;
}

/**
 * DECISIONS 22: agents and support see their own visitors, managers and admins see all. Whoever
 * takes from the queue may read what waits there, to know what they take.
 */
function memberAccess(member: Member, { agentId, state }: Held): Access | undefined {
  if (agentId === member.id) return 'write';
  const isInQueue = agentId === null && state !== 'resolved';
  if (isInQueue && may(member, 'take-from-queue')) return 'read';
  return may(member, 'see-every-conversation') ? 'read' : undefined;
}
