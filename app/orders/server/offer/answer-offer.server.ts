import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  NO_SUCH_CONVERSATION,
  requireWriting,
  type Viewer,
} from '../../../chat/server/access.server.ts';
import { confirmedEmail } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import { sendCard } from '../../../chat/server/messages/send-card.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t, msg, type Sentence } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { reserveCoupon } from '../coupons/redeem-coupon.server.ts';
import { lockOfferedCoupon, requireTaxOfToday } from './apply-coupon.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { beginPayment, insertOrder, takeOrderNumber } from '../order/insert-order.server.ts';
import { offers, orders } from '../tables.server.ts';
import { formatDay, type OfferAnswer, type OfferAnswerCard } from '../../protocol/offer.ts';

export type OfferRow = typeof offers.$inferSelect;

export const NO_SUCH_OFFER = msg("This offer isn't available.");
export const CONFIRM_FIRST = msg(
  'Confirm your email address first: the order and its documents are sent there.',
);

const OVER: Readonly<Record<OfferAnswer, Sentence>> = {
  accepted: msg('This offer has already been accepted.'),
  declined: msg('This offer has already been declined. Ask for a new one in the chat.'),
  withdrawn: msg('This offer was withdrawn. Ask for a new one in the chat.'),
};

/**
 * Records the visitor's answer to an offer. Accepting requires a verified email address and is idempotent. The
 * offer's lock decides between concurrent answers. Throws {@link RefusedError}: 404, 403 at the field
 * 'confirm', 409 if the offer is closed or its coupon can no longer be used.
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
    await requireWriting(tx, viewer, conversationId);
    if (!offer) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    if (offer.state === 'accepted' && answer === 'accepted') {
      return { order: await readNumberOfOffer(tx, offerId) };
    }
    if (offer.state === answer) return { order: undefined };
    refuseUnlessOpen(appContext, offer);
    if (answer === 'declined') {
      await settle(tx, after, appContext, offer, { answer, text: () => t('Offer declined.') });
      return { order: undefined };
    }
    requireTaxOfToday(appContext, offer);
    const email = await confirmedEmail(tx, viewer.browserId, conversationId);
    if (email === undefined) throw new RefusedError(403, t(CONFIRM_FIRST), 'confirm');
    const number = await takeOrderNumber(tx);
    const couponId = await lockOfferedCoupon(tx, appContext, offer, email);
    const row = await insertOrder(tx, appContext, offer, { number, email, event: 'accept' });
    if (couponId !== null) {
      await reserveCoupon(tx, { orderId: row.id, couponId, email, at: appContext.clock.now() });
    }
    const order = formatOrderNumber(row.number);
    await settle(tx, after, appContext, offer, {
      answer,
      text: () => t('Offer accepted. Order {number}.', { number: order }),
      order,
    });
    await beginPayment(tx, after, appContext, row, email, 'accept');
    return { order };
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

async function readNumberOfOffer(db: Database, offerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.offerId, offerId));
  return row && formatOrderNumber(row.number);
}
