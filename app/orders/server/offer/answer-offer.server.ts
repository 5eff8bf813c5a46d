import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  type Viewer,
} from '../../../chat/server/access.server.ts';
import { isConfirmed } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import { sendCard } from '../../../chat/server/messages/send-card.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t, msg, english, type Sentence } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import { PAID_WITH_CREDIT, formatOrderNumber } from '../../protocol/transitions.ts';
import { offers, orders, orderEvents } from '../tables.server.ts';
import { formatDay, type OfferAnswer, type OfferAnswerCard } from '../../protocol/offer.ts';
import { spendCredit } from '../credit/credit.server.ts';
import { book } from '../payment/ledger.server.ts';
import { settlePaid } from '../payment/settle-paid.server.ts';
import { daysAfter, dueOf } from '../../deadlines.ts';
import { formatMoney } from '../../protocol/money.ts';
import { lockOrder, type OrderRow, orderChanged } from '../order/change-state.server.ts';
import { mailOrder } from '../order/mail-order.server.ts';
import { hashOf } from '../access.server.ts';

/** Numbers begin here, because 'E-1' would reveal how new the shop is. */
const FIRST_NUMBER = 1001;

export type OfferRow = typeof offers.$inferSelect;

export const NO_SUCH_OFFER = msg('This offer is not available.');
export const CONFIRM_FIRST = msg(
  'Please confirm your address first: the order and its papers are sent there.',
);

const OVER: Readonly<Record<OfferAnswer, Sentence>> = {
  accepted: msg('This offer was accepted already.'),
  declined: msg('This offer was declined already. Ask in the chat for a new one.'),
  withdrawn: msg('This offer was withdrawn. Ask in the chat for a new one.'),
};

/**
 * Records the visitor's answer to an offer. Accepting requires a verified email address and is idempotent. The
 * offer's lock decides between concurrent answers. Throws {@link RefusedError}: 404, 403 at the field
 * 'confirm', 409 if the offer is closed.
 */
export async function answerOffer(
  appContext: OrderContext,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
  offerId: string,
  answer: 'accepted' | 'declined',
): Promise<{ readonly order: string | undefined }> {
  return change(appContext, undefined, async (tx, after) => {
    const offer = await lockOffer(tx, offerId, conversationId);
    const access = await accessToConversation(tx, viewer, conversationId);
    if (!offer || access !== 'write') throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    if (offer.state === 'accepted' && answer === 'accepted') {
      return { order: await readNumberOfOffer(tx, offerId) };
    }
    if (offer.state === answer) return { order: undefined };
    refuseUnlessOpen(appContext, offer);
    if (answer === 'declined') {
      await settle(tx, after, appContext, offer, { answer, text: () => t('Offer declined.') });
      return { order: undefined };
    }
    const email = await confirmedEmail(tx, viewer.browserId, conversationId);
    const number = await placeOrder(tx, after, appContext, offer, email, (order) =>
      settle(tx, after, appContext, offer, {
        answer,
        text: () => t('Offer accepted. Order {number}.', { number: formatOrderNumber(order) }),
        order: formatOrderNumber(order),
      }),
    );
    return { order: formatOrderNumber(number) };
  });
}

/** Locks the offer. Returns `undefined` if it was made in another conversation. */
export async function lockOffer(
  tx: Database,
  offerId: string,
  conversationId: string,
): Promise<OfferRow | undefined> {
  const [offer] = await tx.select().from(offers).where(eq(offers.id, offerId)).for('update');
  return offer?.conversationId === conversationId ? offer : undefined;
}

/** Throws {@link RefusedError} 409 if the offer was answered, was withdrawn or has expired. */
function refuseUnlessOpen({ clock }: OrderContext, offer: OfferRow): void {
  if (offer.state !== 'open') throw new RefusedError(409, t(OVER[offer.state]));
  if (clock.now() >= offer.validUntil) {
    const day = formatDay(offer.validDay);
    throw new RefusedError(
      409,
      t('This offer was valid until {day}. Ask in the chat for a new one.', { day }),
    );
  }
}

interface Settled {
  readonly answer: OfferAnswer;
  /** Returns the text in the visitor's language. */
  readonly text: () => string;
  readonly order?: string;
  readonly memberId?: string;
}

