import { createHash } from 'node:crypto';
import {
  ApplicationContextUserAction,
  CaptureStatus,
  ExperienceContextShippingPreference,
  IntervalUnit,
  PatchOp,
  SetupFeeFailureAction,
  SubscriptionsController,
  SubscriptionStatus as PayPalStatus,
  TenureType,
  type Client,
  type Subscription,
} from '@paypal/paypal-server-sdk';
import { Temporal } from 'temporal-polyfill';
import type { PayPalSettings } from '../../../../../platform/payment-settings.server.ts';
import { toLine } from '../../../../../platform/shown-text.ts';
import type { Period } from '../../../../pricing/direct-order.ts';
import {
  PriceRefusedError,
  ProviderForgotError,
  ProviderRefusedError,
  SubscriptionOverError,
  type ChangedPrice,
  type Checkout,
  type CheckoutRequest,
  type PageStatus,
  type PeriodPaid,
  type RecurringTerms,
  type SubscriptionCharge,
  type SubscriptionProvider,
  type SubscriptionStatus,
  type SubscriptionWish,
} from '../../provider.ts';
import { ask, getOrPost, toPayPal } from './paypal-calls.server.ts';
import { markOf, toAmount, toCustomId } from './paypal-event.ts';

const HOUR_MS = 60 * 60 * 1000;
const OPEN_MS = 3 * HOUR_MS;
const NAME_MAX_LENGTH = 127;
/** PayPal charges at a time of day of its own, which may come before the time of the plan. */
const TIME_OF_DAY_MS = 12 * HOUR_MS;

const FREQUENCIES: Readonly<
  Record<Period, { readonly intervalUnit: IntervalUnit; readonly intervalCount: number }>
> = {
  week: { intervalUnit: IntervalUnit.Week, intervalCount: 1 },
  month: { intervalUnit: IntervalUnit.Month, intervalCount: 1 },
  quarter: { intervalUnit: IntervalUnit.Month, intervalCount: 3 },
  year: { intervalUnit: IntervalUnit.Year, intervalCount: 1 },
};

const REGULAR_CYCLE = 1;

/** The context of requests about subscriptions. */
export interface PayPalBilling {
  readonly client: Client;
  readonly api: SubscriptionsController;
  readonly settings: PayPalSettings;
}

export function paypalBilling(client: Client, settings: PayPalSettings): PayPalBilling {
  return { client, api: new SubscriptionsController(client), settings };
}

/** Ids of orders have no hyphen. */
export const isSubscription = (reference: string): boolean => reference.startsWith('I-');

/** PayPal charges the buyer's account for each period, and its dates count. */
export function paypalSubscriptions(billing: PayPalBilling): SubscriptionProvider {
  return {
    priceNoticeDays: 10,
    look: async (reference, charge) => {
      const found = await readSubscription(billing, reference);
      return [...(await readPeriods(billing, found, charge)), statusOf(billing, found)];
    },
    apply: (reference, wish) => apply(billing, reference, wish),
    changePrice: (reference, price) => changePrice(billing, reference, price),
  };
}

/**
 * The first period is the plan's setup fee, which PayPal charges with the activation, and which may differ from later
 * periods. Otherwise PayPal would charge hours later, and the subscription could begin without a payment.
 */
