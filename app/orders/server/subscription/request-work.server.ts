import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, gt, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import {
  formatRequestCount,
  NO_REQUESTS,
  type IncludedRequests,
} from '../../../shop/included-requests.ts';
import type { OfferLine } from '../../protocol/offer.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import {
  describeSubscriptionOf,
  type PeriodRequestsView,
  type RequestView,
} from '../../protocol/subscriptions.ts';
import { formatOrderNumber, stateOf, type ActorKind } from '../../protocol/transitions.ts';
import { orderMessage } from '../../stored-messages.ts';
import { pathOf } from '../access.server.ts';
import { insertDirectOffer } from '../checkout/insert-direct-offer.server.ts';
import { intakeOf, type Quote } from '../checkout/quote-service.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import { notifyThread } from '../order/change-state.server.ts';
import { orderChanged } from '../order/announce-order.server.ts';
import { requirePayablePart } from '../milestones/part-of-order.server.ts';
import { insertOrder } from '../order/insert-order.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { settlePaid } from '../payment/settle-paid.server.ts';
import { orders } from '../tables.server.ts';
import type { SubscriptionTurn } from './act-on-subscription.server.ts';
import type { SubscriptionRow } from './change-subscription.server.ts';
import { quotePeriod } from './quote-period.server.ts';
import {
  subscriptionPeriods,
  subscriptionRequests,
  type SubscriptionTerms,
} from './tables.server.ts';

const SHOWN = 50;

interface Requests extends PeriodRequestsView {
  /** The paid period that is running, if there is one. */
  readonly period: typeof subscriptionPeriods.$inferSelect | undefined;
}

/**
 * Uses a request of the running period: an order without a price, whose work starts once the questions of the service
 * are answered. The same key returns the same order. Throws {@link RefusedError} 409 if no request is left, or too many
 * are open.
 */
export async function requestWork(
  turn: SubscriptionTurn,
  key: string,
): Promise<{ readonly id: string; readonly number: number }> {
  const { tx, after, appContext, subscription, orderNumber, actor } = turn;
  const [known] = await tx
    .select({ id: orders.id, number: orders.number })
    .from(subscriptionRequests)
    .innerJoin(orders, eq(orders.id, subscriptionRequests.orderId))
    .where(
      and(
        eq(subscriptionRequests.subscriptionId, subscription.id),
        eq(subscriptionRequests.key, key),
      ),
    );
  if (known) return known;
  const { period, refusal } = await readRequests(tx, appContext, subscription);
  if (refusal !== null || !period?.startsAt) throw new RefusedError(409, refusal ?? '');
  const { conversationId, buyerEmail, terms } = subscription;
  const now = appContext.clock.now();
  const offer = await insertDirectOffer(tx, appContext, {
    conversationId,
    clientId: randomUUID(),
    quote: freeOf(quotePeriod(appContext, subscription, period.number, period.startsAt)),
    source: 'request',
    form: intakeOf(terms.service),
    couponId: null,
  });
  const order = await insertOrder(tx, appContext, offer, {
    number: orderNumber,
    email: buyerEmail,
    event: 'request',
    actor,
    paymentDueAt: now,
    companyId: subscription.companyId,
  });
  const [newest] = await tx
    .select({ number: sql<number | null>`max(${subscriptionRequests.number})` })
    .from(subscriptionRequests)
    .where(eq(subscriptionRequests.periodId, period.id));
  const number = (newest?.number ?? 0) + 1;
  await tx.insert(subscriptionRequests).values({
    subscriptionId: subscription.id,
    periodId: period.id,
    number,
    orderId: order.id,
    key,
    createdAt: now,
  });
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, conversationId);
  const text = inBuyersWords(() =>
    t('Order {number}: {said}', {
      number: formatOrderNumber(order.number),
      said: describeSubscriptionOf({
        request: number,
        period: period.number,
        number: formatSubscriptionNumber(subscription.number),
      }),
    }),
  );
  await notifyThread(tx, after, appContext, order, actor, text);
  after.happened(
    orderChanged({ number: order.number, event: 1, transition: 'request', state: order.state }),
  );
  await settlePaid(tx, after, appContext, order, {
    part: await requirePayablePart(tx, order, 'provider'),
    actor: { kind: 'provider' },
    why: orderMessage('orders.included'),
  });
  return { id: order.id, number: order.number };
}

