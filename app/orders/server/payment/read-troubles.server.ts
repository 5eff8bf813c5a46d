import { t } from '../../../i18n/translate.ts';

import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { REFUND_KIND } from '../refund/refund-kind-name.ts';
import { differences, disputes, orders, OWN_BOOKS, payments, refunds } from '../tables.server.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { formatMoney } from '../../protocol/money.ts';
import { showLatest, showStored } from '../../../platform/stored-message.ts';

const SHOWN = 100;

export interface PaymentTroubles {
  readonly held: readonly HeldPayment[];
  readonly differences: readonly {
    /** Empty for a difference within the books. */
    readonly paymentMethod: string;
    readonly reference: string;
    readonly what: string;
    readonly foundAt: string;
  }[];
  /** Refunds that failed or whose outcome is unknown. */
  readonly refunds: readonly FailedRefund[];
  readonly disputes: readonly OpenDispute[];
}

export interface FailedRefund {
  readonly id: string;
  readonly order: string | null;
  readonly amount: string;
  readonly because: string;
  readonly isUnknown: boolean;
  readonly at: string;
}

export interface OpenDispute {
  readonly reference: string;
  readonly order: string | null;
  readonly amount: string;
  readonly at: string;
}

export interface HeldPayment {
  readonly id: string;
  readonly order: string | null;
  readonly reference: string;
  /** Formatted. Amounts in an unknown currency are given in its smallest units. */
  readonly amount: string;
  readonly because: string;
  readonly at: string;
}

/** Returns empty lists for anybody but managers and admins. */
export async function readTroubles(db: Database, member: Member): Promise<PaymentTroubles> {
  if (!may(member, 'manage-orders'))
    return { held: [], differences: [], refunds: [], disputes: [] };
  const [held, found, failed, disputed] = await Promise.all([
    db
      .select({ payment: payments, number: orders.number })
      .from(payments)
      .leftJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.state, 'held'))
      .orderBy(desc(payments.createdAt))
      .limit(SHOWN),
    db.select().from(differences).orderBy(desc(differences.foundAt)).limit(SHOWN),
    readFailedRefunds(db),
    readOpenDisputes(db),
  ]);
  return {
    held: held.map(({ payment, number }) => ({
      id: payment.id,
      order: number === null ? null : formatOrderNumber(number),
      reference: payment.reference,
      amount: formatAnyMoney(payment.amount, payment.currency),
      because: showStored(payment.heldMessage, payment.heldBecause) ?? '',
      at: payment.createdAt.toISOString(),
    })),
    differences: found.map(({ way: paymentMethod, reference, what, whatMessage, foundAt }) => ({
      paymentMethod: paymentMethod === OWN_BOOKS ? '' : paymentMethod,
      reference,
      what: showStored(whatMessage, what) ?? '',
      foundAt: foundAt.toISOString(),
    })),
    refunds: failed,
    disputes: disputed,
  };
}

/**
 * Reads refunds that are not sent and have no open job. Refunds that were resolved otherwise are left out: the order no longer
 * waits for a decision, or the held payment was returned.
 */
async function readFailedRefunds(db: Database): Promise<FailedRefund[]> {
  const rows = await db
    .select({
      refund: refunds,
      number: orders.number,
      job: { text: jobsTable.lastError, message: jobsTable.lastErrorMessage },
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(
      jobsTable,
      and(
        eq(jobsTable.kind, REFUND_KIND),
        eq(jobsTable.key, sql`${refunds.id}::text`),
        eq(jobsTable.state, 'failed'),
      ),
    )
    .where(
      and(
        // It is being sent.
        sql`not exists (
          select 1 from ${jobsTable} open where open.kind = ${REFUND_KIND}
            and open.key = ${refunds.id}::text and open.state in ('open', 'held'))`,
        or(
          eq(refunds.state, 'due'),
          and(
            inArray(refunds.state, ['failed', 'cancelled']),
            eq(refunds.source, 'team'),
            or(eq(orders.state, 'refund requested'), eq(payments.state, 'held'), isNull(orders.id)),
          ),
        ),
      ),
    )
    .orderBy(desc(refunds.createdAt))
    .limit(SHOWN);
  return rows.map(({ refund, number, job }) => ({
    id: refund.id,
    order: number === null ? null : formatOrderNumber(number),
    amount: formatAnyMoney(refund.amount, refund.currency),
    because:
      showLatest(refund.problemMessage, refund.problem) ??
      showLatest(job?.message, job?.text ?? null) ??
      '',
    isUnknown: refund.state === 'due',
    at: refund.createdAt.toISOString(),
  }));
}

async function readOpenDisputes(db: Database): Promise<OpenDispute[]> {
  const rows = await db
    .select({ dispute: disputes, number: orders.number })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(disputes.state, 'open'))
    .orderBy(desc(disputes.openedAt))
    .limit(SHOWN);
  return rows.map(({ dispute, number }) => ({
    reference: dispute.reference,
    order: number === null ? null : formatOrderNumber(number),
    amount: formatAnyMoney(dispute.amount, dispute.currency),
    at: dispute.openedAt.toISOString(),
  }));
}

function formatAnyMoney(amount: number, currency: string): string {
  return isCurrency(currency)
    ? formatMoney(amount, currency)
    : t('{amount} minor units of {currency}', { amount, currency });
}