export async function openSubscription(
  billing: PayPalBilling,
  request: CheckoutRequest,
  { subscription, interval, amount: later, nextStartsAt }: RecurringTerms,
): Promise<Checkout> {
  const { checkoutId, order, title, amount, currency, returnUrl, begunAt } = request;
  const customId = toCustomId(subscription, returnUrl);
  const name = toLine(`${order}: ${title}`, NAME_MAX_LENGTH);
  const money = (sum: number) => ({ currencyCode: currency, value: toPayPal(sum, currency) });
  const productId = await createProduct(billing, title, new URL(returnUrl).origin);
  const { result: plan } = await ask(() =>
    billing.api.createBillingPlan({
      paypalRequestId: `${checkoutId}-plan`,
      prefer: 'return=representation',
      body: {
        productId,
        name,
        billingCycles: [
          {
            frequency: FREQUENCIES[interval],
            tenureType: TenureType.Regular,
            sequence: REGULAR_CYCLE,
            totalCycles: 0,
            pricingScheme: { fixedPrice: money(later) },
          },
        ],
        paymentPreferences: {
          setupFee: money(amount),
          setupFeeFailureAction: SetupFeeFailureAction.Cancel,
          // A period that stays unpaid pauses the subscription here, and is not added to the next one.
          autoBillOutstanding: false,
          paymentFailureThreshold: 0,
        },
      },
    }),
  );
  if (!plan.id) throw new ProviderRefusedError('PayPal created no plan');
  const planId = plan.id;
  const { result } = await ask(() =>
    billing.api.createSubscription({
      paypalRequestId: checkoutId,
      prefer: 'return=representation',
      body: {
        planId,
        startTime: nextStartsAt.toISOString(),
        customId,
        applicationContext: {
          shippingPreference: ExperienceContextShippingPreference.NoShipping,
          // Without our activation, a page that was closed here takes no money.
          userAction: ApplicationContextUserAction.Continue,
          returnUrl: `${returnUrl}?paid=1`,
          cancelUrl: `${returnUrl}?paid=0`,
        },
      },
    }),
  );
  const url = result.links?.find(({ rel }) => rel === 'approve')?.href;
  if (!result.id || !url) throw new ProviderRefusedError('PayPal returned no payment page');
  return { reference: result.id, url, expiresAt: new Date(begunAt.getTime() + OPEN_MS) };
}

/** PayPal keeps products forever, so each title has one. Another shop in the same account has its own. */
async function createProduct(
  { client, settings }: PayPalBilling,
  title: string,
  site: string,
): Promise<string> {
  const name = toLine(title, NAME_MAX_LENGTH);
  const hash = createHash('sha256').update(`${site}\n${name}`).digest('hex');
  const id = `EMBARKA-${hash.slice(0, 32).toUpperCase()}`;
  await getOrPost(client, settings, `/v1/catalogs/products/${id}`, '/v1/catalogs/products', {
    id,
    name,
    type: 'SERVICE',
  });
  return id;
}

/** Reads a page on which a subscription begins. */
export async function lookAtSubscription(
  billing: PayPalBilling,
  reference: string,
): Promise<PageStatus> {
  try {
    const found = await readSubscription(billing, reference);
    const [first] = await readPeriods(billing, found);
    return first ?? pageOf(found);
  } catch (error) {
    // PayPal deletes subscriptions that were not approved in time.
    if (error instanceof ProviderForgotError) return { kind: 'expired' };
    throw error;
  }
}

function pageOf({ status }: Subscription): PageStatus {
  switch (status) {
    case PayPalStatus.ApprovalPending:
      return { kind: 'open', failure: null };
    case PayPalStatus.Approved:
      return { kind: 'approved' };
    case PayPalStatus.Cancelled:
    case PayPalStatus.Expired:
      return { kind: 'failed', failure: 'declined' };
    default:
      return { kind: 'in progress' };
  }
}

/** Activates an approved subscription, which charges the first period. Repeating it changes nothing. */
export async function activateSubscription(
  billing: PayPalBilling,
  reference: string,
): Promise<PageStatus> {
  try {
    await ask(() =>
      billing.api.activateSubscription({
        id: reference,
        body: { reason: 'Approved by the buyer' },
      }),
    );
  } catch (error) {
    if (error instanceof ProviderForgotError) return { kind: 'expired' };
    if (!(error instanceof ProviderRefusedError)) throw error;
    const status = await lookAtSubscription(billing, reference);
    return status.kind === 'approved' ? { kind: 'failed', failure: 'declined' } : status;
  }
  return lookAtSubscription(billing, reference);
}

async function readSubscription({ api }: PayPalBilling, reference: string): Promise<Subscription> {
  const { result } = await ask(() =>
    api.getSubscription({ id: reference, fields: 'plan,last_failed_payment' }),
  );
  return { ...result, id: reference };
}

