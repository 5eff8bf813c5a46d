import type { MessageView } from '../conversation/wire/views.ts';
import type { OfferAnswerCard, OfferCard } from '../orders/wire/offer.ts';

// The server made the cards of its own types: what a kind shows is not asked again here.

export function offerOf({ kind, card }: MessageView): OfferCard | undefined {
  return kind === 'offer' ? (card as unknown as OfferCard) : undefined;
}

/** What is told in one line: an answer to an offer, or what became of an order, whose number it names. */
export function toldOf({ kind, card }: MessageView): { readonly order?: string } | undefined {
  return kind === 'offer-answer' || kind === 'order' ? card : undefined;
}

/** How each offer was answered: the answers are messages too, so that no reader can miss one. */
export function answersIn(messages: readonly MessageView[]): ReadonlyMap<string, OfferAnswerCard> {
  const answers = new Map<string, OfferAnswerCard>();
  for (const { kind, card } of messages) {
    if (kind !== 'offer-answer') continue;
    const answer = card as unknown as OfferAnswerCard;
    answers.set(answer.offerId, answer);
  }
  return answers;
}

/** Where an offer stands; whether it is over the server decides again, by its own clock. */
export function stateOf(
  offer: OfferCard,
  answer: OfferAnswerCard | undefined,
  now: Date,
): 'open' | 'expired' | OfferAnswerCard['answer'] {
  if (answer) return answer.answer;
  return now >= new Date(offer.validUntil) ? 'expired' : 'open';
}
