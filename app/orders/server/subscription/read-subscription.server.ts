import { displayName, type Member } from '../../../accounts/protocol/member.ts';
import { and, asc, desc, eq, or } from 'drizzle-orm';
import type { Program } from '../../../accounts/protocol/program.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { msg, t, type Sentence } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { lastDayBefore } from '../../deadlines.ts';
import { labelOfMethod, repayLabelOf } from '../payment/payment-providers.ts';
import {
  formatSubscriptionNumber,
  SUBSCRIPTION_TRANSITIONS,
  subscriptionTransitionsFor,
  type SubscriptionTransitionName,
} from '../../protocol/subscription-transitions.ts';
import type {
  SubscriptionEventView,
  SubscriptionPeriodView,
  SubscriptionView,
} from '../../protocol/subscriptions.ts';
import { formatOrderNumber, type ActorKind } from '../../protocol/transitions.ts';
import { actorOfConversation, pathOf } from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';
import type { SubscriptionRow } from './change-subscription.server.ts';
import { nextPeriodNumber } from './open-period.server.ts';
import { listRequests, readPeriodRequests } from './request-work.server.ts';
import { quotePeriod } from './quote-period.server.ts';
import { findSubscriptionOfMember, pathOfSubscription } from './subscription-access.server.ts';
import {
  subscriptionEvents,
  subscriptionPeriods,
  subscriptionRequests,
  subscriptions,
} from './tables.server.ts';

type ReadContext = Pick<OrderContext, 'db' | 'clock' | 'settings'>;

const PER_PAGE = 50;

/** The caller has checked the access. Null if the subscription does not exist. */
export async function readSubscription(
  appContext: ReadContext,
  id: string,
  reader: ActorKind,
): Promise<SubscriptionView | null> {
  const { db, settings } = appContext;
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) return null;
  const zone = settings.supportTimezone;
  const [periods, events, nextAmount, periodRequests, requests] = await Promise.all([
    readPeriods(db, id, zone, reader),
    readEvents(db, id, reader),
    readNextAmount(appContext, row),
    readPeriodRequests(appContext, row),
    listRequests(db, id, reader),
  ]);
  const repayLabel = repayLabelOf(row.paymentMethod);
  return {
    number: formatSubscriptionNumber(row.number),
    title: row.terms.service.title,
    state: row.state,
    interval: row.interval,
    currency: row.currency,
    amount: row.amount,
    lastDay: row.periodEndsAt && lastDayBefore(zone, row.periodEndsAt),
    nextAmount,
    plannedPrice:
      row.nextUnitAmount === null || row.priceFrom === null
        ? null
        : { amount: row.nextUnitAmount, from: dayOf(zone, row.priceFrom) },
    isPausing: row.isPausing,
    paidBy: labelOfMethod(row.paymentMethod),
    paymentPath: row.state === 'past due' ? row.paymentUrl : null,
    paymentLabel: repayLabel === undefined ? null : t(repayLabel),
    may: transitionsOf(row, reader),
    periodRequests,
    requests,
    periods,
    events,
  };
}

/** A planned pause can only be withdrawn while there is one. */
function transitionsOf(
  { state, isPausing }: Pick<SubscriptionRow, 'state' | 'isPausing'>,
  reader: ActorKind,
): SubscriptionTransitionName[] {
  return subscriptionTransitionsFor(state, reader).filter((name) =>
    name === 'undo-pause' ? isPausing : name === 'plan-pause' ? !isPausing : true,
  );
}

async function readNextAmount(
  appContext: ReadContext,
  row: SubscriptionRow,
): Promise<number | null> {
  if (row.periodEndsAt === null || (row.state !== 'active' && row.state !== 'past due'))
    return null;
  const number = await nextPeriodNumber(appContext.db, row.id);
  return quotePeriod(appContext, row, number, row.periodEndsAt).view.total;
}

