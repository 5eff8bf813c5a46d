import { msg } from '../../i18n/translate.ts';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { accessToConversation } from '../../chat/server/access.server.ts';
import { conversations, visitors } from '../../chat/server/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret, readOrCreateSecret } from '../../platform/secrets.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import type { Program } from '../../accounts/protocol/program.ts';
import { formatOrderNumber, type ActorKind } from '../protocol/transitions.ts';
import type { subscriptions } from './subscription/tables.server.ts';
import { orders } from './tables.server.ts';
import { createHmac } from 'node:crypto';

/** The format of a secret. Other input is rejected before it reaches the database. */
const SECRET = /^[\w-]{43}$/;

/** A reset keeps documents without their orders. */
export const ORDER_DELETED = msg('Its order was deleted.');
/** The same message for a missing order and a forbidden one, so that nobody learns which orders exist. */
export const NO_SUCH_ORDER = msg("This order isn't available.");

export interface Actor {
  readonly kind: ActorKind;
  readonly memberId?: string;
  /** The name of the API key, if a program acts instead of a person. */
  readonly program?: string;
  /** The buyer who is signed in to the client account. The holder of the order's secret has none. */
  readonly clientId?: string;
}

/**
 * Returns the role of a member for this order: managers, admins and programs may handle every order, others those of
 * their visitors and those that they own or are assigned to (rule 207). `undefined` means forbidden or missing.
 */
export async function actorOf(
  db: Database,
  member: Member | Program,
  { id }: Pick<typeof orders.$inferSelect, 'id'>,
): Promise<Actor | undefined> {
  if ('program' in member) return { kind: 'manager', program: member.program };
  if (may(member, 'manage-orders')) return { kind: 'manager', memberId: member.id };
  const [handled] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), handledBy(member.id)));
  return handled && { kind: 'agent', memberId: member.id };
}

/**
 * Returns the role of a member for what belongs to a conversation, for example a subscription. Agents need the
 * conversation of their own visitor. `undefined` means forbidden or missing.
 */
export async function actorOfConversation(
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

/** The member owns the order, explicitly or as the agent of its conversation, or is assigned to it. */
const handledBy = (memberId: string) => sql`(
    ${orders.ownerId} = ${memberId}
    or exists (
      select 1 from order_assignees a where a.order_id = ${orders.id} and a.member_id = ${memberId}
    )
    or exists (
      select 1 from ${conversations} c join ${visitors} v on v.id = c.visitor_id
      where c.id = ${orders.conversationId} and v.agent_id = ${memberId}
    )
  )`;

/** A condition on the table `orders` for those that this member or program may see. */
export function visibleOrders(member: Member | Program): SQL {
  // Programs would take a test order for a sale.
  if ('program' in member) return sql`not ${orders.isTest}`;
  if (may(member, 'manage-orders')) return sql`true`;
  return handledBy(member.id);
}

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

/** Orders and subscriptions belong to an address or to a company, and buyers open them alike. */
export type Purchases = typeof orders | typeof subscriptions;

/** How somebody proves to be the buyer: by the secret of the URL, or by signing in to the client account. */
export type BuyerKey = string | AccountKey;

export interface AccountKey {
  /** The path of the page in the account. */
  readonly path: string;
  readonly clientId: string;
  /** Checks the permission in this transaction, and returns the id of the order or the subscription. */
  readonly find: (db: Database) => Promise<string | undefined>;
}

export function findOfBuyer(
  db: Database,
  table: Purchases,
  key: BuyerKey,
): Promise<string | undefined> {
  return typeof key === 'string' ? findBySecret(db, table, key) : key.find(db);
}

export function pathOfKey(key: BuyerKey): string {
  return typeof key === 'string' ? `/order/${key}` : key.path;
}

export async function findBySecret(
  db: Database,
  table: Purchases,
  secret: string,
): Promise<string | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.secretHash, hashSecret(secret)));
  return row?.id;
}

export function findOrderBySecret(db: Database, secret: string): Promise<string | undefined> {
  return findBySecret(db, orders, secret);
}

/**
 * Derives the secret of an order's URL from its id and a secret of the installation. Every email can therefore
 * contain the link, although the database stores only a hash.
 */
export async function secretOf(db: Database, orderId: string): Promise<string> {
  const key = await readOrCreateSecret(db, 'order-addresses');
  return createHmac('sha256', key).update(orderId).digest('base64url');
}

export async function hashOf(db: Database, orderId: string): Promise<string> {
  return hashSecret(await secretOf(db, orderId));
}

/**
 * The path of the buyer's page. It grants full access to a private order. A company's order is opened by members who
 * are signed in, because whoever had the secret would keep access after leaving the company.
 */
export async function pathOf(db: Database, orderId: string): Promise<string> {
  const [order] = await db
    .select({ number: orders.number, companyId: orders.companyId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (order?.companyId) return accountPathOf(order.number);
  return `/order/${await secretOf(db, orderId)}`;
}

export function accountPathOf(number: number): string {
  return `/account/orders/${formatOrderNumber(number)}`;
}
