import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { sayCard } from '../../conversation/say/say-card.server.ts';
import { saySize, type FileView } from '../../conversation/wire/files.ts';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { NO_SUCH_ORDER, type Actor } from '../access.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { orderEvents, orders } from '../tables.server.ts';
import { sayFiles, type OrderCard } from '../wire/offer.ts';
import { sayDueToBuyer } from '../wire/due.ts';
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
} from './transitions.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The order under its lock; throws {@link RefusedError} 404 when there is none. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new RefusedError(404, NO_SUCH_ORDER);
  return order;
}

interface Step {
  readonly transition: TransitionName;
  readonly actor: Actor;
  /** In words: a reference, a wish, a reason. */
  readonly why?: string | undefined;
  /** What else follows for the row: dates and sums. */
  readonly set?: Partial<typeof orders.$inferInsert>;
  /** What the thread and the mail say beyond the state, in the buyer's language. */
  readonly says?: () => string;
  /** What comes with it: named in the thread and the mail, opened on the order's page. */
  readonly files?: readonly FileView[];
}

/** Throws {@link RefusedError} 409, with the reason, for what the table of transitions does not have. */
export function requireStep(
  { state }: Pick<OrderRow, 'state'>,
  name: TransitionName,
  actor: ActorKind,
): void {
  const refusal = whyNot(name, state, actor);
  if (refusal) throw new RefusedError(409, refusal);
}

/**
 * The one door that changes an order's state (DECISIONS 45). The caller holds the row's lock and hands over
 * what it read there. Numbers the event, tells the thread and mails the buyer, all in one change. Throws
 * {@link RefusedError} 409 for what the table of transitions does not have, with the reason.
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

/** Numbers an event, with what it changes, tells the thread and mails the buyer. The caller says whether it may be. */
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

/** Says it where the talk is, on the side of whoever did it. */
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
