import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { sayCard } from '../../../chat/server/messages/say-card.server.ts';
import { saySize, type FileView } from '../../../chat/protocol/files.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { NO_SUCH_ORDER, type Actor } from '../access.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { orderEvents, orders } from '../tables.server.ts';
import { sayFiles, type OrderCard } from '../../protocol/offer.ts';
import { sayDueToBuyer } from '../../protocol/due.ts';
import { dueOf } from './due-of.ts';
import { speechOfBuyer } from './buyer-speech.server.ts';
import { mailOrder } from './mail-order.server.ts';
import { orderChanged } from './order-changed.ts';
import {
  sayNumber,
  targetOf,
  TRANSITIONS,
  whyNot,
  type ActorKind,
  type EventName,
  type OrderState,
  type TransitionName,
} from '../../protocol/transitions.ts';

export type OrderRow = typeof orders.$inferSelect;

/** Locks the order. Throws {@link RefusedError} 404 if it does not exist. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new RefusedError(404, NO_SUCH_ORDER);
  return order;
}

interface Step {
  readonly transition: TransitionName;
  readonly actor: Actor;
  readonly why?: string | undefined;
  readonly set?: Partial<typeof orders.$inferInsert>;
  /** The text for the thread and the email, in the buyer's language. */
  readonly says?: () => string;
  /** Files that the thread and the email name. They can be opened only on the order's page. */
  readonly files?: readonly FileView[];
}

/** Throws {@link RefusedError} 409 with a reason if the table of transitions does not allow this. */
export function requireStep(
  { state }: Pick<OrderRow, 'state'>,
  name: TransitionName,
  actor: ActorKind,
): void {
  const refusal = whyNot(name, state, actor);
  if (refusal) throw new RefusedError(409, refusal);
}

/**
 * The only function that changes an order's state (rule 204). The caller holds the row lock and passes the
 * row it read under it. Throws {@link RefusedError} 409 for a transition that the table does not allow.
 */
export async function changeState(
  tx: Database,
  after: After,
  host: OrderHost,
  order: OrderRow,
  { transition, actor, why, set = {}, says, files = [] }: Step,
): Promise<OrderRow> {
  requireStep(order, transition, actor.kind);
  return recordEvent(tx, after, host, order, {
    transition,
    actor,
    toState: targetOf(transition, order.stateBefore),
    why,
    set,
    says: says ?? (() => `${say(TRANSITIONS[transition].event)}.`),
    files,
  });
}

interface Recorded extends Omit<Step, 'transition'> {
  readonly transition: EventName;
  readonly toState: OrderState;
  readonly says: () => string;
}

/**
 * Adds a numbered event, updates the order, posts to the thread and emails the buyer. Does not check whether
 * the transition is allowed.
 */
export async function recordEvent(
  tx: Database,
  after: After,
  host: OrderHost,
  order: OrderRow,
  { transition, actor, toState, why, set = {}, says, files = [] }: Recorded,
): Promise<OrderRow> {
  const at = host.clock.now();
  const lastEvent = order.lastEvent + 1;
  const isAsked = toState === 'refund requested';
  const [changed] = await tx
    .update(orders)
    .set({
      ...set,
      state: toState,
      stateBefore: isAsked ? (set.stateBefore ?? order.stateBefore ?? order.state) : null,
      lastEvent,
      updatedAt: at,
    })
    .where(eq(orders.id, order.id))
    .returning();
  if (!changed) throw new Error(`Order ${order.id} vanished under its lock`);
  await tx.insert(orderEvents).values({
    orderId: order.id,
    number: lastEvent,
    transition,
    fromState: order.state,
    toState,
    actor: actor.kind,
    memberId: actor.memberId ?? null,
    program: actor.program ?? null,
    at,
    why: why || null,
  });
  const named = () => files.map(({ name, size }) => `${name} (${saySize(size)})`);
  const due = dueOf(changed, host.settings.supportTimezone, at);
  const inBuyersWords = await speechOfBuyer(tx, host.settings, changed.conversationId);
  const text = inBuyersWords(() =>
    [
      say('Order {number}: {said}', { number: sayNumber(order.number), said: says() }),
      ...(due ? [sayDueToBuyer(due)] : []),
      ...sayFiles(named()),
    ].join(' '),
  );
  await tellThread(tx, after, host, changed, actor, text);
  await mailOrder(tx, after, host, changed, { transition, said: says, why, due, files: named });
  after.happened(
    orderChanged({ number: order.number, event: lastEvent, transition, state: toState }),
  );
  return changed;
}

/** Posts as the side whose action caused the change. */
async function tellThread(
  tx: Database,
  after: After,
  host: OrderHost,
  order: OrderRow,
  actor: Actor,
  text: string,
): Promise<void> {
  if (order.conversationId === null) return;
  const card: OrderCard = { order: sayNumber(order.number), state: order.state };
  await sayCard(tx, after, host, {
    conversationId: order.conversationId,
    clientId: randomUUID(),
    kind: 'order',
    card: { ...card },
    text,
    by:
      actor.kind === 'buyer'
        ? { side: 'visitor' }
        : { side: 'team', ...(actor.memberId ? { memberId: actor.memberId } : {}) },
  });
}
