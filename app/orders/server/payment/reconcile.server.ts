import { and, eq, gte, inArray, lt, notInArray } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { findPageOfPayment, type PaymentRow } from '../refund/book-refund.server.ts';
import { subscriptionPeriods, subscriptions } from '../subscription/tables.server.ts';
import { differences, payments } from '../tables.server.ts';
import { isOurs } from './book-payment.server.ts';
import { openProvider, providersOf } from './payment-providers.ts';
import {
  ProviderRefusedError,
  type PageStatus,
  type PaymentProvider,
  type ProviderPayment,
  type SubscriptionStatus,
} from './provider.ts';
import type { PaymentMethod, PaymentProviderName } from '../../protocol/payment-methods.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The look-back period covers a provider outage of a day. */
const LOOKS_BACK_MS = 3 * DAY_MS;

type ReconcileContext = ChangeContext & {
  readonly settings: Pick<OrderContext['settings'], 'paymentProviders' | 'origin'>;
};

const TRACE = { member: undefined, requestId: 'reconciliation' };

/**
 * Compares the providers' payments with the books and lists differences (rule 214), without booking
 * anything. Resolved differences are removed from the list.
 */
export async function reconcile(appContext: ReconcileContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  for (const paymentMethod of providersOf(appContext.settings)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one provider after the other
      const provider = await openProvider(appContext.settings, paymentMethod);
      if (!provider) continue;
      // Recent payments are skipped, because their events may still arrive.
      const window = {
        since: new Date(now - LOOKS_BACK_MS),
        until: new Date(now - provider.listsAfterMs),
      };
      // oxlint-disable-next-line no-await-in-loop -- as above
      const listed = await provider.list(window.since, window.until);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const booked = await readBooked(appContext.db, paymentMethod, window);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const told = [
        ...listed,
        ...(await askForUnlisted(appContext, paymentMethod, provider, listed, booked)),
      ];
      // oxlint-disable-next-line no-await-in-loop -- as above
      await compare(appContext, paymentMethod, told, window);
    } catch (error) {
      appContext.log.error({ err: error, paymentMethod }, 'Could not reconcile the payments');
    }
  }
}

interface Window {
  readonly since: Date;
  readonly until: Date;
}

function readBooked(db: Database, paymentMethod: PaymentMethod, { since, until }: Window) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.way, paymentMethod),
        gte(payments.createdAt, new Date(since.getTime() + DAY_MS)),
        lt(payments.createdAt, until),
      ),
    );
}

/**
 * Asks for each booked payment that the list lacks. A list is sorted by the beginning of a payment, which may be days
 * before a debit is booked, and may be late.
 */
async function askForUnlisted(
  { db }: ReconcileContext,
  paymentMethod: PaymentProviderName,
  provider: PaymentProvider,
  listed: readonly ProviderPayment[],
  booked: readonly PaymentRow[],
): Promise<readonly ProviderPayment[]> {
  const found: ProviderPayment[] = [];
  for (const row of booked) {
    if (listed.some(({ payment }) => payment === row.reference)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
    const paid = await askFor(db, paymentMethod, provider, row);
    if (paid) found.push(paid);
  }
  return found;
}

/** Asks for the payment by its page, its invoice or its subscription. */
async function askFor(
  db: Database,
  paymentMethod: PaymentProviderName,
  provider: PaymentProvider,
  payment: PaymentRow,
): Promise<ProviderPayment | undefined> {
  const { reference, orderId } = payment;
  const page = await findPageOfPayment(db, paymentMethod, payment);
  const [period] =
    orderId === null
      ? []
      : await db
          .select({ invoice: subscriptionPeriods.reference, providerId: subscriptions.providerId })
          .from(subscriptionPeriods)
          .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPeriods.subscriptionId))
          .where(eq(subscriptionPeriods.orderId, orderId));
  const { invoice, providerId } = period ?? {};
  const asks: (() => Promise<readonly (PageStatus | SubscriptionStatus | undefined)[]>)[] = [
    ...(page === undefined ? [] : [async () => [await provider.look(page)]]),
    ...(invoice ? [async () => [await provider.subscriptions?.readInvoice?.(invoice)]] : []),
    ...(providerId ? [async () => (await provider.subscriptions?.look(providerId)) ?? []] : []),
  ];
  for (const ask of asks) {
    // oxlint-disable-next-line no-await-in-loop -- the next one is asked only if the one before does not know it
    for (const status of await ask().catch(ifRefused)) {
      if (status?.kind !== 'paid' && status?.kind !== 'period paid') continue;
      if (status.payment === reference) return { ...status, checkout: page ?? '' };
    }
  }
  return undefined;
}

/** Means that the provider does not know what it is asked about. If it is away, nothing is compared. */
function ifRefused(error: unknown): readonly [] {
  if (!(error instanceof ProviderRefusedError)) throw error;
  return [];
}

async function compare(
  appContext: ReconcileContext,
  paymentMethod: PaymentMethod,
  told: readonly ProviderPayment[],
  window: Window,
): Promise<void> {
  await change(appContext, TRACE, async (tx) => {
    const references = told.map(({ payment }) => payment);
    const known =
      references.length === 0
        ? []
        : await tx
            .select()
            .from(payments)
            .where(and(eq(payments.way, paymentMethod), inArray(payments.reference, references)));
    const booked = await readBooked(tx, paymentMethod, window);
    const isKnown = ({ payment }: ProviderPayment) =>
      known.some(({ reference }) => reference === payment);
    // Another shop may receive payments in the same account.
    const ours = told.filter((one) => isKnown(one) || isOurs(appContext, one));
    const found = [
      ...ours.flatMap((one) =>
        differenceOf(
          one,
          known.find((row) => row.reference === one.payment),
        ),
      ),
      ...booked
        .filter(({ reference }) => !references.includes(reference))
        .map(({ reference }) => ({
          reference,
          whatMessage: orderMessage('orders.not-at-provider'),
        })),
    ];
    const names = found.map(({ reference }) => reference);
    await tx
      .delete(differences)
      .where(
        and(
          eq(differences.way, paymentMethod),
          names.length > 0 ? notInArray(differences.reference, names) : undefined,
        ),
      );
    if (found.length === 0) return;
    await tx
      .insert(differences)
      .values(found.map((one) => ({ ...one, way: paymentMethod, foundAt: appContext.clock.now() })))
      .onConflictDoNothing();
  });
}

function differenceOf(
  told: ProviderPayment,
  row: typeof payments.$inferSelect | undefined,
): { readonly reference: string; readonly whatMessage: StoredMessage }[] {
  const reference = told.payment;
  if (!row) {
    const key = told.amount === 0 ? 'orders.waived-at-provider' : 'orders.not-in-books';
    return [{ reference, whatMessage: orderMessage(key) }];
  }
  if (row.amount === told.amount && row.currency === told.currency) return [];
  const whatMessage = orderMessage('orders.books-differ', {
    amount: row.amount,
    currency: row.currency,
    theirAmount: told.amount,
    theirCurrency: told.currency,
  });
  return [{ reference, whatMessage }];
}
