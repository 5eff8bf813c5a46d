import { MAX_QUANTITY, type OfferCoupon } from './offer.ts';
import type { Currency } from '../../platform/currencies.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import { toTypedAmount } from '../../platform/read-amount.ts';
import { answerTo, type Answers, type IntakeForm } from '../intake/intake-form.ts';
import type { TypedAnswers } from '../intake/validate-answers.ts';
import { PURCHASE_FIELD } from '../pricing/direct-order.ts';
import type { LineChoice } from '../pricing/price-order.ts';

/** The fields of the order form, by name. The names of options and questions contain their ids. */
export type TypedForm = Readonly<Record<string, string>>;

export const optionField = (id: string) => `option-${id}`;
export const answerField = (id: string) => `answer-${id}`;
/** One checkbox of a multiple choice. */
export const choiceField = (id: string, choice: string) => `answer-${id}.${choice}`;

/** A quote is what the form shows before 'Place order'. The server computes it. */
export interface QuoteView {
  readonly currency: Currency;
  readonly rows: readonly QuoteRow[];
  readonly coupon: OfferCoupon | null;
  readonly total: number;
  readonly deliveryDays: number;
  readonly revisions: number;
  /** Says in the buyer's language what is paid later: the balance after a deposit, or each later period. */
  readonly later: string | null;
  /** Sent back with the form, so that nothing is placed that the buyer has not seen. */
  readonly seen: string;
}

export interface QuoteRow {
  readonly label: string;
  readonly amount: number;
}

export const COUPON_FIELD = 'coupon';
export const COUNTRY_FIELD = 'country';
export const TAX_NUMBER_FIELD = 'taxNumber';

/** Half of a code or number would be a wrong one, so these fields are read when the buyer leaves them. */
export const READ_WHEN_LEFT: readonly string[] = [COUPON_FIELD, TAX_NUMBER_FIELD];
/** The id of the company that the order is for. */
export const COMPANY_FIELD = 'company';

/** The fields that decide the price. */
export function isPriced(name: string): boolean {
  return READ_WHEN_LEFT.includes(name) || name === COUNTRY_FIELD || isInAddress(name);
}

/**
 * The choice contains nothing personal and no secret, so it may be in an address. Servers and proxies log addresses,
 * so the code of a coupon is only sent in the body of a form.
 */
function isInAddress(name: string): boolean {
  return name === 'package' || name === 'quantity' || name === PURCHASE_FIELD || OPTION.test(name);
}

const WHOLE = /^\d{1,9}$/;
const OPTION = /^option-(.+)$/;

/** Writes all priced fields. Empty fields do not count, so that the same choice has the same text. */
export function writePriced(fields: readonly (readonly [string, unknown])[]): string {
  const chosen = fields.filter(
    (field): field is [string, string] =>
      isPriced(field[0]) && typeof field[1] === 'string' && field[1] !== '',
  );
  const sorted = chosen.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(sorted).toString();
}

export function readChosen(text: string): TypedForm {
  return Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => isInAddress(name)));
}

/** Reads the chosen package, quantity and options. An invalid quantity becomes NaN, which the pricing refuses. */
export function readChoice(typed: TypedForm): LineChoice {
  return {
    package: typed.package || null,
    quantity: readQuantity(typed.quantity ?? '1'),
    options: Object.entries(typed).flatMap(([name, value]) => {
      const [, id] = OPTION.exec(name) ?? [];
      const text = toLatinDigits(value).trim();
      // An unused option is an empty field, a zero, or an unchecked box, which is not sent.
      if (id === undefined || text === '' || /^0+$/.test(text)) return [];
      return [{ id, quantity: readQuantity(text) }];
    }),
  };
}

/** Accepts the separators that people type between thousands. Anything but a whole number is NaN. */
export function readQuantity(typed: string): number {
  const text = toLatinDigits(typed.normalize('NFKC'))
    .trim()
    .replace(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/g, '');
  const quantity = WHOLE.test(text) ? Number(text) : Number.NaN;
  return quantity > MAX_QUANTITY ? MAX_QUANTITY + 1 : quantity;
}

/** Returns stored answers as fields of the form, to fill it in again. */
export function writeTypedAnswers(form: IntakeForm, answers: Answers): TypedForm {
  return Object.fromEntries(
    form.flatMap(({ id, type }): [string, string][] => {
      const answer = answerTo(answers, id);
      if (answer === undefined || type === 'files') return [];
      if (typeof answer === 'string') {
        return [[answerField(id), type === 'number' ? toTypedAmount(answer) : answer]];
      }
      return type === 'multiple-choice'
        ? answer.map((choice) => [choiceField(id, choice), 'on'])
        : [[answerField(id), answer[0] ?? '']];
    }),
  );
}

export function readTypedAnswers(form: IntakeForm, typed: TypedForm): TypedAnswers {
  return Object.fromEntries(
    form.flatMap(({ id, type, choices }): [string, string | readonly string[]][] => {
      if (type === 'files') return [];
      if (type !== 'multiple-choice') return [[id, typed[answerField(id)] ?? '']];
      const chosen = choices.filter((choice) => typed[choiceField(id, choice.id)] !== undefined);
      return [[id, chosen.map((choice) => choice.id)]];
    }),
  );
}
