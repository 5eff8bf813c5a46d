import { msg, english } from '../../../i18n/translate.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOrder, type OrderRow } from '../order/change-state.server.ts';
import { payments } from '../tables.server.ts';
import { formatMoney } from '../../protocol/money.ts';
import { book } from './ledger.server.ts';
import type { Paid } from './provider.ts';
import { closePagesSoon, completePage, findPage } from './settle-page.server.ts';
import { settlePaid } from './settle-paid.server.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';

/**
 * Books an incoming payment once: to its order if state, amount and currency fit, and otherwise as held for
 * review (rules 213 and 214). Payments of another shop in the same account are ignored. Returns a description of the
 * outcome.
 */
export async function bookPayment(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: Exclude<PaymentMethod, 'link'>,
  paid: Paid,
  pageId?: string,
): Promise<string> {
  const page = await findPage(tx, paymentMethod, pageId ?? paid.checkout);
  if (!page && !isOurs(appContext, paid)) return 'of another shop';
  const order = page && (await lockOrder(tx, page.orderId));
  // Two events of the same payment wait for each other here if no order's lock makes them do so.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`payment:${paymentMethod}:${paid.payment}`}))`,
  );
  const [known] = await tx
    .select({ state: payments.state })
    .from(payments)
    .where(and(eq(payments.way, paymentMethod), eq(payments.reference, paid.payment)));
  if (page && known) await completePage(tx, appContext, page.id);
  if (known) return `known already: ${known.state}`;
  const heldBecause = order ? whyHeld(order, paid) : english(msg('It names no order of ours.'));
  const at = appContext.clock.now();
  const [payment] = await tx
    .insert(payments)
    .values({
      orderId: order?.id ?? null,
      way: paymentMethod,
      reference: paid.payment,
      amount: paid.amount,
      currency: paid.currency,
      state: heldBecause === undefined ? 'booked' : 'held',
      heldBecause: heldBecause ?? null,
      createdAt: at,
    })
    .returning({ id: payments.id });
  if (!payment) throw new Error('The payment was not inserted');
  await book(tx, at, {
    key: `payment ${payment.id}`,
    from: `received:${paymentMethod}`,
    to: heldBecause === undefined ? 'orders' : 'held',
    amount: paid.amount,
    currency: paid.currency,
    orderId: order?.id ?? null,
  });
  if (!order || heldBecause !== undefined) {
    // The provider is asked whether the page can still be paid.
    if (order) await closePagesSoon(tx, appContext, order.id);
    return `held: ${heldBecause}`;
  }
  await completePage(tx, appContext, page.id);
  await settlePaid(tx, after, appContext, order, {
    actor: { kind: 'provider' },
    why: `Payment ${paid.payment}`,
  });
  return 'booked';
}

/**
 * Decides if a payment without a known page belongs to this shop: a database restored from a backup may lack
 * the page.
 */
export function isOurs(
  { settings }: { readonly settings: Pick<OrderContext['settings'], 'origin'> },
  { site, mayBeOurs = false }: Pick<Paid, 'site' | 'mayBeOurs'>,
): boolean {
  return site === undefined ? mayBeOurs : site === new URL(settings.origin).host;
}

/** Returns the reason for which a payment is held instead of booked, or `undefined`. */
function whyHeld(order: OrderRow, paid: Paid): string | undefined {
  if (order.state === 'cancelled') return english(msg('The order was cancelled.'));
  if (order.state !== 'awaiting payment') return english(msg('The order is paid already.'));
  if (paid.currency !== order.currency) {
    return english(msg('It came in {paid}, and the order is in {wanted}.'), {
      paid: paid.currency,
      wanted: order.currency,
    });
  }
  const due = order.amount - order.creditAmount;
  if (paid.amount !== due) {
    const { currency } = order;
    return english(msg('It was {paid} instead of {due}.'), {
      paid: formatMoney(paid.amount, currency),
      due: formatMoney(due, currency),
    });
  }
  return undefined;
}