async function readPeriods(
  db: Database,
  id: string,
  zone: string,
  reader: ActorKind,
): Promise<SubscriptionPeriodView[]> {
  const rows = await db
    .select({ period: subscriptionPeriods, order: orders })
    .from(subscriptionPeriods)
    .innerJoin(orders, eq(orders.id, subscriptionPeriods.orderId))
    .where(eq(subscriptionPeriods.subscriptionId, id))
    .orderBy(desc(orders.number))
    .limit(PER_PAGE);
  return Promise.all(
    rows.map(async ({ period: { number, state, startsAt, endsAt }, order }) => {
      const name = formatOrderNumber(order.number);
      return {
        number,
        state,
        first: startsAt && dayOf(zone, startsAt),
        last: endsAt && lastDayBefore(zone, endsAt),
        order: name,
        orderState: order.state,
        amount: order.amount,
        path: reader === 'buyer' ? await pathOf(db, order.id) : `/team/orders/${name}`,
      };
    }),
  );
}

const ACTOR_NAMES: Readonly<Record<ActorKind, Sentence>> = {
  buyer: msg('Buyer'),
  agent: msg('Our team'),
  manager: msg('Our team'),
  provider: msg('Payment service'),
  house: msg('Automatically'),
};

const FIRST_EVENTS = {
  place: msg('Subscription ordered'),
  import: msg('Subscription imported'),
} as const;

async function readEvents(
  db: Database,
  id: string,
  reader: ActorKind,
): Promise<SubscriptionEventView[]> {
  const rows = await db
    .select({ event: subscriptionEvents, fullName: profiles.fullName, email: profiles.email })
    .from(subscriptionEvents)
    .leftJoin(profiles, eq(profiles.id, subscriptionEvents.memberId))
    .where(eq(subscriptionEvents.subscriptionId, id))
    .orderBy(asc(subscriptionEvents.number));
  return rows.map(({ event: { number, transition, at, actor, why }, fullName, email }) => ({
    number,
    event:
      transition === 'place' || transition === 'import'
        ? t(FIRST_EVENTS[transition])
        : t(SUBSCRIPTION_TRANSITIONS[transition].event),
    at: at.toISOString(),
    by: email === null ? t(ACTOR_NAMES[actor]) : displayName(fullName, email),
    why: reader === 'buyer' && actor !== 'buyer' ? null : why,
  }));
}

export interface TeamSubscription {
  readonly subscription: SubscriptionView;
  /** Null after the buyer was erased. */
  readonly buyer: string | null;
  readonly conversationId: string | null;
}

export async function readTeamSubscription(
  appContext: ReadContext,
  member: Member | Program,
  number: number,
): Promise<TeamSubscription | null> {
  const { db } = appContext;
  const id = await findSubscriptionOfMember(db, member, number);
  if (!id) return null;
  const [row] = await db
    .select({ buyer: subscriptions.buyerEmail, conversationId: subscriptions.conversationId })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  const actor = row && (await actorOfConversation(db, member, row.conversationId));
  if (!row || !actor) return null;
  const subscription = await readSubscription(appContext, id, actor.kind);
  return subscription && { subscription, ...row };
}

/** For the page of an order. */
export async function readSubscriptionOfOrder(db: Database, orderId: string, reader: ActorKind) {
  const [row] = await db
    .select({
      id: subscriptions.id,
      number: subscriptions.number,
      state: subscriptions.state,
      period: subscriptionPeriods.number,
      request: subscriptionRequests.number,
    })
    .from(subscriptionPeriods)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPeriods.subscriptionId))
    .leftJoin(
      subscriptionRequests,
      and(
        eq(subscriptionRequests.periodId, subscriptionPeriods.id),
        eq(subscriptionRequests.orderId, orderId),
      ),
    )
    .where(or(eq(subscriptionPeriods.orderId, orderId), eq(subscriptionRequests.orderId, orderId)));
  if (!row) return null;
  const number = formatSubscriptionNumber(row.number);
  return {
    number,
    period: row.period,
    request: row.request,
    state: row.state,
    path:
      reader === 'buyer' ? await pathOfSubscription(db, row.id) : `/team/subscriptions/${number}`,
  };
}
