import { t, msg } from '../../../i18n/translate.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { RefusedError } from '../../../platform/errors.ts';
import { change } from '../../../platform/change/change.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { pathOfKey, type BuyerKey } from '../access.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import { checkouts, type OrderRow } from '../tables.server.ts';
import { sumCharged } from '../../../billing/tax/charged-tax.ts';
import { formatRate } from '../../protocol/describe-taxes.ts';
import { formatOfferLine, grossOfLine, type OfferLine } from '../../protocol/offer.ts';
import { titleOf } from '../../protocol/order-view.ts';
import {
  payablePart,
  requirePayablePart,
  type PartOfOrder,
} from '../milestones/part-of-order.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { readRecurring } from '../subscription/read-recurring.server.ts';
import { applyStatus, checkPage } from './check-pages.server.ts';
import { openProvider } from './payment-providers.ts';
import {
  ProviderAwayError,
  ProviderBusyError,
  ProviderRefusedError,
  type CheckoutLine,
  type PageStatus,
  type PaymentProvider,
} from './provider.ts';
import { CHECKS_BEFORE_RETURN, nextCheck, settlePage, type PageRow } from './settle-page.server.ts';
import { cannotPay, stepOf } from './accepted-amounts.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';

const MINUTE_MS = 60_000;

/** A payment page with less time left is not reused, because it could expire while the buyer types a card number. */
const STILL_GOOD_MS = 10 * MINUTE_MS;
/** A request to open a page is repeated with its idempotency key for this long. Afterwards the page's URL is lost. */
const OPENED_WITHIN_MS = 10 * MINUTE_MS;
/** The polling limits while a concurrent request opens the page. */
const TRIES = 20;
const BETWEEN_TRIES_MS = 250;

const AWAY = msg(
  "The payment service can't be reached right now. Nothing was charged. Try again in a few minutes.",
);
const REFUSED = msg(
  "The payment service didn't accept this order. Nothing was charged. Please contact us in the chat.",
);
const NOT_CLOSED = msg(
  "We can't close the payment page you opened earlier at the moment, so we can't open another one yet. Pay there, or try again in a few minutes.",
);
const IN_PROGRESS = msg("Your payment is being processed. You don't need to pay again.");

/**
 * Returns the URL of the provider's payment page. At most one page per order can be paid at a time: an earlier
 * page is checked, and reused or closed. The position of a milestone keeps a late press from paying the next one: it
 * returns the order's own page. Throws {@link RefusedError}: 404, 409 if no payment is due or one is
 * in progress, 400 for an unknown method, 503.
 */
export async function beginCheckout(
  appContext: OrderContext,
  key: BuyerKey,
  paymentMethod: PaymentMethod,
  position?: number,
): Promise<string> {
  const provider = await openProvider(appContext.settings, paymentMethod);
  if (!provider) throw new RefusedError(400, t("This payment method isn't available here."));
  const press: Press = {
    appContext,
    provider,
    paymentMethod,
    key,
    ownPage: appContext.settings.origin + pathOfKey(key),
  };
  let wanted: number | null | undefined = position;
  let hasLooked = false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each look depends on what became of the one before
    const claimed = await claimPage(press, wanted);
    if (!claimed) return press.ownPage;
    const { page } = claimed;
    if (page.url === null) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const url = await openPage(press, claimed);
      if (url !== undefined) return url;
    } else {
      if (page.state === 'in progress' && hasLooked) throw new RefusedError(409, t(IN_PROGRESS));
      // oxlint-disable-next-line no-await-in-loop -- as above
      const url = await reusePage(press, claimed);
      if (url !== undefined) return url;
      hasLooked = true;
      wanted = claimed.part.position;
    }
  }
  throw new RefusedError(503, t(AWAY));
}

interface Press {
  readonly appContext: OrderContext;
  readonly provider: PaymentProvider;
  readonly paymentMethod: PaymentMethod;
  readonly key: BuyerKey;
  readonly ownPage: string;
}

