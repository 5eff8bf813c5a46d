import type { ChargedTax } from '../../billing/tax/charged-tax.ts';
import type { Currency } from '../../platform/currencies.ts';
import { describeTaxes } from './describe-taxes.ts';
import type { MilestonePlan, TypedMilestonePlan } from './milestone-terms.ts';
import { formatMoney } from './money.ts';
import { formatsNow, t } from '../../i18n/translate.ts';

export interface ChosenOption {
  /** The id of the service's option when the line was made. */
  readonly id: string;
  readonly title: string;
  readonly quantity: number;
  /** For all of them, in the currency's smallest units. */
  readonly amount: number;
}

export interface OfferLine {
  readonly title: string;
  /** The path of the service's page, or null for free text. */
  readonly path: string | null;
  readonly quantity: number;
  /** The price of one unit, in the currency's smallest units. */
  readonly unitAmount: number;
  /** Only lines of services from the catalogue have these. */
  readonly serviceId?: string;
  /** The title names the package as well, in the buyer's language. */
  readonly package?: string;
  readonly options?: readonly ChosenOption[];
  /** The line's share of the coupon's discount. The amount of the line does not contain it. */
  readonly discount?: number;
  /** Missing if no tax applies to the line. */
  readonly tax?: ChargedTax;
}

export interface OfferCoupon {
  readonly code: string;
  /** The sum over all lines, in the currency's smallest units. */
  readonly discount: number;
}

/** A snapshot that later changes to prices and titles do not affect (rule 200). */
export interface OfferTerms {
  readonly lines: readonly OfferLine[];
  readonly currency: Currency;
  /** The total: all lines without the discount of the coupon. */
  readonly amount: number;
  /** Missing in cards of versions before coupons. */
  readonly coupon?: OfferCoupon | null;
  /** Missing if the offer is paid in one sum. */
  readonly plan?: MilestonePlan | null;
  readonly deliveryDays: number;
  readonly revisions: number;
  /** The last day on which the offer can be accepted, in the shop's time zone. */
  readonly validDay: string;
  /** The end of `validDay`. */
  readonly validUntil: string;
  readonly questions: readonly string[];
  readonly note: string | null;
}

/** Base and options of a line, before the discount. */
export function amountOfLine({ quantity, unitAmount, options = [] }: OfferLine): number {
  return options.reduce((sum, { amount }) => sum + amount, quantity * unitAmount);
}

/** The buyer pays this amount for the line: after the discount, with tax. */
export function grossOfLine(line: OfferLine): number {
  const { discount = 0, tax } = line;
  const displayed = amountOfLine(line) - discount;
  if (!tax) return displayed;
  return displayed - (tax.removed ?? 0) + (tax.isIncluded ? 0 : tax.amount);
}

/** The buyer's details that decide the tax. Empty texts are unknown. */
export interface TaxedBuyerText {
  readonly country: string;
  readonly taxNumber: string;
}

export interface OfferCard extends OfferTerms {
  readonly offerId: string;
}

/** The team makes offers; the shop's order form, periods and requests make accepted ones. */
export const OFFER_SOURCES = ['team', 'checkout', 'subscription', 'request'] as const;

export const OFFER_ANSWERS = ['accepted', 'declined', 'withdrawn'] as const;

export type OfferAnswer = (typeof OFFER_ANSWERS)[number];

export interface OfferAnswerCard {
  readonly offerId: string;
  readonly answer: OfferAnswer;
  readonly order?: string;
}

export interface OrderCard {
  /** For example 'E-1001'. */
  readonly order: string;
  readonly state: string;
  /** The delivered file that was commented on. */
  readonly proof?: string;
}

const NAMES_MAX_LENGTH = 600;

/** Returns for example 'Files: logo.pdf (2 MB), logo.png (80 KB).', or an empty list. */
export function formatFileList(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const all = files.join(', ');
  const told = Array.from(all).slice(0, NAMES_MAX_LENGTH).join('');
  const names = told === all ? told : `${told} …`;
  return [t('{count, plural, one {File} other {Files}}: {names}.', { count: files.length, names })];
}

export interface OfferDraft {
  /** The id that the client chose. It serves as an idempotency key. */
  readonly clientId: string;
  readonly lines: readonly {
    readonly title: string;
    readonly path: string | null;
    readonly quantity: number;
    /** The price of one unit or package, as typed. It replaces the catalogue's price. */
    readonly price: string;
    /** Clients of versions before packages and options in offers send neither. */
    readonly package?: string | null | undefined;
    readonly options?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  }[];
  readonly currency: string;
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly validDay: string;
  readonly questions: string;
  readonly note: string;
  /** The code of a coupon, as typed. */
  readonly coupon?: string | undefined;
  /** Missing if the offer is paid in one sum. */
  readonly plan?: TypedMilestonePlan | undefined;
  /** Where the buyer is, and the tax number of a business, while tax is on. */
  readonly buyer?: TaxedBuyerText | undefined;
}

/** The terms of a service whose catalogue entry does not state them. */
export const DEFAULT_DELIVERY_DAYS = 7;
export const DEFAULT_REVISIONS = 2;

/** Invisible characters and wide forms make a typed code longer, but not by this much. */
export const COUPON_TYPED_LENGTH = 200;

