import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import { sayCard } from '../../../chat/server/messages/say-card.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { OrderHost } from '../order-host.server.ts';
import { choicesOf } from '../../protocol/choices.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import { findOfferedService } from '../../service-source.ts';
import { offers } from '../tables.server.ts';
import {
  sayOffer,
  type OfferCard,
  type OfferDraft,
  type OfferTerms,
} from '../../protocol/offer.ts';
import { readDraft } from './read-draft.ts';

/**
 * Makes an offer: a snapshot of the terms, and a message that shows it (rules 199 and 200). Everybody who may answer
 * the visitor may do so. Throws {@link RefusedError}: 404, 400 with the wrong field, 409 if the client's id
 * belongs to another offer.
 */
export async function makeOffer(
  host: OrderHost,
  member: Member,
  conversationId: string,
  draft: OfferDraft,
): Promise<OfferCard> {
  const { catalogue, clock, settings } = host;
  const terms = readDraft(draft, {
    timeZone: settings.supportTimezone,
    now: clock.now(),
    titleOf: (path) => findOfferedService(catalogue, path)?.title,
    ways: choicesOf(settings).map(({ way }) => way),
  });
  return change(host, undefined, async (tx, after) => {
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    const viewer = { kind: 'member', member } as const;
    if ((await accessToConversation(tx, viewer, conversationId)) !== 'write') {
      throw new RefusedError(404, NO_SUCH_CONVERSATION);
    }
    const repeat = await findRepeat(tx, member, conversationId, draft.clientId, terms);
    if (repeat) return repeat;
    const [offer] = await tx
      .insert(offers)
      .values({
        ...terms,
        validUntil: new Date(terms.validUntil),
        conversationId,
        clientId: draft.clientId,
        agentId: member.id,
        createdAt: clock.now(),
      })
      .returning({ id: offers.id });
    if (!offer) throw new Error('The offer was not inserted');
    const inBuyersWords = await speechOfBuyer(tx, settings, conversationId);
    const card: OfferCard = { offerId: offer.id, ...terms };
    await sayCard(tx, after, host, {
      conversationId,
      // The message needs its own id, because the client's id of the offer may already belong to another
      // message.
      clientId: randomUUID(),
      kind: 'offer',
      card: { ...card },
      text: inBuyersWords(() => sayOffer(terms)),
      by: { side: 'team', memberId: member.id },
    });
    return card;
  });
}

/**
 * Returns the offer of an earlier request with this client id. Throws {@link RefusedError} 409 if that offer
 * differs.
 */
async function findRepeat(
  tx: Database,
  member: Member,
  conversationId: string,
  clientId: string,
  terms: OfferTerms,
): Promise<OfferCard | undefined> {
  const [row] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.conversationId, conversationId), eq(offers.clientId, clientId)));
  if (!row) return undefined;
  const isSame = row.agentId === member.id && row.amount === terms.amount;
  if (!isSame) {
    throw new RefusedError(409, 'Another offer has this id already. Please make it again.');
  }
  return { offerId: row.id, ...termsOf(row) };
}

export function termsOf(row: typeof offers.$inferSelect): OfferTerms {
  return {
    lines: row.lines,
    currency: row.currency,
    amount: row.amount,
    deliveryDays: row.deliveryDays,
    revisions: row.revisions,
    validDay: row.validDay,
    validUntil: row.validUntil.toISOString(),
    questions: row.questions,
    note: row.note,
  };
}