interface Claimed {
  readonly order: OrderRow;
  readonly part: PartOfOrder;
  readonly page: PageRow;
}

/**
 * Returns the active payment page or inserts a row for a new one, under the order's lock. Returns `undefined`
 * if the order or milestone is paid.
 */
function claimPage(
  { appContext, paymentMethod, key }: Press,
  wanted: number | null | undefined,
): Promise<Claimed | undefined> {
  return asBuyer(appContext, key, async ({ tx, order }) => {
    if (order.isTest) {
      throw new RefusedError(409, t('A test order costs nothing: the team marks it as paid.'));
    }
    if (wanted !== undefined) {
      // The buyer pressed for a milestone that was paid meanwhile, and must not be sent on to the next one.
      const payable = await payablePart(tx, order);
      const isPaid = payable ? payable.position !== wanted : order.paidAmount > 0;
      if (isPaid) return undefined;
    }
    const now = appContext.clock.now();
    const [known] = await tx
      .select()
      .from(checkouts)
      .where(
        and(eq(checkouts.orderId, order.id), inArray(checkouts.state, ['open', 'in progress'])),
      );
    const part = await requirePayablePart(tx, order, 'provider');
    const due = part.amount - part.creditAmount;
    const refusal = cannotPay(paymentMethod, due, order.currency);
    if (refusal !== undefined) throw new RefusedError(400, refusal);
    if (known) {
      const isOpened = known.url !== null;
      const isBeingOpened =
        known.way === paymentMethod &&
        known.milestone === part.position &&
        now.getTime() - known.createdAt.getTime() < OPENED_WITHIN_MS;
      if (isOpened || isBeingOpened) return { order, part, page: known };
      await tx
        .update(checkouts)
        .set({ state: 'expired', checkAt: null, endedAt: now })
        .where(eq(checkouts.id, known.id));
    }
    // The row is inserted before the provider is asked, because a webhook can arrive before the response.
    const [page] = await tx
      .insert(checkouts)
      .values({
        orderId: order.id,
        milestone: part.position,
        way: paymentMethod,
        amount: due,
        currency: order.currency,
        createdAt: now,
        checks: CHECKS_BEFORE_RETURN,
        checkAt: nextCheck(now, CHECKS_BEFORE_RETURN, false),
      })
      .returning();
    if (!page) throw new Error('The payment page was not inserted');
    return { order, part, page };
  });
}

/** Asks the provider for the state of the earlier page, and returns its URL if it can still be paid. */
async function reusePage(
  { appContext, provider }: Press,
  { part, page }: Claimed,
): Promise<string | undefined> {
  const own =
    page.way === provider.way ? provider : await openProvider(appContext.settings, page.way);
  const { url, reference } = page;
  if (!own || reference === null || url === null) {
    // The operator has removed this payment service, so that the page cannot be checked any more.
    await change(appContext, undefined, (tx, after) =>
      settlePage(tx, after, appContext, page.id, { kind: 'expired' }),
    );
    return undefined;
  }
  const status = await lookOrClose(appContext, provider, own, { part, page }, reference);
  if (status === 'good') {
    const now = appContext.clock.now();
    await change(appContext, undefined, (tx) =>
      tx
        .update(checkouts)
        .set({
          returnedAt: null,
          checks: CHECKS_BEFORE_RETURN,
          checkAt: nextCheck(now, CHECKS_BEFORE_RETURN, false),
        })
        .where(and(eq(checkouts.id, page.id), eq(checkouts.state, 'open'))),
    );
    return url;
  }
  await applyStatus(appContext, own, page, status);
  return undefined;
}

