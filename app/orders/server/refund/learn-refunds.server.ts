import { t } from '../../../i18n/translate.ts';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { findOrderOfMember } from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { openProvider, PAYMENT_PROVIDERS } from '../payment/payment-providers.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import { ProviderAwayError, ProviderRefusedError } from '../payment/provider.ts';
import { nextCheck } from '../payment/settle-page.server.ts';
import { payments, refunds } from '../tables.server.ts';
import {
  bookRefund,
  findProviderPayment,
  lockPayment,
  settleRefund,
  type PaymentRow,
} from './book-refund.server.ts';
import type { RefundMethod } from './give-back.server.ts';

const TRACE = { member: undefined, requestId: 'refunds' };
const AT_ONCE = 20;

/**
 * Fetches refunds made at the provider before a refund is decided. While the provider is away, a refund through
 * it is safe, because the provider refuses too much, but credit would be given on top.
 */
export async function learnRefunds(
  appContext: OrderContext,
  member: Member | Program,
  number: number,
  refundMethod: RefundMethod,
): Promise<void> {
  const id = await findOrderOfMember(appContext.db, member, number);
  if (!id) return;
  // Each milestone has a payment of its own.
  const paid = await appContext.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, id),
        eq(payments.state, 'booked'),
        inArray(payments.way, [...PAYMENT_PROVIDERS]),
      ),
    )
    .orderBy(asc(payments.createdAt));
  for (const payment of paid) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
      await learnRefundsOf(appContext, payment);
    } catch (error) {
      // If the provider no longer knows the payment, no refund can be made there either.
      if (error instanceof ProviderRefusedError) continue;
      if (!(error instanceof ProviderAwayError)) throw error;
      if (refundMethod === 'credit') {
        throw new RefusedError(
          503,
          t(
            "We can't check with the payment service right now what was already refunded. Try again in a few minutes.",
          ),
        );
      }
    }
  }
}

export async function learnRefundsOf(appContext: OrderContext, payment: PaymentRow): Promise<void> {
  const provider = await openProvider(appContext.settings, payment.way);
  if (!provider) return;
  const { way: paymentMethod } = provider;
  const found = await findProviderPayment(appContext.db, paymentMethod, payment.reference);
  const told = await provider.refundsOf(payment.reference, found?.checkout);
  if (told.length === 0) return;
  await change(appContext, TRACE, async (tx, after) => {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    for (const refund of told) await bookRefund(tx, after, appContext, paymentMethod, refund);
  });
}

/**
 * Polls the providers for refunds that are not final. Each refund's next check is scheduled before the provider
 * is asked. A provider that does not answer keeps nobody else waiting.
 */
export async function checkRefunds(appContext: OrderContext): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
  for (const refundMethod of PAYMENT_PROVIDERS) await checkRefundsOf(appContext, refundMethod);
}

async function checkRefundsOf(
  appContext: OrderContext,
  refundMethod: PaymentProviderName,
): Promise<void> {
  const due = await appContext.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.way, refundMethod), lte(refunds.checkAt, appContext.clock.now())))
    .orderBy(asc(refunds.checkAt))
    .limit(AT_ONCE);
  for (const { id } of due) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
      await checkRefund(appContext, id);
    } catch (error) {
      if (error instanceof ProviderAwayError) return;
      appContext.log.error({ err: error, refund: id }, 'Could not check a refund');
    }
  }
}

async function checkRefund(appContext: OrderContext, id: string): Promise<void> {
  const now = appContext.clock.now();
  const row = await change(appContext, TRACE, async (tx) => {
    const [due] = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.id, id), lte(refunds.checkAt, now)))
      .for('update');
    if (!due) return undefined;
    const isFollowed = due.state === 'sent';
    await tx
      .update(refunds)
      .set({
        checks: due.checks + 1,
        checkAt: isFollowed ? nextCheck(now, due.checks + FIRST_WAIT, true) : null,
      })
      .where(eq(refunds.id, id));
    return due;
  });
  if (!row?.reference) return;
  const { way: refundMethod } = row;
  const provider = await openProvider(
    appContext.settings,
    refundMethod === 'credit' ? 'link' : refundMethod,
  );
  const told = await provider?.lookAtRefund(row.reference);
  if (!told) return;
  await change(appContext, TRACE, async (tx, after) => {
    const [payment] = row.paymentId
      ? await tx.select().from(payments).where(eq(payments.id, row.paymentId))
      : [];
    if (payment) await lockPayment(tx, payment);
    const [current] = await tx.select().from(refunds).where(eq(refunds.id, id));
    if (current?.reference === row.reference && !(current.state === told.state)) {
      await settleRefund(tx, after, appContext, current, told);
    }
  });
}

/** Bank refunds take days, so the first check comes after minutes, and the delay doubles. */
const FIRST_WAIT = 6;
