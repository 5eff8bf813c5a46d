import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  type Viewer,
} from '../../../chat/server/access.server.ts';
import { isConfirmed } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import { sayCard } from '../../../chat/server/messages/say-card.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import type { OrderHost } from '../order-host.server.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import { placeOrder } from '../order/place-order.server.ts';
import { sayNumber } from '../../protocol/transitions.ts';
import { offers, orders } from '../tables.server.ts';
import { sayDay, type OfferAnswer, type OfferAnswerCard } from '../../protocol/offer.ts';

export type OfferRow = typeof offers.$inferSelect;

export const NO_SUCH_OFFER = 'This offer is not available.';
export const CONFIRM_FIRST =
  'Please confirm your address first: the order and its papers are sent there.';

const OVER: Readonly<Record<OfferAnswer, string>> = {
  accepted: 'This offer was accepted already.',
  declined: 'This offer was declined already. Ask in the chat for a new one.',
  withdrawn: 'This offer was withdrawn. Ask in the chat for a new one.',
};

/**
 * Records the visitor's answer to an offer. Accepting requires a verified email address and is idempotent. The
 * offer's lock decides between concurrent answers. Throws {@link RefusedError}: 404, 403 at the field
 * 'confirm', 409 if the offer is closed.
 */
export async function answerOffer(
  host: OrderHost,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
  offerId: string,
  answer: 'accepted' | 'declined',
): Promise<{ readonly order: string | undefined }> {
  return change(host, undefined, async (tx, after) => {
    const offer = await lockOffer(tx, offerId, conversationId);
    const access = await accessToConversation(tx, viewer, conversationId);
    if (!offer || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
    if (offer.state === 'accepted' && answer === 'accepted') {
      return { order: await readNumberOfOffer(tx, offerId) };
    }
    if (offer.state === answer) return { order: undefined };
    refuseUnlessOpen(host, offer);
    if (answer === 'declined') {
      await settle(tx, after, host, offer, { answer, text: () => say('Offer declined.') });
      return { order: undefined };
    }
    const email = await confirmedEmail(tx, viewer.browserId, conversationId);
    const number = await placeOrder(tx, after, host, offer, email, (order) =>
      settle(tx, after, host, offer, {
        answer,
        text: () => say('Offer accepted. Order {number}.', { number: sayNumber(order) }),
        order: sayNumber(order),
      }),
    );
    return { order: sayNumber(number) };
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
function refuseUnlessOpen({ clock }: OrderHost, offer: OfferRow): void {
  if (offer.state !== 'open') throw new RefusedError(409, OVER[offer.state]);
  if (clock.now() >= offer.validUntil) {
    const day = sayDay(offer.validDay);
    throw new RefusedError(
      409,
      say('This offer was valid until {day}. Ask in the chat for a new one.', { day }),
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
  host: OrderHost,
  offer: OfferRow,
  { answer, text, order, memberId }: Settled,
): Promise<void> {
  await tx
    .update(offers)
    .set({ state: answer, answeredAt: host.clock.now() })
    .where(eq(offers.id, offer.id));
  if (offer.conversationId === null) return;
  const card: OfferAnswerCard = { offerId: offer.id, answer, ...(order ? { order } : {}) };
  const inBuyersWords = await speechOfBuyer(tx, host.settings, offer.conversationId);
  await sayCard(tx, after, host, {
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
  if (!visitor) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  if (await isConfirmed(tx, browserId, visitor.id)) return visitor.email;
  throw new RefusedError(403, CONFIRM_FIRST, 'confirm');
}

async function readNumberOfOffer(db: Database, offerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.offerId, offerId));
  return row && sayNumber(row.number);
}
