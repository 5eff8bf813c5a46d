import { and, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import type { Outcome } from '../../../platform/change/kind.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { messageOf } from '../../../platform/stored-message.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { OrderContext } from '../order-context.server.ts';
import { openProvider, PAYMENT_PROVIDERS } from '../payment/payment-providers.ts';
import { ProviderRefusedError } from '../payment/provider.ts';
import { payments, refunds } from '../tables.server.ts';
import { keyOf } from './book-refund.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';

const payload = v.object({
  paymentMethod: v.picklist(PAYMENT_PROVIDERS),
  payment: v.string(),
  key: v.string(),
  amount: v.number(),
  currency: v.string(),
});

/** Lets the jobs of refunds that no provider has yet go on without the refunds' rows, because the money is promised. */
export async function detachRefunds(tx: Database): Promise<void> {
  const due = await tx
    .select({ refund: refunds, payment: payments.reference })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, 'due'), inArray(refunds.way, [...PAYMENT_PROVIDERS])));
  for (const { refund, payment } of due) {
    const { way: paymentMethod, amount, currency } = refund;
    const stored = { paymentMethod, payment, key: keyOf(refund), amount, currency };
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx
      .update(jobsTable)
      .set({ payload: stored })
      .where(and(eq(jobsTable.kind, REFUND_KIND), eq(jobsTable.key, refund.id)));
  }
}

/** Sends a refund whose row was deleted. Without {@link detachRefunds}, there is nothing to send. */
export async function sendUnbooked(
  { settings }: Pick<OrderContext, 'settings'>,
  stored: unknown,
): Promise<Outcome> {
  const parsed = v.safeParse(payload, stored);
  if (!parsed.success) return { result: 'done' };
  const { paymentMethod, ...refund } = parsed.output;
  const provider = await openProvider(settings, paymentMethod);
  if (!provider) {
    return {
      result: 'failed',
      error: orderMessage('orders.no-provider', { provider: paymentMethod }),
    };
  }
  try {
    await provider.refund({ ...refund, isLate: true });
    return { result: 'done' };
  } catch (error) {
    const name = orderMessage('orders.refund-of-payment', {
      amount: refund.amount,
      currency: refund.currency,
      reference: refund.payment,
    });
    const told = orderMessage('orders.refund-failed', { refund: name, problem: messageOf(error) });
    return { result: error instanceof ProviderRefusedError ? 'failed' : 'retry', error: told };
  }
}
