import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { decimalSign } from '../../../platform/read-amount.ts';
import type { OfferDraft, OfferStart, TaxedBuyerText } from '../../../orders/protocol/offer.ts';

/** A line of the form, with numbers as typed. */
export interface LineText {
  readonly key: string;
  readonly title: string;
  readonly path: string | null;
  readonly quantity: string;
  readonly price: string;
}

export interface OfferText {
  readonly clientId: string;
  readonly lines: readonly LineText[];
  readonly currency: string;
  readonly deliveryDays: string;
  readonly revisions: string;
  readonly validDay: string;
  readonly questions: string;
  readonly note: string;
  readonly coupon: string;
  /** Undefined while tax is off. */
  readonly buyer: TaxedBuyerText | undefined;
}

/** Unsent offers by conversation id, kept until they are sent. */
const persisted = new Map<string, OfferText>();

export const savedOffer = (conversationId: string) => persisted.get(conversationId);

export function keepOffer(conversationId: string, text: OfferText | undefined): void {
  if (text) persisted.set(conversationId, text);
  else persisted.delete(conversationId);
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
    coupon: '',
    buyer: start.buyer,
  };
}

/** Converts the form to the request body. Invalid numbers stay, so that the server reports them at their field. */
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
  return /^\d{1,9}$/.test(toLatinDigits(text).trim()) ? Number(toLatinDigits(text)) : -1;
}

/** Returns '1750' for '$1,750 per month', with the sign before decimals that the reader types. */
export function amountIn(price: string): string {
  const [number = ''] = /\d(?:[\d.,\u00a0\u202f]*\d)?/.exec(toLatinDigits(price)) ?? [];
  return number.replaceAll(decimalSign() === '.' ? /[^\d.]/g : /[^\d,]/g, '');
}
