import { and, eq, gte, inArray, lt, notInArray } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { differences, payments } from '../tables.server.ts';
import { isOurs } from './book-payment.server.ts';
import { openProvider, providersOf } from './payment-providers.server.ts';
import type { ProviderPayment } from './provider.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The look-back period covers a provider outage of a day. */
const LOOKS_BACK_MS = 3 * DAY_MS;
/** Recent payments are skipped, because their events may still arrive. */
const SETTLES_MS = HOUR_MS;

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
  const [since, until] = [new Date(now - LOOKS_BACK_MS), new Date(now - SETTLES_MS)];
  for (const paymentMethod of providersOf(appContext.settings)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one provider after the other
      const provider = await openProvider(appContext.settings, paymentMethod);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (provider)
        await compare(appContext, paymentMethod, await provider.list(since, until), since, until);
    } catch (error) {
      appContext.log.error({ err: error, paymentMethod }, 'Could not reconcile the payments');
    }
  }
}

async function compare(
  appContext: ReconcileContext,
  paymentMethod: PaymentMethod,
  told: readonly ProviderPayment[],
  since: Date,
  until: Date,
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
    const booked = await tx
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.way, paymentMethod),
          gte(payments.createdAt, new Date(since.getTime() + DAY_MS)),
          lt(payments.createdAt, until),
        ),
      );
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
  if (!row) return [{ reference, whatMessage: orderMessage('orders.not-in-books') }];
  if (row.amount === told.amount && row.currency === told.currency) return [];
  const whatMessage = orderMessage('orders.books-differ', {
    amount: row.amount,
    currency: row.currency,
    theirAmount: told.amount,
    theirCurrency: told.currency,
  });
  return [{ reference, whatMessage }];
}