export async function settle(
  tx: Database,
  after: After,
  appContext: OrderContext,
  offer: OfferRow,
  { answer, text, order, memberId }: Settled,
): Promise<void> {
  await tx
    .update(offers)
    .set({ state: answer, answeredAt: appContext.clock.now() })
    .where(eq(offers.id, offer.id));
  if (offer.conversationId === null) return;
  const card: OfferAnswerCard = { offerId: offer.id, answer, ...(order ? { order } : {}) };
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, offer.conversationId);
  await sendCard(tx, after, appContext, {
    conversationId: offer.conversationId,
    clientId: randomUUID(),
    kind: 'offer-answer',
    card: { ...card },
    text: inBuyersWords(text),
    by: memberId ? { side: 'team', memberId } : { side: 'visitor' },
  });
}

/** Throws {@link RefusedError} 403 if this browser has not verified the conversation's email address. */
async function confirmedEmail(
  tx: Database,
  browserId: string,
  conversationId: string,
): Promise<string> {
  const [visitor] = await tx
    .select({ id: visitors.id, email: visitors.email })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  if (!visitor) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  if (await isConfirmed(tx, browserId, visitor.id)) return visitor.email;
  throw new RefusedError(403, t(CONFIRM_FIRST), 'confirm');
}

async function readNumberOfOffer(db: Database, offerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.offerId, offerId));
  return row && formatOrderNumber(row.number);
}

/**
 * Creates the order of an accepted offer, under the offer's lock, and returns its number. Credit is spent
 * first; if it covers everything, the order is paid. `said` posts the acceptance before any later message.
 */
async function placeOrder(
  tx: Database,
  after: After,
  appContext: OrderContext,
  offer: typeof offers.$inferSelect,
  email: string,
  said: (number: number) => Promise<void>,
): Promise<number> {
  const { settings } = appContext;
  const now = appContext.clock.now();
  const { id, number } = await insertOrder(tx, appContext, offer, email);
  await said(number);
  const order = await lockOrder(tx, id);
  const creditAmount = await payByCredit(tx, order, email, now);
  const withCredit = { ...order, creditAmount };
  await mailOrder(tx, after, appContext, order, {
    transition: 'accept',
    said: () => formatDueAmount(order.amount - creditAmount, order),
    ...(creditAmount < order.amount ? { due: dueOf(order, settings.supportTimezone, now) } : {}),
  });
  after.happened(orderChanged({ number, event: 1, transition: 'accept', state: order.state }));
  if (creditAmount === order.amount) {
    await settlePaid(tx, after, appContext, withCredit, {
      actor: { kind: 'provider' },
      why: english(PAID_WITH_CREDIT),
    });
  }
  return number;
}

async function insertOrder(
  tx: Database,
  { clock, settings }: OrderContext,
  offer: typeof offers.$inferSelect,
  email: string,
): Promise<{ readonly id: string; readonly number: number }> {
  const now = clock.now();
  const id = randomUUID();
  const number = await nextNumber(tx);
  await tx.insert(orders).values({
    id,
    number,
    offerId: offer.id,
    conversationId: offer.conversationId,
    buyerEmail: email,
    secretHash: await hashOf(tx, id),
    state: 'awaiting payment',
    lastEvent: 1,
    currency: offer.currency,
    amount: offer.amount,
    paymentDueAt: daysAfter(settings.supportTimezone, now, settings.orderPaymentDays),
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(orderEvents).values({
    orderId: id,
    number: 1,
    transition: 'accept',
    toState: 'awaiting payment',
    actor: 'buyer',
    at: now,
  });
  return { id, number };
}

async function payByCredit(
  tx: Database,
  order: OrderRow,
  email: string,
  now: Date,
): Promise<number> {
  const creditAmount = await spendCredit(tx, order, email);
  if (creditAmount > 0) {
    await tx.update(orders).set({ creditAmount }).where(eq(orders.id, order.id));
    await book(tx, now, {
      key: `credit ${order.id}`,
      from: `credit`,
      to: 'orders',
      amount: creditAmount,
      currency: order.currency,
      orderId: order.id,
    });
  }
  return creditAmount;
}

/** An advisory lock keeps the numbers free of gaps when several orders are placed at once. */
async function nextNumber(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('order-numbers'))`);
  const [row] = await tx.select({ last: sql<number | null>`max(${orders.number})` }).from(orders);
  return Math.max((row?.last ?? 0) + 1, FIRST_NUMBER);
}

function formatDueAmount(
  due: number,
  { currency }: Pick<typeof orders.$inferSelect, 'currency'>,
): string {
  return due === 0
    ? t('Thank you for your order. Your credit pays for it.')
    : t('Thank you for your order. {amount} is to be paid.', {
        amount: formatMoney(due, currency),
      });
}