async function lookOrClose(
  appContext: OrderContext,
  wanted: PaymentProvider,
  own: PaymentProvider,
  { part, page }: Omit<Claimed, 'order'>,
  reference: string,
): Promise<PageStatus | 'good'> {
  try {
    const status = await own.look(reference);
    if (status.kind !== 'open') return status;
    const endsAt = page.expiresAt?.getTime() ?? Infinity;
    const isGood =
      own.way === wanted.way &&
      // The page of an earlier milestone, which a member marked as paid meanwhile, is closed.
      page.milestone === part.position &&
      status.failure === null &&
      page.state === 'open' &&
      endsAt - appContext.clock.now().getTime() > STILL_GOOD_MS;
    if (isGood) return 'good';
    const closed = await own.close(reference);
    // A failed attempt on the page is reported as a failure, not as an expiry.
    return closed.kind === 'expired' && status.failure
      ? { kind: 'failed', failure: status.failure }
      : closed;
  } catch (error) {
    appContext.log.warn(
      { err: error, way: own.way },
      'Could not ask the provider about a payment page',
    );
    if (error instanceof ProviderAwayError) {
      throw new RefusedError(503, own.way === wanted.way ? t(AWAY) : t(NOT_CLOSED));
    }
    throw error;
  }
}

/** The provider accepts multiples of `step`. */
function checkoutLines(
  lines: readonly OfferLine[],
  amount: number,
  step: number,
): readonly CheckoutLine[] {
  const all = lines.map((line) => {
    const tax = line.tax?.amount ?? 0;
    return { name: formatOfferLine(line), net: grossOfLine(line) - tax, tax };
  });
  const sum = all.reduce((total, { net, tax }) => total + net + tax, 0);
  const areAccepted = all.every(({ net, tax }) => net % step === 0 && tax % step === 0);
  return sum === amount && areAccepted ? all.filter(({ net, tax }) => net + tax > 0) : [];
}

/** Opens a page at the provider. Returns `undefined` if the caller has to check again. */
async function openPage(press: Press, { order, part, page }: Claimed): Promise<string | undefined> {
  const { appContext, provider, paymentMethod } = press;
  const step = stepOf(paymentMethod, page.currency);
  const { lines } = await readOffer(appContext.db, order.offerId);
  const inBuyersWords = await speechOfBuyer(
    appContext.db,
    appContext.settings,
    order.conversationId,
  );
  try {
    const opened = await provider.open({
      checkoutId: page.id,
      order: formatOrderNumber(order.number),
      title: part.milestone?.title ?? inBuyersWords(() => titleOf(lines)),
      lines: inBuyersWords(() => checkoutLines(lines, page.amount, step)),
      taxLabel: inBuyersWords(() =>
        sumCharged(lines)
          .filter(({ amount }) => amount > 0)
          .map(formatRate)
          .join(', '),
      ),
      differenceLabel: inBuyersWords(() => t('Difference for the first period')),
      amount: page.amount,
      currency: page.currency,
      returnUrl: press.ownPage,
      ...(await readRecurring(appContext, provider, paymentMethod, page)),
      begunAt: page.createdAt,
    });
    const remaining = await change(appContext, undefined, (tx) =>
      tx
        .update(checkouts)
        .set({ reference: opened.reference, url: opened.url, expiresAt: opened.expiresAt })
        .where(and(eq(checkouts.id, page.id), inArray(checkouts.state, ['open', 'in progress'])))
        .returning({ id: checkouts.id }),
    );
    if (remaining.length > 0) return opened.url;
    // Another request opened a page meanwhile, or the order was cancelled, so this page is closed.
    await change(appContext, undefined, (tx) =>
      tx
        .update(checkouts)
        .set({ reference: opened.reference, checkAt: appContext.clock.now() })
        .where(eq(checkouts.id, page.id)),
    );
    await checkPage(appContext, page.id);
    return undefined;
  } catch (error) {
    if (error instanceof ProviderBusyError) {
      await wait(BETWEEN_TRIES_MS);
      return undefined;
    }
    appContext.log.warn({ err: error, way: provider.way }, 'Could not start a payment');
    if (error instanceof ProviderAwayError) throw new RefusedError(503, t(AWAY));
    if (!(error instanceof ProviderRefusedError)) throw error;
    await change(appContext, undefined, (tx, after) =>
      settlePage(tx, after, appContext, page.id, { kind: 'failed', failure: 'refused' }),
    );
    throw new RefusedError(502, t(REFUSED));
  }
}
