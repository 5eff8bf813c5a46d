/** `value` is a decimal string in whole units of the currency, such as '1750' or '0.15'. */
export interface Money {
  readonly currency: string;
  readonly value: string;
}

export interface FoundMoney {
  /** The amount exactly as the text spells it. */
  readonly text: string;
  /** Every currency that the sign may stand for. The list is empty for a sign of no known currency. */
  readonly currencies: readonly string[];
  readonly value: string;
}

const DOLLARS = ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD'] as const;

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: DOLLARS,
  us$: ['USD'],
  a$: ['AUD'],
  au$: ['AUD'],
  c$: ['CAD'],
  ca$: ['CAD'],
  nz$: ['NZD'],
  hk$: ['HKD'],
  s$: ['SGD'],
  mx$: ['MXN'],
  r$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₪': ['ILS'],
  kr: ['SEK', 'NOK', 'DKK'],
  zł: ['PLN'],
  kč: ['CZK'],
  dollar: DOLLARS,
  dollars: DOLLARS,
  bucks: DOLLARS,
  dólar: DOLLARS,
  dólares: DOLLARS,
  euro: ['EUR'],
  euros: ['EUR'],
  pound: ['GBP'],
  pounds: ['GBP'],
  libras: ['GBP'],
  quid: ['GBP'],
  yen: ['JPY'],
  francs: ['CHF'],
  peso: ['MXN'],
  pesos: ['MXN'],
  reais: ['BRL'],
  دولار: DOLLARS,
  دولارات: DOLLARS,
  يورو: ['EUR'],
  درهم: ['AED', 'MAD'],
  ريال: ['SAR', 'QAR', 'OMR'],
  جنيه: ['EGP', 'GBP'],
  // Subunits match no currency, because no price in the catalogue is given in them.
  cents: [],
  centavos: [],
  pence: [],
};

const CODES = Intl.supportedValuesOf('currency');
const WORDS = Object.keys(SIGNS).filter((sign) => /^\p{L}+$/u.test(sign));

const NUMBER = String.raw`\d{1,3}(?:[\u0020\u00a0\u202f.,'’]\d{3}){1,5}(?:[.,]\d{1,3})?|\d{1,15}(?:[.,]\d{1,15})?`;
const TIMES = String.raw`(?:[\u0020\u00a0\u202f-]?(?:k|thousand|grand|mil|million|m)\b)?`;
const GAP = String.raw`[\s\u00a0\u202f:~-]{0,3}`;
const CODE = CODES.join('|');
const SIGN = String.raw`(?:us|au|ca|nz|hk|mx|[acsr])?\$|\p{Sc}`;

const BEFORE = new RegExp(
  String.raw`(?:(?<sign>${SIGN})|(?<!\p{L})(?<code>${CODE}|kr|kč|zł))${GAP}(?<number>${NUMBER})(?<times>${TIMES})`,
  'giu',
);
const AFTER = new RegExp(
  String.raw`(?<number>${NUMBER})(?<times>${TIMES})[\s\u00a0\u202f-]{0,2}(?:(?<sign>${SIGN})(?!\s?\d)|(?<code>${CODE}|${WORDS.join('|')})(?!\p{L}))`,
  'giu',
);

/**
 * These codes also count in lower case. Other codes do not, because 'all', 'top' and 'try' are ordinary
 * words.
 */
const USUAL = /^(?:usd|eur|gbp|cad|aud|chf|jpy)$/i;

const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|cien|ciento|doscientos|trescientos|quinientos|mil';
const IN_WORDS = new RegExp(
  String.raw`\b(?:${NUMBER_WORD})\b[\p{L} -]{0,40}?\b(?:${WORDS.join('|')})(?!\p{L})`,
  'giu',
);

export function findMoney(text: string): FoundMoney[] {
  return [...text.matchAll(BEFORE), ...text.matchAll(AFTER)].flatMap((match) => {
    const { sign, code = '', number = '', times = '' } = match.groups ?? {};
    const known = SIGNS[(sign ?? code).toLowerCase()];
    const isCode = known !== undefined || USUAL.test(code) || code === code.toUpperCase();
    if (!isCode) return [];
    const currencies = known ?? (sign === undefined ? [code.toUpperCase()] : []);
    return [{ text: match[0].trim(), currencies, value: multiply(readNumber(number), times) }];
  });
}

/** Returns amounts that are spelled out in words. The check cannot compare them with prices. */
export function findMoneyInWords(text: string): string[] {
  return text.match(IN_WORDS) ?? [];
}

export function isAmong({ currencies, value }: FoundMoney, allowed: readonly Money[]): boolean {
  return allowed.some((one) => currencies.includes(one.currency) && plain(one.value) === value);
}

/** Normalises a typed number: '1.250,50', '1,250.50' and '1250.5' give the same result. */
export function readNumber(typed: string): string {
  const text = typed.replaceAll(/[\s\u00a0\u202f'’]/gu, '');
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return plain(text);
  const isOneKind = !(text.includes('.') && text.includes(','));
  const isRepeated = isOneKind && text.indexOf(text.charAt(last)) !== last;
  const behind = text.length - last - 1;
  // Three digits behind a single separator are a thousands group, as in '1,250', except after a leading '0'.
  const isGroup = isRepeated || (isOneKind && behind === 3 && !/^0[.,]/.test(text));
  const whole = isGroup ? text : text.slice(0, last);
  const fraction = isGroup ? '' : text.slice(last + 1);
  return plain(`${whole.replaceAll(/[.,]/g, '')}.${fraction}`);
}

function plain(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const remaining = fraction.replace(/(?<!0)0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (remaining === '' ? '' : `.${remaining}`);
}

function multiply(value: string, times: string): string {
  const word = times.replace(/^[^\p{L}]/u, '').toLowerCase();
  if (word === '') return value;
  const zeros = word.startsWith('m') && word !== 'mil' ? 6 : 3;
  const [whole = '', fraction = ''] = value.split('.');
  const digits = fraction.padEnd(zeros, '0');
  return plain(`${whole}${digits.slice(0, zeros)}.${digits.slice(zeros)}`);
}
