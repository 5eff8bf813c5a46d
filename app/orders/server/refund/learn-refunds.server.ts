import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { findOrderOfMember } from '../access.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { openProvider } from '../payment/open-provider.server.ts';
import { ProviderAwayError, ProviderRefusedError } from '../payment/provider.ts';
import { nextCheck } from '../payment/settle-page.server.ts';
import { PROVIDER_WAYS } from '../../protocol/ways.ts';
import { payments, refunds } from '../tables.server.ts';
import {
  bookRefund,
  findProviderPayment,
  lockPayment,
  settleRefund,
  type PaymentRow,
} from './book-refund.server.ts';
import type { RefundWay } from './give-back.server.ts';

const TRACE = { member: undefined, requestId: 'refunds' };
const AT_ONCE = 20;

/**
 * Fetches refunds made at the provider before a refund is decided. While the provider is away, a refund through
 * it is safe, because the provider refuses too much, but credit would be given on top.
 */
export async function learnRefunds(
  host: OrderHost,
  member: Member | Program,
  number: number,
  way: RefundWay,
): Promise<void> {
  const id = await findOrderOfMember(host.db, member, number);
  if (!id) return;
  const [payment] = await host.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, id),
        eq(payments.state, 'booked'),
        inArray(payments.way, [...PROVIDER_WAYS]),
      ),
    );
  if (!payment) return;
  try {
    await learnRefundsOf(host, payment);
  } catch (error) {
    // If the provider no longer knows the payment, no refund can be made there either.
    if (error instanceof ProviderRefusedError) return;
    if (!(error instanceof ProviderAwayError)) throw error;
    if (way === 'credit') {
      throw new RefusedError(
        503,
        'The payment service cannot be asked at the moment what has gone back already. Please try again in a few minutes.',
      );
    }
  }
}

export async function learnRefundsOf(host: OrderHost, payment: PaymentRow): Promise<void> {
  const provider = await openProvider(host.settings, payment.way);
  if (!provider) return;
  const found = await findProviderPayment(host.db, provider.way, payment.reference);
  const told = await provider.refundsOf(payment.reference, found?.checkout);
  if (told.length === 0) return;
  await change(host, TRACE, async (tx, after) => {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    for (const refund of told) await bookRefund(tx, after, host, provider.way, refund);
  });
}

/**
 * Polls the providers for refunds that are not final. Each refund's next check is scheduled before the provider
 * is asked.
 */
export async function checkRefunds(host: OrderHost): Promise<void> {
  const now = host.clock.now();
  const due = await host.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.checkAt, now))
    .orderBy(asc(refunds.checkAt))
    .limit(AT_ONCE);
  for (const { id } of due) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
      await checkRefund(host, id);
    } catch (error) {
      if (!(error instanceof ProviderAwayError)) {
        host.log.error({ err: error, refund: id }, 'A refund could not be checked');
      }
    }
  }
}

async function checkRefund(host: OrderHost, id: string): Promise<void> {
  const now = host.clock.now();
  const row = await change(host, TRACE, async (tx) => {
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
  const provider = await openProvider(host.settings, row.way === 'credit' ? 'link' : row.way);
  const told = await provider?.lookAtRefund(row.reference);
  if (!told) return;
  await change(host, TRACE, async (tx, after) => {
    const [payment] = row.paymentId
      ? await tx.select().from(payments).where(eq(payments.id, row.paymentId))
      : [];
    if (payment) await lockPayment(tx, payment);
    const [current] = await tx.select().from(refunds).where(eq(refunds.id, id));
    if (current?.reference === row.reference && !(current.state === told.state)) {
      await settleRefund(tx, after, host, current, told);
    }
  });
}

/** Bank refunds take days, so the first check comes after minutes, and the delay doubles. */
const FIRST_WAIT = 6;