const CAME_IN: ReadonlySet<CaptureStatus> = new Set([
  CaptureStatus.Completed,
  CaptureStatus.PartiallyRefunded,
  CaptureStatus.Refunded,
]);

/** Reads the paid periods, the oldest first. */
async function readPeriods(
  { api }: PayPalBilling,
  found: Subscription,
  charge?: SubscriptionCharge,
): Promise<PeriodPaid[]> {
  const { id: reference = '', status, createTime = '' } = found;
  if (status === PayPalStatus.ApprovalPending || status === PayPalStatus.Approved) return [];
  const { result } = await ask(() =>
    api.listSubscriptionTransactions({
      id: reference,
      startTime: createTime,
      endTime: new Date().toISOString(),
    }),
  );
  const listed = (result.transactions ?? []).flatMap(
    ({ id: payment, status: outcome, amountWithBreakdown, time }): SubscriptionCharge[] => {
      const { value, currencyCode: currency } = amountWithBreakdown.grossAmount;
      const amount = toAmount(value, currency);
      const isPaid = outcome !== undefined && CAME_IN.has(outcome) && amount !== undefined;
      return isPaid ? [{ payment, amount, currency, at: new Date(time) }] : [];
    },
  );
  const isListed = listed.some(({ payment }) => payment === charge?.payment);
  return (charge && !isListed ? [...listed, charge] : listed)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ payment, amount, currency, at }, index) => ({
      kind: 'period paid',
      reference,
      ...markOf(found.customId),
      invoice: payment,
      payment,
      amount,
      currency,
      ...datesOf(found, at),
      // After a change of the price, nothing says from which period the plan's price applies.
      laterAmount: index === 0 ? priceOf(found) : undefined,
    }));
}

const regularCycleOf = ({ plan }: Subscription) =>
  plan?.billingCycles?.find(({ tenureType }) => tenureType === TenureType.Regular);

function priceOf(found: Subscription): number | undefined {
  const price = regularCycleOf(found)?.pricingScheme?.fixedPrice;
  return price && toAmount(price.value, price.currencyCode);
}

/**
 * The first period ends where the regular payments begin. A later one is that of the schedule: a payment that was retried
 * does not move it, and PayPal's next date may be outdated.
 */
function datesOf(found: Subscription, at: Date): Pick<PeriodPaid, 'startsAt' | 'endsAt'> {
  const { startTime = '', billingInfo } = found;
  const begins = new Date(startTime);
  if (at.getTime() < begins.getTime() - TIME_OF_DAY_MS) return { startsAt: at, endsAt: begins };
  const { frequency } = regularCycleOf(found) ?? {};
  if (!frequency) throw new Error('PayPal did not return the plan of a subscription');
  const { intervalUnit: unit, intervalCount: count = 1 } = frequency;
  const base = Temporal.Instant.from(billingInfo?.nextBillingTime ?? startTime).toZonedDateTimeISO(
    'UTC',
  );
  const due = (cycles: number) =>
    base.add({ [`${unit.toLowerCase()}s`]: cycles * count }).epochMilliseconds;
  const paidMs = at.getTime() + TIME_OF_DAY_MS;
  let cycle = 0;
  while (due(cycle) <= paidMs) cycle += 1;
  while (due(cycle - 1) > paidMs) cycle -= 1;
  return { startsAt: new Date(due(cycle - 1)), endsAt: new Date(due(cycle)) };
}

function statusOf({ settings }: PayPalBilling, found: Subscription): SubscriptionStatus {
  const state = stateOf(found);
  return {
    kind: 'subscription status',
    reference: found.id ?? '',
    ...markOf(found.customId),
    state,
    paymentUrl: state === 'past due' ? accountUrl(settings) : null,
    isConfirmationNeeded: false,
  };
}

function stateOf(found: Subscription): SubscriptionStatus['state'] {
  switch (found.status) {
    case PayPalStatus.Active:
      return isUnpaid(found) ? 'past due' : 'active';
    case PayPalStatus.Suspended:
      return 'paused';
    case PayPalStatus.Cancelled:
    case PayPalStatus.Expired:
      return 'cancelled';
    default:
      return 'incomplete';
  }
}

