import type { OfferDraft, OfferStart } from '../../../orders/wire/offer.ts';

/** A line while it is written: numbers as typed. */
export interface LineText {
  readonly key: string;
  readonly title: string;
  readonly path: string | null;
  readonly quantity: string;
  readonly price: string;
}

/** An offer while it is written. */
export interface OfferText {
  readonly clientId: string;
  readonly lines: readonly LineText[];
  readonly currency: string;
  readonly deliveryDays: string;
  readonly revisions: string;
  readonly validDay: string;
  readonly questions: string;
  readonly note: string;
}

/** What was begun stays until it is sent, whatever is looked at meanwhile; by conversation. */
const kept = new Map<string, OfferText>();

export const keptOffer = (conversationId: string) => kept.get(conversationId);

export function keepOffer(conversationId: string, text: OfferText | undefined): void {
  if (text) kept.set(conversationId, text);
  else kept.delete(conversationId);
}

export function newLine(line?: OfferDraft['lines'][number]): LineText {
  return {
    key: crypto.randomUUID(),
    title: line?.title ?? '',
    path: line?.path ?? null,
    quantity: String(line?.quantity ?? 1),
    price: line?.price ?? '',
  };
}

export function toText(start: OfferStart): OfferText {
  return {
    clientId: crypto.randomUUID(),
    lines: [newLine(start.line)],
    currency: start.currency,
    deliveryDays: String(start.deliveryDays),
    revisions: String(start.revisions),
    validDay: start.validDay,
    questions: start.questions,
    note: '',
  };
}

/** What is sent; what is no whole number the server refuses at its field. */
export function toDraft(text: OfferText): OfferDraft {
  return {
    ...text,
    lines: text.lines.map(({ title, path, quantity, price }) => ({
      title,
      path,
      quantity: wholeNumber(quantity),
      price,
    })),
    deliveryDays: wholeNumber(text.deliveryDays),
    revisions: wholeNumber(text.revisions),
  };
}

function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
}

/** '1,750' of '$1,750 per month'. */
export function amountIn(price: string): string {
  return /\d[\d,]*(?:\.\d+)?/.exec(price)?.[0]?.replaceAll(',', '') ?? '';
}
