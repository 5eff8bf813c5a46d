import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { sendCard } from '../../../chat/server/messages/send-card.server.ts';
import { formatFileSize, type FileView } from '../../../chat/protocol/files.ts';
import type { After, Happening } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import { NO_SUCH_ORDER, type Actor } from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { hintOrder, isTeamEvent, notifyTeam, orderChanged } from './announce-order.server.ts';
import { orderEvents, orders, type OrderRow } from '../tables.server.ts';
import { subjectOfMilestone } from '../../protocol/milestone-transitions.ts';
import { formatFileList, type OrderCard } from '../../protocol/offer.ts';
import { formatDueForBuyer } from '../../protocol/due.ts';
import { dueOf } from '../../deadlines.ts';
import { speechOfBuyer, threadOf } from './reach-buyer.server.ts';
import { saveCurrentMilestone, type MilestoneRow } from '../milestones/milestone-rows.server.ts';
import { mailOrder } from './mail-order.server.ts';
import {
  formatOrderNumber,
  targetOf,
  TRANSITIONS,
  whyNot,
  type ActorKind,
  type EventName,
  type OrderState,
  type TransitionName,
} from '../../protocol/transitions.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

/** Locks the order. Throws {@link RefusedError} 404 if it does not exist. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new RefusedError(404, t(NO_SUCH_ORDER));
  return order;
}

interface Step {
  readonly transition: TransitionName;
  readonly actor: Actor;
  /** Text that a person wrote. */
  readonly why?: string | undefined;
  /** The state that the order's milestones give, for a transition whose target is 'current'. */
  readonly toState?: OrderState | undefined;
  /** The milestone that the event is about. The current one if omitted. */
  readonly milestone?: number | null | undefined;
  /** Instead of `why`, if the system knows the reason. */
  readonly whyMessage?: StoredMessage | undefined;
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
  appContext: OrderContext,
  order: OrderRow,
  { transition, actor, toState, milestone, why, whyMessage, set = {}, says, files = [] }: Step,
): Promise<OrderRow> {
  requireStep(order, transition, actor.kind);
  return recordEvent(tx, after, appContext, order, {
    transition,
    actor,
    toState: toState ?? targetOf(transition, order.stateBefore),
    milestone,
    why,
    whyMessage,
    set,
    says: says ?? (() => `${t(TRANSITIONS[transition].event)}.`),
    files,
  });
}

interface Recorded extends Omit<Step, 'transition' | 'toState'> {
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
  appContext: OrderContext,
  order: OrderRow,
  { transition, actor, toState, milestone, why, whyMessage, set = {}, says, files = [] }: Recorded,
): Promise<OrderRow> {
  const at = appContext.clock.now();
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
    milestone: milestone ?? order.milestone,
    transition,
    fromState: order.state,
    toState,
    actor: actor.kind,
    memberId: actor.memberId ?? null,
    program: actor.program ?? null,
    at,
    why: why || null,
    whyMessage: whyMessage ?? null,
  });
  const milestones = await saveCurrentMilestone(tx, at, changed);
  const concerned = milestones.find(({ position }) => position === (milestone ?? order.milestone));
  const named = () => files.map(({ name, size }) => `${name} (${formatFileSize(size)})`);
  const due = dueOf(changed, appContext.settings.supportTimezone, at);
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, changed.conversationId);
  const text = inBuyersWords(() =>
    [
      t('Order {number}: {said}', { number: formatOrderNumber(order.number), said: says() }),
      ...(due ? [formatDueForBuyer(due)] : []),
      ...formatFileList(named()),
    ].join(' '),
  );
  await notifyThread(tx, after, appContext, changed, actor, text);
  await mailOrder(tx, after, appContext, changed, {
    transition,
    said: says,
    why,
    due,
    files: named,
  });
  // Programs would take a test order for a sale.
  if (!order.isTest) {
    after.happened(
      orderChanged({ number: order.number, event: lastEvent, transition, state: toState }),
    );
    if (concerned) after.happened(milestoneChanged(changed, concerned));
  }
  if ((actor.kind === 'buyer' || actor.kind === 'provider') && isTeamEvent(transition)) {
    await notifyTeam(tx, after, appContext, changed);
  }
  await hintOrder(tx, after, appContext, changed);
  return changed;
}

/**
 * Posts as the side whose action caused the change, unless the order has no thread that may show it. `proof` is the file
 * whose comments the line links to.
 */
export async function notifyThread(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  actor: Actor,
  text: string,
  proof?: string,
): Promise<void> {
  const conversationId = await threadOf(tx, order);
  if (conversationId === null) return;
  const card: OrderCard = {
    order: formatOrderNumber(order.number),
    state: order.state,
    ...(proof === undefined ? {} : { proof }),
  };
  await sendCard(tx, after, appContext, {
    conversationId,
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

function milestoneChanged(
  { number, lastEvent }: OrderRow,
  { position, state }: MilestoneRow,
): Happening {
  const data = { order: formatOrderNumber(number), milestone: position, event: lastEvent, state };
  return {
    type: 'milestone.changed',
    data,
    log: { subject: subjectOfMilestone(data), position: lastEvent },
  };
}
