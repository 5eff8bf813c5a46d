import { formatMoney, type Currency } from './money.ts';

/** One thing that is offered: a service as it was called then, or free text. */
export interface OfferLine {
  readonly title: string;
  /** Of the service's page; null for free text. */
  readonly path: string | null;
  readonly quantity: number;
  /** In the currency's smallest units, for one. */
  readonly unitAmount: number;
}

/** What was offered, and stays so whatever becomes of prices and titles (DECISIONS 44). */
export interface OfferTerms {
  readonly lines: readonly OfferLine[];
  readonly currency: Currency;
  /** All lines together. */
  readonly amount: number;
  readonly deliveryDays: number;
  readonly revisions: number;
  /** The last day on which it can be accepted, in the shop's time zone … */
  readonly validDay: string;
  /** … and the end of that day. */
  readonly validUntil: string;
  /** What the buyer is asked for before work begins. */
  readonly questions: readonly string[];
  readonly note: string | null;
}

/** What the message of an offer shows. */
export interface OfferCard extends OfferTerms {
  readonly offerId: string;
}

export const OFFER_ANSWERS = ['accepted', 'declined', 'withdrawn'] as const;

export type OfferAnswer = (typeof OFFER_ANSWERS)[number];

/** What the message of its answer shows. */
export interface OfferAnswerCard {
  readonly offerId: string;
  readonly answer: OfferAnswer;
  /** Of the order that an acceptance made. */
  readonly order?: string;
}

/** What the message about an order shows. */
export interface OrderCard {
  /** 'E-1001'. */
  readonly order: string;
  readonly state: string;
}

/** What an agent sends. */
export interface OfferDraft {
  /** The name the client gave it: a repeat of it is answered, not made again. */
  readonly clientId: string;
  readonly lines: readonly {
    readonly title: string;
    readonly path: string | null;
    readonly quantity: number;
    /** As typed. */
    readonly price: string;
  }[];
  readonly currency: string;
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly validDay: string;
  readonly questions: string;
  readonly note: string;
}

export const MAX_LINES = 10;
export const TITLE_MAX_LENGTH = 120;
export const NOTE_MAX_LENGTH = 1000;
export const QUESTIONS_MAX_LENGTH = 1000;
export const MAX_QUESTIONS = 10;
export const MAX_QUANTITY = 100_000;
export const MAX_DELIVERY_DAYS = 365;
export const MAX_REVISIONS = 99;
/** An offer that binds for longer nobody means to make. */
export const VALID_AT_MOST_DAYS = 365;

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** '2026-11-30' as 'November 30, 2026'. */
export function sayDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

export function sayLine({ quantity, title }: OfferLine): string {
  return quantity === 1 ? title : `${quantity.toLocaleString('en-US')} × ${title}`;
}

export function sayDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

export function sayRevisions(revisions: number): string {
  if (revisions === 0) return 'no revisions';
  return revisions === 1 ? '1 revision' : `${revisions} revisions`;
}

/** The offer in words, for lists, mails, transcripts and the search. */
export function sayOffer(terms: OfferTerms): string {
  const { lines, amount, currency, deliveryDays, revisions, validDay, note } = terms;
  const each = lines.map(
    (line) => `${sayLine(line)}: ${formatMoney(line.quantity * line.unitAmount, currency)}`,
  );
  return [
    `Offer: ${formatMoney(amount, currency)}`,
    ...each,
    `Delivery in ${sayDays(deliveryDays)}, ${sayRevisions(revisions)}. Valid until ${sayDay(validDay)}.`,
    ...(note ? [note] : []),
  ].join('\n');
}

/** What the form of an offer begins with. */
export interface OfferStart {
  readonly line: OfferDraft['lines'][number];
  readonly currency: string;
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly validDay: string;
  readonly questions: string;
  /** By the shop's clocks. */
  readonly today: string;
  readonly timeZone: string;
}
