import { toLatinDigits } from '../../platform/latin-digits.ts';
import {
  anyWord,
  CURRENCY_SIGN,
  CURRENCY_WORD,
  NUMBERS,
  readCurrencyCodes,
  SPANS,
} from './condition-words.ts';

/** Examples are 'logo under 500', 'within 3 days' and 'logo por menos de 500 €'. */
export interface Conditions {
  readonly words: string;
  /** Both prices are in whole currency units. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** The currencies that the text names may be several: '$' is a dollar or a peso. */
  readonly currencies: readonly string[] | undefined;
  readonly maxDays: number | undefined;
}

const CODE = `${CURRENCY_SIGN}|usd|eur|gbp|jpy|cad|aud|nzd|chf|sek|nok|dkk|pln|czk|mxn|ars|clp|cop|brl|inr`;
const AMOUNT = String.raw`(${CODE})? ?(\d{1,3}(?:[,.]\d{3})+|\d{1,11})([.,]\d{1,2})? ?(k\b)?(?: ?(${CURRENCY_WORD}|${CODE}))?`;
/** The capture groups of an amount. */
const AMOUNT_GROUPS = 5;
const UNIT = anyWord('hours', 'days', 'weeks');
/** A number before a unit of time is not a price. */
const NO_TIME = String.raw`(?=\s|$)(?! ?(?:(?:${anyWord('numberOr')}|-|–) ?\d+ ?)?(?:${UNIT})(?:\s|$))`;
const MOST = new RegExp(String.raw`(?:^|\s)(?:${anyWord('most')}) ${AMOUNT}${NO_TIME}`);
const LEAST = new RegExp(String.raw`(?:^|\s)(?:${anyWord('least')}) ${AMOUNT}${NO_TIME}`);
/**
 * Examples are 'between 100 and 300', 'from 200 to 400' and '$100-$300'. Without such words or a currency symbol,
 * two numbers may mean anything.
 */
const BETWEEN = new RegExp(
  String.raw`(?:^|\s)(?:${anyWord('range')}) ${AMOUNT} ?(?:${anyWord('rangeEnd')}|[-–]) ?${AMOUNT}${NO_TIME}`,
);
const RANGE = new RegExp(
  String.raw`(?:(?:^|\s)(?=${CURRENCY_SIGN}|[\d.,]+k? ?[-–] ?[\d.,]+k? ?${CURRENCY_SIGN})|^(?=[\d.,k\s–-]+$))${AMOUNT} ?[-–] ?${AMOUNT}${NO_TIME}`,
);
const NUMBER = Object.keys(NUMBERS).join('|');
const SPAN = Object.keys(SPANS).join('|');
const WITHIN = new RegExp(
  String.raw`(?:^|\s)(?:${anyWord('within')}) (?:(?:${anyWord('withinMost')}) )?(?:(${NUMBER}|\d{1,3}) ?(${UNIT})|(${SPAN}))(?=\s|$)`,
);
const WEEKS = new RegExp(`^(?:${anyWord('weeks')})$`);
const HOURS = new RegExp(`^(?:${anyWord('hours')})$`);
const MAY_HAVE_CONDITIONS = new RegExp(
  String.raw`\d|(?:^|\s)(?:(?:${NUMBER}) (?:${UNIT})|${SPAN})(?:\s|$)`,
);
const HOURS_A_DAY = 24;
const DAYS_A_WEEK = 7;

/** Returns undefined for a query without conditions, as most are. */
export function readConditions(query: string): Conditions | undefined {
  // A single space between words keeps the patterns linear in the length of the text.
  const text = toLatinDigits(query.normalize('NFKC')).trim().toLowerCase().replaceAll(/\s+/g, ' ');
  // Most queries contain no number, so this check ends the function early.
  if (!MAY_HAVE_CONDITIONS.test(text)) return undefined;
  let words = text;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(words);
    if (found)
      words = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`;
    return found;
  };
  const within = take(WITHIN);
  const between = take(BETWEEN) ?? take(RANGE);
  const most = between ? null : take(MOST);
  const least = between ? null : take(LEAST);
  if (!within && !between && !most && !least) return undefined;
  const [minPrice, maxPrice] = between
    ? [amountOf(between), amountOf(between, AMOUNT_GROUPS)].toSorted(
        (one = 0, other = 0) => one - other,
      )
    : [amountOf(least), amountOf(most)];
  return {
    words: words.replaceAll(/\s+/g, ' ').trim(),
    minPrice,
    maxPrice,
    currencies: currenciesOf(between) ?? currenciesOf(least) ?? currenciesOf(most),
    maxDays: within ? daysOf(within) : undefined,
  };
}

/** `before` is the number of capture groups before those of the amount. */
function amountOf(found: RegExpExecArray | null, before = 0): number | undefined {
  if (!found) return undefined;
  const [, whole = '', part = '', thousand] = found.slice(1 + before);
  const amount = Number(whole.replaceAll(/[,.]/g, '') + part.replace(',', '.'));
  return amount * (thousand === undefined ? 1 : 1000);
}

/** Reads the sign or word before or after an amount, or after the second one of a range: '100-300 €'. */
function currenciesOf(found: RegExpExecArray | null): readonly string[] | undefined {
  if (!found) return undefined;
  const [, before, , , , after, otherBefore, , , , otherAfter] = found;
  const named = before ?? after ?? otherBefore ?? otherAfter;
  return named === undefined ? undefined : readCurrencyCodes(named);
}

function daysOf([, number = '', unit = '', span = '']: RegExpExecArray): number {
  const hours = SPANS[span];
  if (hours !== undefined) return Math.floor(hours / HOURS_A_DAY);
  const count = NUMBERS[number] ?? Number(number);
  if (WEEKS.test(unit)) return count * DAYS_A_WEEK;
  return HOURS.test(unit) ? Math.floor(count / HOURS_A_DAY) : count;
}
