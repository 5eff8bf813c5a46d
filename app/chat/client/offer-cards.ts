import type { MessageView } from '../protocol/views.ts';
import type { OfferAnswerCard, OfferCard } from '../../orders/protocol/offer.ts';

// The server built the card for this `kind`, so its shape is not checked again here.

export function offerOf({ kind, card }: MessageView): OfferCard | undefined {
  return kind === 'offer' ? (card as unknown as OfferCard) : undefined;
}

/** Returns the card of a message shown as one line: an answer to an offer, or an order's change of status. */
export function toldOf({
  kind,
  card,
}: MessageView): { readonly order?: string; readonly proof?: string } | undefined {
  return kind === 'offer-answer' || kind === 'order' ? card : undefined;
}

/** Returns the answer to each offer. Answers are messages too, so no client can miss them. */
export function answersIn(messages: readonly MessageView[]): ReadonlyMap<string, OfferAnswerCard> {
  const answers = new Map<string, OfferAnswerCard>();
  for (const { kind, card } of messages) {
    if (kind !== 'offer-answer') continue;
    const answer = card as unknown as OfferAnswerCard;
    answers.set(answer.offerId, answer);
  }
  return answers;
}

/** Returns the status of an offer. The server decides by its own clock if the offer has expired. */
export function stateOf(
  offer: OfferCard,
  answer: OfferAnswerCard | undefined,
  now: Date,
): 'open' | 'expired' | OfferAnswerCard['answer'] {
  if (answer) return answer.answer;
  return now >= new Date(offer.validUntil) ? 'expired' : 'open';
}