/** PayPal counts a failure after its last attempt, ten days after the first one. The subscription stays active meanwhile. */
function isUnpaid({ billingInfo }: Subscription): boolean {
  if (!billingInfo) return false;
  const { failedPaymentsCount, lastFailedPayment, lastPayment } = billingInfo;
  const paidAt = lastPayment?.time === undefined ? 0 : Date.parse(lastPayment.time);
  return (
    failedPaymentsCount > 0 ||
    (lastFailedPayment !== undefined && Date.parse(lastFailedPayment.time) > paidAt)
  );
}

/** The page of PayPal on which buyers choose how automatic payments are paid. */
function accountUrl({ url }: PayPalSettings): string {
  const { origin } = new URL(url);
  return `${origin.replace('//api-m.', '//www.')}/myaccount/autopay/`;
}

/**
 * PayPal can only cancel for good, so a subscription that ends with its paid period is suspended until then: 'Keep
 * subscription' activates it again.
 */
async function apply(
  billing: PayPalBilling,
  reference: string,
  wish: SubscriptionWish,
): Promise<void> {
  const { api } = billing;
  const found = await readSubscription(billing, reference).catch((error: unknown) => {
    if (!(error instanceof ProviderForgotError)) throw error;
  });
  const status = found?.status;
  const isAlive = status === PayPalStatus.Active || status === PayPalStatus.Suspended;
  switch (wish.kind) {
    case 'end':
      if (isAlive) await cancel(billing, reference);
      return;
    case 'stop':
    case 'pause':
      if (status !== PayPalStatus.Active) return;
      await ask(() =>
        api.suspendSubscription({ id: reference, body: { reason: 'Suspended in the shop' } }),
      );
      return;
    default:
      if (!isAlive) throw new SubscriptionOverError('The subscription has ended at PayPal');
      if (status === PayPalStatus.Suspended) await resume(billing, reference);
  }
}

async function resume(billing: PayPalBilling, reference: string): Promise<void> {
  try {
    await ask(() =>
      billing.api.activateSubscription({ id: reference, body: { reason: 'Resumed in the shop' } }),
    );
  } catch (error) {
    const isFinal = error instanceof ProviderRefusedError && CANNOT_RESUME.has(error.code ?? '');
    if (!isFinal) throw error;
    await cancel(billing, reference);
    throw new SubscriptionOverError(error.message, error.code);
  }
}

const CANNOT_RESUME: ReadonlySet<string> = new Set([
  'SUBSCRIPTION_CANNOT_BE_ACTIVATED',
  'USER_ACCOUNT_CLOSED',
]);

async function cancel({ api }: PayPalBilling, reference: string): Promise<void> {
  await ask(() => api.cancelSubscription({ id: reference, body: { reason: 'Ended in the shop' } }));
}

/** Needs no consent of the buyer, unlike a revision of the plan. Payments of the next ten days keep the old price. */
async function changePrice(
  { api }: PayPalBilling,
  reference: string,
  { amount, currency }: ChangedPrice,
): Promise<void> {
  try {
    await ask(() =>
      api.patchSubscription({
        id: reference,
        body: [
          {
            op: PatchOp.Replace,
            path: `/plan/billing_cycles/@sequence==${REGULAR_CYCLE}/pricing_scheme/fixed_price`,
            value: { currency_code: currency, value: toPayPal(amount, currency) },
          },
        ],
      }),
    );
  } catch (error) {
    if (error instanceof ProviderRefusedError && error.code !== undefined) {
      throw new PriceRefusedError(error.message, error.code);
    }
    throw error;
  }
}

/**
 * Reads the marks of a subscription, which its payments may lack in lists. A subscription that PayPal has deleted may be
 * ours: one of them must not keep the other payments from being compared.
 */
export async function readMark(billing: PayPalBilling, reference: string) {
  try {
    const { customId } = await readSubscription(billing, reference);
    return markOf(customId);
  } catch (error) {
    if (!(error instanceof ProviderForgotError)) throw error;
    return { mayBeOurs: true };
  }
}
