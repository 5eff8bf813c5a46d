import { and, desc, eq, sql } from 'drizzle-orm';
import type { After, Happening } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import type { Actor } from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOrder, notifyThread } from '../order/change-state.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import {
  formatSubscriptionNumber,
  SUBSCRIPTION_TRANSITIONS,
  targetOfSubscription,
  whyNotSubscription,
  type SubscriptionState,
  type SubscriptionTransitionName,
} from '../../protocol/subscription-transitions.ts';
import type { ActorKind } from '../../protocol/transitions.ts';
import { orders } from '../tables.server.ts';
import { mailSubscription } from './mail-subscription.server.ts';
import { NO_SUCH_SUBSCRIPTION } from './subscription-access.server.ts';
import { subscriptionEvents, subscriptionPeriods, subscriptions } from './tables.server.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Returns the period that awaits its payment. A subscription has at most one. */
export async function findOpenPeriod(tx: Database, subscriptionId: string) {
  const [open] = await tx
    .select()
    .from(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        eq(subscriptionPeriods.state, 'awaiting payment'),
      ),
    );
  return open;
}

/**
 * Locks the order of the unpaid period and then the subscription, in the order in which a payment locks them. Throws
 * {@link RefusedError} 404 if the subscription does not exist.
 */
export async function lockSubscription(tx: Database, id: string): Promise<SubscriptionRow> {
  const open = await findOpenPeriod(tx, id);
  if (open) await lockOrder(tx, open.orderId);
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  if (!row) throw new RefusedError(404, t(NO_SUCH_SUBSCRIPTION));
  return row;
}

interface SubscriptionStep {
  readonly transition: SubscriptionTransitionName;
  readonly actor: Actor;
  /** Text that a person wrote. */
  readonly why?: string | undefined;
  readonly set?: Partial<typeof subscriptions.$inferInsert>;
  /** The text for the thread and the email, in the buyer's language. */
  readonly says?: () => string;
  /** False if an email of the order says the same. */
  readonly isMailed?: boolean;
}

export function requireSubscriptionStep(
  { state }: Pick<SubscriptionRow, 'state'>,
  name: SubscriptionTransitionName,
  actor: ActorKind,
): void {
  const refusal = whyNotSubscription(name, state, actor);
  if (refusal) throw new RefusedError(409, refusal);
}

/**
 * The only function that changes a subscription's state. The caller holds the row lock and passes the row that it read
 * under it. Throws {@link RefusedError} 409 for a transition that the table does not allow.
 */
export async function changeSubscription(
  tx: Database,
  after: After,
  appContext: OrderContext,
  subscription: SubscriptionRow,
  { transition, actor, why, set = {}, says, isMailed = true }: SubscriptionStep,
): Promise<SubscriptionRow> {
  requireSubscriptionStep(subscription, transition, actor.kind);
  const at = appContext.clock.now();
  const state = targetOfSubscription(transition, subscription.state);
  const lastEvent = subscription.lastEvent + 1;
  // A provider that told the change knows it, but it still charges nothing after a late payment of a paused one.
  const isKnown = actor.kind === 'provider' && subscription.state !== 'paused';
  const isNews = !isKnown && subscription.providerId !== null && state !== 'past due';
  const [changed] = await tx
    .update(subscriptions)
    .set({
      ...(isNews && { version: subscription.version + 1, sendTries: 0, sendAt: at }),
      ...(state !== 'active' && { isPausing: false }),
      ...(state === 'past due'
        ? { pastDueAt: subscription.pastDueAt ?? at }
        : { pastDueAt: null, remindersSent: 0 }),
      ...(state === 'ended' && { endedAt: at, nextUnitAmount: null, priceFrom: null }),
      ...set,
      state,
      lastEvent,
      updatedAt: at,
    })
    .where(eq(subscriptions.id, subscription.id))
    .returning();
  if (!changed) throw new Error(`Subscription ${subscription.id} vanished under its lock`);
  await tx.insert(subscriptionEvents).values({
    subscriptionId: subscription.id,
    number: lastEvent,
    transition,
    fromState: subscription.state,
    toState: state,
    actor: actor.kind,
    memberId: actor.memberId ?? null,
    program: actor.program ?? null,
    at,
    why: why || null,
  });
  const said = says ?? (() => `${t(SUBSCRIPTION_TRANSITIONS[transition].event)}.`);
  await postToThread(tx, after, appContext, changed, actor, said);
  if (isMailed) await mailSubscription(tx, after, appContext, changed, said);
  after.happened(subscriptionChanged(changed, lastEvent, transition));
  return changed;
}

/** Posts with the card of the newest order, because cards in a thread are orders. */
async function postToThread(
  tx: Database,
  after: After,
  appContext: OrderContext,
  { id, number, conversationId }: SubscriptionRow,
  actor: Actor,
  said: () => string,
): Promise<void> {
  const [newest] = await tx
    .select({ order: orders })
    .from(subscriptionPeriods)
    .innerJoin(orders, eq(orders.id, subscriptionPeriods.orderId))
    .where(eq(subscriptionPeriods.subscriptionId, id))
    .orderBy(desc(orders.number))
    .limit(1);
  if (!newest) return;
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, conversationId);
  const text = inBuyersWords(() =>
    t('Subscription {number}: {said}', { number: formatSubscriptionNumber(number), said: said() }),
  );
  await notifyThread(tx, after, appContext, newest.order, actor, text);
}

/** The notification for webhooks and the API. It contains only a reference. */
export function subscriptionChanged(
  { number, state }: { readonly number: number; readonly state: SubscriptionState },
  event: number,
  transition: SubscriptionTransitionName | 'place' | 'import',
): Happening {
  const subscription = formatSubscriptionNumber(number);
  return {
    type: 'subscription.changed',
    data: { subscription, event, transition, state },
    log: { subject: subscription, position: event },
  };
}

/** The same lock as for order numbers would serialize renewals with new orders, so subscriptions have their own. */
export async function takeSubscriptionNumber(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('subscription-numbers'))`);
  const [row] = await tx
    .select({ last: sql<number | null>`max(${subscriptions.number})` })
    .from(subscriptions);
  return Math.max((row?.last ?? 0) + 1, FIRST_NUMBER);
}

const FIRST_NUMBER = 1001;