export const MAX_LINES = 10;
export const TITLE_MAX_LENGTH = 120;
export const NOTE_MAX_LENGTH = 1000;
export const QUESTIONS_MAX_LENGTH = 1000;
export const MAX_QUESTIONS = 10;
export const MAX_QUANTITY = 100_000;
export const MAX_DELIVERY_DAYS = 365;
export const MAX_REVISIONS = 99;
export const VALID_AT_MOST_DAYS = 365;

const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** Formats '2026-11-30' as 'November 30, 2026'. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(formatsNow(), DAY).format(new Date(`${day}T00:00:00Z`));
}

const SHORT_DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const;

/** Formats a day as 'Nov 30, 2026', for lists. */
export function formatShortDay(day: string): string {
  return new Intl.DateTimeFormat(formatsNow(), SHORT_DAY).format(new Date(`${day}T00:00:00Z`));
}

interface FormattedLine extends Pick<OfferLine, 'quantity' | 'title'> {
  readonly options?: readonly Pick<ChosenOption, 'quantity' | 'title'>[];
}

/** An example is '500 × Translation (standard), 2 × Layout'. */
export function formatOfferLine({ quantity, title, options = [] }: FormattedLine): string {
  return [
    formatTimes(quantity, title),
    ...options.map((option) => formatTimes(option.quantity, option.title)),
  ].join(', ');
}

export function formatCoupon({ code }: Pick<OfferCoupon, 'code'>): string {
  return t('Coupon {code}', { code });
}

function formatTimes(quantity: number, name: string): string {
  return quantity === 1 ? name : `${quantity.toLocaleString(formatsNow())} × ${name}`;
}

interface DeliveryTerms {
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly revisionsUsed?: number;
}

/** An example is 'Delivery in 5 days, 2 revisions (1 used).' */
export function formatTerms({
  deliveryDays: days,
  revisions,
  revisionsUsed: used = 0,
}: DeliveryTerms): string {
  if (revisions === 0) {
    return t('Delivery in {days, plural, one {# day} other {# days}}, no revisions.', { days });
  }
  return used > 0
    ? t(
        'Delivery in {days, plural, one {# day} other {# days}}, {revisions, plural, one {# revision} other {# revisions}} ({used} used).',
        { days, revisions, used },
      )
    : t(
        'Delivery in {days, plural, one {# day} other {# days}}, {revisions, plural, one {# revision} other {# revisions}}.',
        { days, revisions },
      );
}

/** Describes the offer as text, for lists, emails, transcripts and the search. */
export function formatOffer(terms: OfferTerms): string {
  const { lines, amount, coupon, currency, validDay, note } = terms;
  const each = lines.map(
    (line) => `${formatOfferLine(line)}: ${formatMoney(amountOfLine(line), currency)}`,
  );
  return [
    t('Offer: {formatMoney}', { formatMoney: formatMoney(amount, currency) }),
    ...each,
    ...(coupon ? [`${formatCoupon(coupon)}: ${formatMoney(-coupon.discount, currency)}`] : []),
    ...describeTaxes(lines).map(
      ({ label, amount: tax }) => `${label}: ${formatMoney(tax, currency)}`,
    ),
    ...(terms.plan?.milestones ?? []).map(({ title, amount: part }, index) =>
      t('{number}. {title}: {amount}', {
        number: index + 1,
        title,
        amount: formatMoney(part, currency),
      }),
    ),
    `${formatTerms(terms)} ${t('Valid until {date}.', { date: formatDay(validDay) })}`,
    ...(note ? [note] : []),
  ].join('\n');
}

export interface OfferStart {
  readonly line: OfferDraft['lines'][number];
  readonly currency: string;
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly validDay: string;
  readonly questions: string;
  readonly today: string;
  readonly timeZone: string;
  /** Undefined while tax is off. */
  readonly buyer?: TaxedBuyerText;
}

/** The choices for a line of an offer. Texts and prices are in the reader's formats. */
export interface LineChoices {
  readonly path: string;
  readonly currency: string;
  /** The unit price without a package, as typed into the form. */
  readonly price: string;
  readonly quantityLabel: string;
  /** Says minimum, step and maximum. '' means that every quantity can be chosen. */
  readonly quantityHint: string;
  readonly packages: readonly {
    readonly name: string;
    readonly label: string;
    readonly price: string;
    /** An example is '$80 · Delivery in 5 days · 2 revisions'. */
    readonly terms: string;
  }[];
  readonly options: readonly {
    readonly id: string;
    readonly title: string;
    /** An example is '+ 25% · 3 days faster'. */
    readonly terms: string;
    /** The largest quantity. An option with 1 is a checkbox. */
    readonly maximum: number;
  }[];
}

/** The price of a draft. The server computes it in the same way as the offer. */
export interface OfferQuote {
  readonly currency: string;
  readonly rows: readonly { readonly label: string; readonly amount: number }[];
  /** Null while a line or the coupon has an error. */
  readonly total: number | null;
  /** The catalogue's terms of the chosen services, or null for free text alone. */
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  /** Errors by field of the form. */
  readonly errors: Readonly<Record<string, string>>;
}

export const offerOptionField = (line: number, id: string) => `option-${line}-${id}`;
