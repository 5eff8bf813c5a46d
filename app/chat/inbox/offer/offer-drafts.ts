import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { decimalSign } from '../../../platform/read-amount.ts';
import type {
  LineChoices,
  OfferDraft,
  OfferQuote,
  OfferStart,
  TaxedBuyerText,
} from '../../../orders/protocol/offer.ts';

/** A line of the form, with numbers as typed. */
export interface LineText {
  readonly key: string;
  readonly title: string;
  readonly path: string | null;
  readonly quantity: string;
  readonly price: string;
  /** '' means the service itself. */
  readonly package: string;
  /** Quantities as typed, by the id of the option. */
  readonly options: Readonly<Record<string, string>>;
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
  /** Undefined if the offer is paid in one sum. */
  readonly plan: PlanText | undefined;
  /** The terms follow the chosen services until somebody types them. */
  readonly isDeliveryTyped: boolean;
  readonly isRevisionsTyped: boolean;
  /** Undefined while tax is off. */
  readonly buyer: TaxedBuyerText | undefined;
}

/** A milestone of the form, with numbers as typed. */
export interface MilestoneText {
  readonly key: string;
  readonly title: string;
  readonly amount: string;
  readonly days: string;
}

export interface PlanText {
  readonly isAllAtOnce: boolean;
  readonly milestones: readonly MilestoneText[];
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
    package: '',
    options: {},
  };
}

export function newMilestone(): MilestoneText {
  return { key: crypto.randomUUID(), title: '', amount: '', days: '' };
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
    plan: undefined,
    isDeliveryTyped: false,
    isRevisionsTyped: false,
    buyer: start.buyer,
  };
}

/** Converts the form to the request body. Invalid numbers stay, so that the server reports them at their field. */
export function toDraft(text: OfferText): OfferDraft {
  const { isDeliveryTyped: _, isRevisionsTyped: __, ...rest } = text;
  return {
    ...rest,
    lines: text.lines.map(toLineDraft),
    deliveryDays: wholeNumber(text.deliveryDays),
    revisions: wholeNumber(text.revisions),
    plan: text.plan && {
      isAllAtOnce: text.plan.isAllAtOnce,
      milestones: text.plan.milestones.map(({ title, amount, days }) => ({
        title,
        amount,
        days: wholeNumber(days),
      })),
    },
  };
}

/** Converts what the price depends on. */
export function toQuoted({
  lines,
  currency,
  coupon,
  buyer,
}: OfferText): Pick<OfferDraft, 'lines' | 'currency' | 'coupon' | 'buyer'> {
  return { lines: lines.map(toLineDraft), currency, coupon, buyer };
}

function toLineDraft({ title, path, quantity, price, ...chosen }: LineText) {
  return {
    title,
    path,
    quantity: wholeNumber(quantity),
    price,
    package: chosen.package || null,
    // An unused option is an empty field, a zero, or an unchecked box.
    options: Object.entries(chosen.options)
      .filter(([, typed]) => !/^0*$/.test(toLatinDigits(typed).trim()))
      .map(([id, typed]) => ({ id, quantity: wholeNumber(typed) })),
  };
}

/** Returns the form with the terms of the chosen services where nobody has typed others. */
export function withTerms(text: OfferText, { deliveryDays, revisions }: OfferQuote): OfferText {
  return {
    ...text,
    ...(deliveryDays !== null && !text.isDeliveryTyped && { deliveryDays: String(deliveryDays) }),
    ...(revisions !== null && !text.isRevisionsTyped && { revisions: String(revisions) }),
  };
}

/** Chooses a package. Its price replaces a price that came from the catalogue, but not one that was typed. */
export function withPackage(line: LineText, choices: LineChoices, name: string): LineText {
  const priceOf = (chosen: string) =>
    choices.packages.find((each) => each.name === chosen)?.price ?? choices.price;
  const isTyped = line.price.trim() !== '' && line.price !== priceOf(line.package);
  return { ...line, package: name, ...(!isTyped && { price: priceOf(name) }) };
}

function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(toLatinDigits(text).trim()) ? Number(toLatinDigits(text)) : -1;
}

/** Returns '1750' for '$1,750 per month', with the sign before decimals that the reader types. */
export function amountIn(price: string): string {
  const [number = ''] = /\d(?:[\d.,\u00a0\u202f]*\d)?/.exec(toLatinDigits(price)) ?? [];
  return number.replaceAll(decimalSign() === '.' ? /[^\d.]/g : /[^\d,]/g, '');
}