/** The terms of work are those of the period; its price contains the request. */
function freeOf({ line, view }: Quote): Quote {
  const { title, path, serviceId, package: chosen } = line;
  const free: OfferLine = {
    title,
    path,
    quantity: 1,
    unitAmount: 0,
    ...(serviceId !== undefined && { serviceId }),
    ...(chosen !== undefined && { package: chosen }),
  };
  return {
    line: free,
    view: { ...view, rows: [], coupon: null, total: 0 },
    plan: null,
    buyer: null,
  };
}

/** Subscriptions of older versions include no requests. */
function includedIn({ service, choice }: SubscriptionTerms): IncludedRequests {
  const requests = (service.requests as IncludedRequests | undefined) ?? NO_REQUESTS;
  return { ...requests, perPeriod: requests.perPeriod * choice.quantity };
}

/** Null if the service includes no requests. */
export async function readPeriodRequests(
  appContext: Pick<OrderContext, 'db' | 'clock'>,
  subscription: SubscriptionRow,
): Promise<PeriodRequestsView | null> {
  if (includedIn(subscription.terms).perPeriod === 0) return null;
  const { period: _, ...view } = await readRequests(appContext.db, appContext, subscription);
  return view;
}

async function readRequests(
  db: Database,
  { clock }: Pick<OrderContext, 'clock'>,
  { id, state, terms }: SubscriptionRow,
): Promise<Requests> {
  const included = includedIn(terms);
  const [period] =
    state === 'active' || state === 'ending' ? await findRunning(db, id, clock.now()) : [];
  const made = await db
    .select({ periodId: subscriptionRequests.periodId, state: orders.state })
    .from(subscriptionRequests)
    .innerJoin(orders, eq(orders.id, subscriptionRequests.orderId))
    // A cancelled order has returned its request.
    .where(and(eq(subscriptionRequests.subscriptionId, id), ne(orders.state, 'cancelled')));
  const counts = {
    used: made.filter(({ periodId }) => periodId === period?.id).length,
    open: made.filter((each) => !stateOf(each.state).isOver).length,
    included: included.perPeriod,
    concurrent: included.concurrent,
  };
  const refusal = period
    ? refuse(counts, included)
    : t('Requests can be made once the current period is paid.');
  return { ...counts, label: included.label, refusal, period };
}

function refuse(
  { used, open }: Pick<PeriodRequestsView, 'used' | 'open'>,
  requests: IncludedRequests,
): string | null {
  const { perPeriod, concurrent } = requests;
  if (perPeriod === 0) return t('This subscription includes no requests.');
  if (used >= perPeriod) {
    return t('This period includes {requests}, and all are used.', {
      requests: formatRequestCount(perPeriod, requests),
    });
  }
  if (open < concurrent) return null;
  return t(
    'At most {count, plural, one {# request} other {# requests}} can be open at the same time. Complete or cancel one first.',
    { count: concurrent },
  );
}

/** A refunded period includes nothing. */
function findRunning(db: Database, subscriptionId: string, now: Date) {
  return db
    .select(getTableColumns(subscriptionPeriods))
    .from(subscriptionPeriods)
    .innerJoin(orders, eq(orders.id, subscriptionPeriods.orderId))
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        eq(subscriptionPeriods.state, 'paid'),
        lte(subscriptionPeriods.startsAt, now),
        gt(subscriptionPeriods.endsAt, now),
        ne(orders.state, 'refunded'),
      ),
    )
    .orderBy(desc(subscriptionPeriods.number))
    .limit(1);
}

/** The newest requests of a subscription. */
export async function listRequests(
  db: Database,
  subscriptionId: string,
  reader: ActorKind,
): Promise<RequestView[]> {
  const rows = await db
    .select({
      id: orders.id,
      order: orders.number,
      state: orders.state,
      number: subscriptionRequests.number,
      period: subscriptionPeriods.number,
      at: subscriptionRequests.createdAt,
    })
    .from(subscriptionRequests)
    .innerJoin(orders, eq(orders.id, subscriptionRequests.orderId))
    .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.id, subscriptionRequests.periodId))
    .where(eq(subscriptionRequests.subscriptionId, subscriptionId))
    .orderBy(desc(orders.number))
    .limit(SHOWN);
  return Promise.all(
    rows.map(async ({ id, order, state, number, period, at }) => {
      const name = formatOrderNumber(order);
      return {
        number,
        period,
        order: name,
        orderState: state,
        at: at.toISOString(),
        path: reader === 'buyer' ? await pathOf(db, id) : `/team/orders/${name}`,
      };
    }),
  );
}
