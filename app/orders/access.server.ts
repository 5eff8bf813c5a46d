import { and, eq, sql, type SQL } from 'drizzle-orm';
import { accessToConversation } from '../conversation/access.server.ts';
import { conversations, visitors } from '../conversation/tables.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import { hashSecret } from '../platform/link-secret.server.ts';
import type { Member } from '../team/members/member.ts';
import { may } from '../team/members/permissions.ts';
import type { Program } from '../team/members/program.ts';
import { ORDER_SECRET } from './order/order-secret.server.ts';
import type { ActorKind } from './order/transitions.ts';
import { orders } from './tables.server.ts';

/** What is said to whoever has no access, whether or not there is such an order. */
export const NO_SUCH_ORDER = 'This order is not available.';

/** Whoever changes an order, as far as its door is concerned. */
export interface Actor {
  readonly kind: ActorKind;
  readonly memberId?: string;
  /** The program that does it, where no person does. */
  readonly program?: string;
}

/**
 * As whom this member stands before an order of this conversation: managers, admins and programs before
 * all, others where they have the visitor (DECISIONS 45). Undefined means "not yours" and "not there" both.
 */
export async function actorOf(
  db: Database,
  member: Member | Program,
  conversationId: string | null,
): Promise<Actor | undefined> {
  if ('program' in member) return { kind: 'manager', program: member.program };
  if (may(member, 'manage-orders')) return { kind: 'manager', memberId: member.id };
  if (conversationId === null) return undefined;
  const viewer = { kind: 'member', member } as const;
  const access = await accessToConversation(db, viewer, conversationId);
  return access === 'write' ? { kind: 'agent', memberId: member.id } : undefined;
}

/** The orders `orders` of a query that this member, or program, may see. */
export function visibleOrders(member: Member | Program): SQL {
  if ('program' in member || may(member, 'manage-orders')) return sql`true`;
  return sql`exists (
    select 1 from ${conversations} c join ${visitors} v on v.id = c.visitor_id
    where c.id = ${orders.conversationId} and v.agent_id = ${member.id}
  )`;
}

/** The id of the order of this number, if it is this member's to see. */
export async function findOrderOfMember(
  db: Database,
  member: Member | Program,
  number: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number), visibleOrders(member)));
  return row?.id;
}

/** The id of the order that this secret opens. */
export async function findOrderBySecret(db: Database, secret: string): Promise<string | undefined> {
  if (!ORDER_SECRET.test(secret)) return undefined;
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.secretHash, hashSecret(secret)));
  return row?.id;
}
