import { and, eq, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { payments, type OrderRow } from '../tables.server.ts';
import { payablePart, type PartOfOrder } from '../milestones/part-of-order.server.ts';
import { book } from './ledger.server.ts';
import type { Paid } from './provider.ts';
import { closePagesSoon, completePage, findPage, type PageRow } from './settle-page.server.ts';
import { settlePaid } from './settle-paid.server.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';
import { inEnglish } from '../../../platform/speech.server.ts';

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
  return bookPaymentOf(tx, after, appContext, paymentMethod, paid, { order, page });
}

interface Payee {
  readonly order: OrderRow | undefined;
  /** A period of a subscription is paid without a page. */
  readonly page?: PageRow | undefined;
}

/** Books a payment to an order whose lock the caller holds. Without an order, the payment is held. */
export async function bookPaymentOf(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: Exclude<PaymentMethod, 'link'>,
  paid: Omit<Paid, 'kind' | 'checkout'>,
  { order, page }: Payee,
): Promise<string> {
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
  const part = order && (await payablePart(tx, order));
  const milestone = page?.milestone ?? null;
  const isWanted = part?.position === milestone;
  const heldMessage = order
    ? whyHeld(order, isWanted ? part : undefined, paid)
    : orderMessage('orders.held-without-order');
  const at = appContext.clock.now();
  const [payment] = await tx
    .insert(payments)
    .values({
      orderId: order?.id ?? null,
      milestone,
      way: paymentMethod,
      reference: paid.payment,
      amount: paid.amount,
      currency: paid.currency,
      state: heldMessage === undefined ? 'booked' : 'held',
      heldMessage: heldMessage ?? null,
      createdAt: at,
    })
    .returning({ id: payments.id });
  if (!payment) throw new Error('The payment was not inserted');
  await book(tx, at, {
    key: `payment ${payment.id}`,
    from: `received:${paymentMethod}`,
    to: heldMessage === undefined ? 'orders' : 'held',
    amount: paid.amount,
    currency: paid.currency,
    orderId: order?.id ?? null,
  });
  if (!order || !part || heldMessage !== undefined) {
    // The provider is asked whether the page can still be paid.
    if (order) await closePagesSoon(tx, appContext, order.id);
    return `held: ${heldMessage ? inEnglish(heldMessage) : ''}`;
  }
  if (page) await completePage(tx, appContext, page.id);
  await settlePaid(tx, after, appContext, order, {
    part,
    actor: { kind: 'provider' },
    why: orderMessage('orders.payment', { reference: paid.payment }),
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
function whyHeld(
  order: OrderRow,
  part: PartOfOrder | undefined,
  paid: Pick<Paid, 'amount' | 'currency'>,
): StoredMessage | undefined {
  if (order.state === 'cancelled') return orderMessage('orders.held-cancelled');
  if (!part) return orderMessage('orders.held-paid');
  if (paid.currency !== order.currency) {
    return orderMessage('orders.held-currency', { paid: paid.currency, due: order.currency });
  }
  const due = part.amount - part.creditAmount;
  if (paid.amount !== due) {
    const { currency } = order;
    return orderMessage('orders.held-amount', { paid: paid.amount, due, currency });
  }
  return undefined;
}
