import { t } from '../../../i18n/translate.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { JobKind, Outcome } from '../../../platform/change/kind.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { openProvider } from '../payment/payment-providers.ts';
import {
  ProviderRefusedError,
  type PaymentProvider,
  type ProviderRefund,
} from '../payment/provider.ts';
import { orders, payments, refunds } from '../tables.server.ts';
import {
  bookRefund,
  failRefund,
  findProviderPayment,
  keyOf,
  lockPayment,
  settleRefund,
  type RefundRow,
} from './book-refund.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';
import { sendUnbooked } from './unbooked-refund.server.ts';
import { reopenRefund } from './reopen-refund.server.ts';
import { notifyManagers } from './notify-managers.server.ts';
import { orderMessage } from '../../stored-messages.ts';
import { messageOf, showMessage, type StoredMessage } from '../../../platform/stored-message.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Providers remember idempotency keys for a day. */
const KEY_IS_KNOWN_MS = 20 * HOUR_MS;

/** A provider outage of an hour is normal, one of three days is not. */
const RETRY_AFTER_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
];

/** The money of a refund that the provider refused counts as the order's again. */
export const IS_PROMISED = sql`exists (
  select 1 from ${refunds} where ${refunds.id}::text = ${jobsTable.key} and ${refunds.state} = 'due')`;

export type RefundServices = OrderContext;

/** Creates the job kind that sends refunds to a provider. Retries are safe because of the idempotency key. */
export function refundKind(services: RefundServices): JobKind {
  return {
    name: REFUND_KIND,
    retryAfterMs: RETRY_AFTER_MS,
    jitter: 0.1,
    leaseMs: 2 * MINUTE_MS,
    concurrencyGroups: 2,
    atOnce: 1,
    keepDoneMs: 0,
    keepFailedMs: 'until discarded',
    async deliver({ key, attempts, payload }) {
      const found = await findSent(services.db, key);
      if (!found) return sendUnbooked(services, payload);
      if (found.refund.state === 'done' || found.refund.state === 'sent') return { result: 'done' };
      const name = nameOf(found);
      const isRefused = found.refund.state !== 'due';
      const refund = isRefused ? await sendAnew(services, key) : found.refund;
      if (!refund) {
        return {
          result: 'failed',
          error: orderMessage('orders.refund-decided-anew', { refund: name }),
        };
      }
      const provider = await openProvider(services.settings, found.payment.way);
      if (!provider) {
        return {
          result: 'failed',
          error: orderMessage('orders.no-provider', { provider: found.payment.way }),
        };
      }
      const isLastTry = attempts > RETRY_AFTER_MS.length;
      return send(services, provider, { ...found, refund, name, isLastTry });
    },
  };
}

async function findSent(db: Database, id: string) {
  const [row] = await db
    .select({ refund: refunds, payment: payments, number: orders.number })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.id, id));
  return row;
}

type Sent = NonNullable<Awaited<ReturnType<typeof findSent>>>;

function nameOf({ refund: { amount, currency }, payment, number }: Sent): StoredMessage {
  return number === null
    ? orderMessage('orders.refund-of-payment', { amount, currency, reference: payment.reference })
    : orderMessage('orders.refund-of-order', {
        amount,
        currency,
        order: formatOrderNumber(number),
      });
}

/** Retries a refused refund. Returns `undefined` if the team has decided otherwise meanwhile. */
function sendAnew(services: RefundServices, id: string): Promise<RefundRow | undefined> {
  const trace = { member: undefined, requestId: REFUND_KIND };
  return change(services, trace, (tx, after) => reopenRefund(tx, after, services, id));
}

interface Sending extends Sent {
  readonly name: StoredMessage;
  readonly isLastTry: boolean;
}

async function send(
  services: RefundServices,
  provider: PaymentProvider,
  { refund, payment, number, name, isLastTry }: Sending,
): Promise<Outcome> {
  const { id, amount, currency, createdAt } = refund;
  const isLate = services.clock.now().getTime() - createdAt.getTime() > KEY_IS_KNOWN_MS;
  try {
    const key = keyOf(refund);
    const sent = await provider.refund({
      payment: payment.reference,
      key,
      amount,
      currency,
      isLate,
    });
    return {
      result: 'done',
      settle: (tx, after) =>
        underLock(tx, refund, (row) => settleRefund(tx, after, services, row, sent)),
    };
  } catch (error) {
    const problem = messageOf(error);
    const told = orderMessage('orders.refund-failed', { refund: name, problem });
    if (error instanceof ProviderRefusedError) {
      return { error: told, ...(await refused(services, provider, { refund, payment, problem })) };
    }
    if (!isLastTry) return { result: 'retry', error: told };
    // The outcome is unknown, so the refund stays due. A later attempt uses the same idempotency key.
    return {
      result: 'failed',
      error: told,
      settle: (tx, after) =>
        notifyManagers(tx, after, services, number === null ? undefined : { number }, {
          key: `refund ${id} unsent`,
          says: () =>
            t("{name} couldn't be sent: {problem}", {
              name: showMessage(name),
              problem: showMessage(problem),
            }),
        }),
    };
  }
}

/**
 * Handles a refund that the provider refused. If somebody made the same refund at the provider before, it is
 * matched to this row; otherwise the money counts as the order's again.
 */
async function refused(
  services: RefundServices,
  provider: PaymentProvider,
  {
    refund,
    payment,
    problem,
  }: Pick<Sending, 'refund' | 'payment'> & { readonly problem: StoredMessage },
): Promise<Pick<Outcome, 'settle'> & { readonly result: 'done' | 'failed' }> {
  const page = await findProviderPayment(services.db, provider.way, payment.reference);
  const made = await provider.refundsOf(payment.reference, page?.checkout).catch(() => []);
  const same = await findSame(services.db, refund, made);
  return {
    result: same ? 'done' : 'failed',
    settle: async (tx, after) => {
      await underLock(tx, refund, async (row) => {
        if (row.state !== 'due' || row.attempt !== refund.attempt) return;
        if (same) await settleRefund(tx, after, services, row, same);
        else await failRefund(tx, after, services, row, { state: 'failed', problem });
      });
      await bookMade(tx, after, services, provider, made);
    },
  };
}

/** Finds a refund of the same amount at the provider that no row refers to. */
async function findSame(db: Database, row: RefundRow, made: readonly ProviderRefund[]) {
  const references = made.map(({ reference }) => reference);
  const known =
    references.length === 0
      ? []
      : await db
          .select({ reference: refunds.reference })
          .from(refunds)
          .where(inArray(refunds.reference, references));
  return made.find(
    ({ reference, amount, state }) =>
      amount === row.amount &&
      (state === 'sent' || state === 'done') &&
      !known.some((one) => one.reference === reference),
  );
}

async function bookMade(
  tx: Database,
  after: After,
  services: RefundServices,
  provider: PaymentProvider,
  made: readonly ProviderRefund[],
): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
  for (const refund of made) await bookRefund(tx, after, services, provider.way, refund);
}

/** Rereads the refund after locking its order and payment. */
async function underLock(
  tx: Database,
  { id, paymentId }: RefundRow,
  work: (row: RefundRow) => Promise<unknown>,
): Promise<void> {
  const [payment] = paymentId
    ? await tx.select().from(payments).where(eq(payments.id, paymentId))
    : [];
  if (payment) await lockPayment(tx, payment);
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (row) await work(row);
}
