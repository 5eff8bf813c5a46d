import { and, eq, exists, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { After, Happening } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatMoney } from '../../protocol/money.ts';
import {
  formatOrderNumber,
  type EventName,
  type FirstEvent,
  type OrderState,
} from '../../protocol/transitions.ts';
import { offers, orderEvents, orders, type OrderRow } from '../tables.server.ts';
import { readNotified } from '../../../accounts/server/members/read-notified.server.ts';
import { effectiveOwner, orderAssignees } from '../board/tables.server.ts';
import type { OrderContext } from '../order-context.server.ts';

// The team, its screens and programs learn of an order's events here; change-state.server.ts informs the buyer.

/** The job that notifies one member of what a buyer or a payment service did. */
export const ORDER_NEWS_KIND = 'order-news';

/** The payment of a new order usually follows within this time and replaces its notification. */
const NOTIFY_AFTER_MS = 20_000;

/** The events that ask something of the team. */
const TEAM_EVENTS = [
  'accept',
  'place',
  'request',
  'pay',
  'pay-milestone',
  'request-revision',
  'request-refund',
] as const satisfies readonly (EventName | FirstEvent)[];

type TeamEvent = (typeof TEAM_EVENTS)[number];

const payloadOfNews = v.object({
  orderId: v.string(),
  memberId: v.string(),
  /** The number of the event, or of the last event before a comment. */
  event: v.number(),
  isComment: v.boolean(),
});

export function isTeamEvent(name: EventName | FirstEvent): name is TeamEvent {
  return TEAM_EVENTS.some((event) => event === name);
}

/**
 * Notifies the owner and the assignees of the order, or everybody who manages orders if it has neither. `commentId`
 * names the buyer's comment if there is no event.
 */
export async function notifyTeam(
  tx: Database,
  after: After,
  { clock }: { readonly clock: Clock },
  { id, isTest, lastEvent }: Pick<OrderRow, 'id' | 'isTest' | 'lastEvent'>,
  commentId?: string,
): Promise<void> {
  if (isTest) return;
  const due = new Date(clock.now().getTime() + NOTIFY_AFTER_MS);
  const isComment = commentId !== undefined;
  for (const memberId of await readRecipients(tx, id)) {
    after.deliver(ORDER_NEWS_KIND, {
      key: `${commentId ?? `${id} ${lastEvent}`} ${memberId}`,
      lane: memberId,
      payload: { orderId: id, memberId, event: lastEvent, isComment },
      due,
    });
  }
}

async function readRecipients(tx: Database, orderId: string): Promise<string[]> {
  const assigned = tx
    .select({ id: orderAssignees.memberId })
    .from(orderAssignees)
    .where(eq(orderAssignees.orderId, orderId));
  const working = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(
      and(
        eq(profiles.status, 'active'),
        or(eq(profiles.id, effectiveOwner), inArray(profiles.id, assigned)),
      ),
    );
  if (working.length > 0) return working.map(({ id }) => id);
  const managers = await readNotified(tx, 'manage-orders');
  return managers.map(({ id }) => id);
}

/**
 * Tells the screens of those who work on an order that it changed. `also` names members who worked on it before this
 * change. Managers hear of every order.
 */
export async function hintOrder(
  tx: Database,
  after: After,
  { chat }: Pick<OrderContext, 'chat'>,
  { id }: Pick<OrderRow, 'id'>,
  also: readonly string[] = [],
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select owner_id as id from orders where id = ${id} and owner_id is not null
    union
    select member_id from order_assignees where order_id = ${id}
    union
    select v.agent_id from orders o
    join conversations c on c.id = o.conversation_id
    join visitors v on v.id = c.visitor_id
    where o.id = ${id} and v.agent_id is not null`);
  const watchers = new Set([...rows.map((row) => row.id), ...also]);
  after.hint(() => chat.ordersChanged([...watchers]));
}

interface Changed {
  readonly number: number;
  readonly event: number;
  readonly transition: EventName | FirstEvent;
  readonly state: OrderState;
}

/** The notification for webhooks and the API. It contains only a reference to the order, none of its contents. */
export function orderChanged({ number, event, transition, state }: Changed): Happening {
  const order = formatOrderNumber(number);
  return {
    type: 'order.changed',
    data: { order, event, transition, state },
    log: { subject: order, position: event },
  };
}

export interface OrderNews {
  readonly memberId: string;
  readonly email: string;
  /** For example 'E-1001'. */
  readonly order: string;
  readonly event: TeamEvent | 'comment';
  readonly title: string;
  readonly total: string;
}

/** Returns `undefined` if the team has acted, a newer event has its own notification, or the order or the member is gone. */
export async function readOrderNews(
  db: Database,
  payload: Readonly<Record<string, unknown>>,
): Promise<OrderNews | undefined> {
  const { orderId, memberId, event, isComment } = v.parse(payloadOfNews, payload);
  const isOvertaken = exists(
    db
      .select({ number: orderEvents.number })
      .from(orderEvents)
      .where(
        and(
          eq(orderEvents.orderId, orderId),
          gt(orderEvents.number, event),
          or(isNotNull(orderEvents.memberId), inArray(orderEvents.transition, [...TEAM_EVENTS])),
        ),
      ),
  );
  const [row] = await db
    .select({
      email: profiles.email,
      number: orders.number,
      amount: orders.amount,
      currency: orders.currency,
      lines: offers.lines,
      transition: orderEvents.transition,
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .innerJoin(profiles, and(eq(profiles.id, memberId), eq(profiles.status, 'active')))
    .innerJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.number, event)))
    .where(and(eq(orders.id, orderId), sql`not ${isOvertaken}`));
  if (!row) return undefined;
  const name = isComment ? 'comment' : row.transition;
  if (name !== 'comment' && !isTeamEvent(name)) return undefined;
  return {
    memberId,
    email: row.email,
    order: formatOrderNumber(row.number),
    event: name,
    title: row.lines[0]?.title ?? '',
    total: formatMoney(row.amount, row.currency),
  };
}
