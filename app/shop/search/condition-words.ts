import { LANGUAGES, type Language } from '../../platform/languages.ts';

/** The words of a language that state prices and times in a search; parts of regular expressions. */
interface ConditionWords {
  /** Before the highest price: 'under'. */
  readonly most: readonly string[];
  /** Before the lowest price: 'more than'. */
  readonly least: readonly string[];
  /** Before two prices: 'between', and the words that stand between them. */
  readonly range: readonly string[];
  readonly rangeEnd: readonly string[];
  /** Before a time: 'within', and the words that may follow: 'at most'. */
  readonly within: readonly string[];
  readonly withinMost: readonly string[];
  /** Between two numbers of a time: '2 or 3 days'. */
  readonly numberOr: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  readonly hours: readonly string[];
  readonly days: readonly string[];
  readonly weeks: readonly string[];
  /** Hours of words that are number and unit in one, such as the Arabic dual for 'two days'. */
  readonly spans?: Readonly<Record<string, number>>;
  /** After an amount: 'dollars', with the codes of the currencies that it may mean. */
  readonly currencies: Readonly<Record<string, readonly string[]>>;
}

const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'];
const PESOS = ['MXN', 'ARS', 'CLP', 'COP'];

const WORDS: Readonly<Record<Language, ConditionWords>> = {
  en: {
    most: [
      'under',
      'below',
      'less than',
      'cheaper than',
      'up to',
      'at most',
      'max(?:imum)?',
      'not more than',
      'no more than',
    ],
    least: ['over', 'above', 'more than', 'at least', 'from', 'min(?:imum)?'],
    range: ['between', 'from'],
    rangeEnd: ['and', 'to'],
    within: ['(?:with)?in'],
    withinMost: ['under', 'at most', 'up to'],
    numberOr: ['to', 'or'],
    numbers: { an: 1, a: 1, one: 1, two: 2, three: 3 },
    hours: ['hours?'],
    days: ['days?'],
    weeks: ['weeks?'],
    currencies: {
      'dollars?': DOLLARS,
      'euros?': ['EUR'],
      'pounds?': ['GBP', 'EGP'],
      yen: ['JPY'],
      'pesos?': PESOS,
    },
  },
  es: {
    most: ['(?:por )?menos de', 'por debajo de', 'hasta', 'como mucho', 'm[áa]ximo'],
    least: ['m[áa]s de', 'desde', 'a partir de', 'al menos', 'm[íi]nimo'],
    range: ['entre', 'de', 'desde'],
    rangeEnd: ['y', 'a', 'hasta'],
    within: ['en'],
    withinMost: ['menos de', 'como mucho'],
    numberOr: ['a', 'o'],
    numbers: { una: 1, un: 1, dos: 2, tres: 3 },
    hours: ['horas?'],
    days: ['d[íi]as?'],
    weeks: ['semanas?'],
    currencies: { 'd[óo]lares': DOLLARS, 'libras?': ['GBP'] },
  },
  de: {
    most: [
      'unter(?:halb von)?',
      'h[öo]e?chstens',
      'maximal',
      'bis(?: zu)?',
      '(?:nicht mehr|weniger|g[üu]e?nstiger|billiger) als',
    ],
    least: ['[üu]e?ber', 'mehr als', 'ab', 'mindestens', 'wenigstens'],
    range: ['zwischen', 'von', 'ab'],
    rangeEnd: ['und', 'bis(?: zu)?'],
    within: ['in', 'innerhalb(?: von)?', 'binnen'],
    withinMost: ['weniger als', 'h[öo]e?chstens', 'maximal', 'unter'],
    numberOr: ['bis', 'oder'],
    numbers: { einem: 1, einer: 1, eines: 1, ein: 1, eine: 1, zwei: 2, drei: 3 },
    hours: ['stunden?'],
    days: ['tag(?:en?|es)?'],
    weeks: ['wochen?'],
    currencies: { dollar: DOLLARS, euro: ['EUR'], pfund: ['GBP', 'EGP'], franken: ['CHF'] },
  },
  ar: {
    most: [
      'ب?[أا]قل من',
      '[أا]رخص من',
      'دون',
      'تحت',
      'حتى',
      'بحد [أا]قصى',
      'لا [يت](?:تجاوز|زيد عن|زيد على)',
    ],
    least: ['ب?[أا]كثر من', '[أا]كبر من', 'فوق', 'ابتداءً? من', 'بحد [أا]دنى', 'لا [يت]قل عن', 'من'],
    range: ['(?:ما )?بين', 'من'],
    rangeEnd: ['و', '[إا]لى', 'حتى'],
    within: ['(?:في )?خلال', 'في(?: غضون)?'],
    withinMost: ['[أا]قل من', 'مدة [أا]قصاها', 'حد [أا]قصى'],
    numberOr: ['[إا]لى', '[أا]و'],
    numbers: {},
    hours: ['ساعات', 'ساعة'],
    days: ['[أا]يام', 'يوم(?:ا|ًا|اً)?'],
    weeks: ['[أا]سابيع', '[أا]سبوع(?:ا|ًا|اً)?'],
    spans: {
      ساعة: 1,
      ساعتين: 2,
      يوم: 24,
      يومين: 48,
      أسبوع: 168,
      اسبوع: 168,
      أسبوعين: 336,
      اسبوعين: 336,
    },
    currencies: {
      'دولار(?:ا|ًا|اً)?': DOLLARS,
      يورو: ['EUR'],
      'جنيه(?:ا|ًا|اً)?': ['EGP', 'GBP', 'SDG'],
      'ريال(?:ا|ًا|اً)?': ['SAR', 'QAR', 'OMR', 'YER'],
      'درهم(?:ا|ًا|اً)?': ['AED', 'MAD'],
    },
  },
};

type ListName = Exclude<keyof ConditionWords, 'numbers' | 'spans' | 'currencies'>;

/** Joins the words of all languages: people also search in another language than the page's. */
export function anyWord(...names: readonly ListName[]): string {
  const all = LANGUAGES.flatMap((language) => names.flatMap((name) => WORDS[language][name]));
  return [...new Set(all)].join('|');
}

/** Ends an amount or precedes it. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: [...DOLLARS, ...PESOS],
  '€': ['EUR'],
  '£': ['GBP', 'EGP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
};

const CURRENCY_WORDS = LANGUAGES.flatMap((language) => Object.entries(WORDS[language].currencies));

export const CURRENCY_SIGN = `[${Object.keys(SIGNS).join('')}]`;

export const CURRENCY_WORD = [...new Set(CURRENCY_WORDS.map(([word]) => word))].join('|');

const currencyWords = CURRENCY_WORDS.map(
  ([word, codes]) => [new RegExp(`^(?:${word})$`), codes] as const,
);

/** Returns the codes of the currencies that a sign, a word or a code in lower case may mean. */
export function readCurrencyCodes(text: string): readonly string[] {
  const codes =
    SIGNS[text] ?? currencyWords.flatMap(([pattern, codes]) => (pattern.test(text) ? codes : []));
  return codes.length > 0 ? [...new Set(codes)] : [text.toUpperCase()];
}

export const NUMBERS: Readonly<Record<string, number>> = Object.assign(
  {},
  ...LANGUAGES.map((language) => WORDS[language].numbers),
);

export const SPANS: Readonly<Record<string, number>> = Object.assign(
  {},
  ...LANGUAGES.map((language) => WORDS[language].spans ?? {}),
);
