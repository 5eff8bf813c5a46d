import { t } from '../../../i18n/translate.ts';
import { findMoney, findMoneyInWords, isAmong, readNumber, type Money } from './amounts.ts';
import { contactsIn, holdsMask } from './mask.ts';

export interface CheckedSource {
  readonly number: number;
  readonly text: string;
  /** The prices that this source states. Only services and offers have any. */
  readonly money: readonly Money[];
}

export interface CheckedText {
  readonly text: string;
  readonly cited: readonly number[];
  readonly warnings: readonly string[];
}

export interface CheckRules {
  readonly sources: readonly CheckedSource[];
  /** True for answers, which must cite sources. A summary rests on the conversation alone. */
  readonly mustCite: boolean;
  readonly contacts: readonly string[];
  readonly isOwnPage: (address: string) => boolean;
}

/** Agents do not read longer lists of warnings. */
const WARNINGS_AT_MOST = 12;
const QUOTED_LENGTH = 80;

const CITATION = /[ \t]?[[【](\d{1,2}(?:\s{0,2}[,;]\s{0,2}\d{1,2}){0,9})[\]】]/g;

const LINK = /(?<![\p{L}\p{N}@])[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"']{1,500}/giu;
const BARE_LINK =
  /(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}-]{1,63}\.){1,6}[\p{L}]{2,24}(?![\p{L}\p{N}@])(?:\/[^\s<>"']{0,300})?/gu;
/** Browsers accept these characters as the dot in a host name. */
const OTHER_DOT = /(?<=[a-z\d])[\u3002\uff61](?=[a-z\d])/giu;
/** File names look like host names. None of these endings is a top-level domain. */
const FILE_NAME =
  /\.(?:pdf|png|jpe?g|svg|gif|webp|psd|eps|docx?|xlsx?|pptx?|txt|csv|js|css|html?)$/i;

const PERCENT = /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:%|٪|percent\b|per cent\b|por ciento\b)/giu;
const GIFT =
  /\b(?:free of charge|for free|gratis|gratuit[oa]s?|sin coste|sin costo|on the house|(?:no|without) (?:extra |additional )?(?:cost|charge)|discount(?:ed|s)?|descuentos?|rebate|half[- ]price|half the price|(?:half|a third|a quarter|a fifth|a tenth) off|(?<!\bfeel )(?<!-)free(?! (?:to|of)\b)(?!-))\b/giu;
const ABOUT_MONEY =
  /\b(?:prices?|priced|costs?|fees?|charge[ds]?|pays?|paying|payment|paid|totals?|budget|rate|quote[ds]?|precios?|cuestan?|cobramos|pagar?|importe|prix|coûte(?:nt)?|preise?|kostet|kosten|prezz[io]|costa(?:no)?|preços?|custam?)\b/iu;
/** Matches a number that states a price and counts nothing: 'The price is 500', 'costs 500 for both'. */
const AS_A_PRICE =
  /\b(?:prices?|costs?|fees?|charge[ds]?|pays?|paid|totals?|precios?|cuestan?|cobramos|pagar?|prix|coûte(?:nt)?|preise?|kostet|kosten|prezz[io]|costa(?:no)?|preços?|custam?)\b[^.!?\n\d]{0,40}(?<number>\d+(?:[.,'’]\d+)*)(?![\p{L}\p{N}])(?!\s+(?!(?:for|per|each|in|all|and|only|a|por|para|en)\b)\p{L})/giu;
const BARE_NUMBER = /(?<![\p{L}\p{N}#])\d+(?:[.,'’\u00a0\u202f]\d+)*(?![\p{L}\p{N}])/gu;

/**
 * Returns the draft as it would be sent, with warnings about every claim that its sources do not support. The
 * prompt states the same rules, but this check does not rely on the model following them.
 */
export function checkDraft(drafted: string, rules: CheckRules): CheckedText {
  const plain = toAsciiDigits(drafted.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
  const named = [...plain.matchAll(CITATION)].flatMap(([, list = '']) =>
    list.split(/[,;]/).map(Number),
  );
  const known = new Map(rules.sources.map((source) => [source.number, source]));
  const cited = [...new Set(named)].filter((number) => known.has(number));
  const text = withoutMarkdown(drafted.replaceAll(CITATION, '')).trim();
  const said = withoutMarkdown(plain.replaceAll(CITATION, ''));
  const sources = cited.flatMap((number) => known.get(number) ?? []);
  const warnings = [
    ...citationWarnings(named, known, rules.mustCite),
    ...moneyWarnings(said, rules.mustCite ? sources : rules.sources),
    ...linkWarnings(said, rules.isOwnPage),
    ...contactsIn(withoutLinks(said), rules.contacts).map((contact) =>
      t('{quoted} is not how this shop is reached.', { quoted: quote(contact) }),
    ),
    ...(holdsMask(said)
      ? [t('Something in square brackets stands for what was taken out before the model read it.')]
      : []),
  ];
  return { text, cited, warnings: [...new Set(warnings)].slice(0, WARNINGS_AT_MOST) };
}

function citationWarnings(
  named: readonly number[],
  known: ReadonlyMap<number, unknown>,
  mustCite: boolean,
): string[] {
  if (!mustCite) return [];
  if (named.some((number) => !known.has(number))) {
    return [t('It names a source that it was not given.')];
  }
  return named.length === 0 ? [t('It names no source for what it says.')] : [];
}

function moneyWarnings(said: string, sources: readonly CheckedSource[]): string[] {
  const allowed = sources.flatMap(({ money }) => money);
  const texts = sources.map(({ text }) => text.toLowerCase());
  const found = findMoney(said);
  const wrong = found.filter((one) => !isAmong(one, allowed)).map(({ text }) => text);
  return [
    ...[...wrong, ...findMoneyInWords(said)].map((amount) =>
      t('{quoted} is no price of a service or an offer that it names.', {
        quoted: quote(amount),
      }),
    ),
    ...percentsIn(said)
      .filter(
        ({ value }) => !texts.some((text) => percentsIn(text).some((one) => one.value === value)),
      )
      .map((percent) =>
        t('{quoted} stands in no source that it names.', { quoted: quote(percent.text) }),
      ),
    ...(said.match(GIFT) ?? [])
      .filter((gift) => !texts.some((text) => text.includes(gift.toLowerCase())))
      .map((gift) =>
        t('It says {quoted}, which no source that it names does.', { quoted: quote(gift) }),
      ),
    ...bareNumbers(
      said,
      texts,
      found.map(({ text }) => text),
      allowed,
    ),
  ];
}

const percentsIn = (text: string) =>
  [...text.matchAll(PERCENT)].map(([whole, number = '']) => ({
    text: whole,
    value: readNumber(number),
  }));

/** In a sentence about money, a number without a currency is a price, too: 'It is 500'. */
function bareNumbers(
  said: string,
  texts: readonly string[],
  amounts: readonly string[],
  allowed: readonly Money[],
): string[] {
  const values = new Set(allowed.map(({ value }) => readNumber(value)));
  const known = new Set(
    texts.flatMap((text) => (text.match(BARE_NUMBER) ?? []).map((number) => readNumber(number))),
  );
  let rest = withoutLinks(said).replaceAll(PERCENT, ' ');
  for (const amount of amounts) rest = rest.replaceAll(amount, ' ');
  const prices = [...rest.matchAll(AS_A_PRICE)]
    .map(({ groups }) => groups?.number ?? '')
    .filter((number) => !values.has(readNumber(number)));
  return rest
    .split(/[.!?]\s+|\n+/)
    .filter((sentence) => ABOUT_MONEY.test(sentence))
    .flatMap((sentence) => sentence.replace(/^\s*\d{1,2}[.)]\s/, '').match(BARE_NUMBER) ?? [])
    .filter((number) => !known.has(readNumber(number)))
    .concat(prices)
    .map((number) =>
      t('The number {quoted} is no price or number of what it names.', {
        quoted: quote(number),
      }),
    );
}

function linkWarnings(said: string, isOwnPage: CheckRules['isOwnPage']): string[] {
  const links = (said.match(LINK) ?? []).map(trimEnd);
  const rest = said.replaceAll(LINK, ' ').replaceAll('//', ' ').replaceAll(OTHER_DOT, '.');
  const bare = (rest.match(BARE_LINK) ?? []).map(trimEnd).filter((found) => !FILE_NAME.test(found));
  return [...links, ...bare]
    .filter((address) => !isOwnPage(/:\/\//.test(address) ? address : `https://${address}`))
    .map((address) => t('{quoted} leads to no page of this shop.', { quoted: quote(address) }));
}

const withoutLinks = (text: string) => text.replaceAll(LINK, ' ');
const trimEnd = (address: string) => address.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, '');

const quote = (text: string) =>
  `‘${text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text}’`;

/** Messages are plain text, so Markdown would show its raw asterisks. */
function withoutMarkdown(text: string): string {
  return text
    .replaceAll(/\*\*([^*\n]{1,500})\*\*/g, '$1')
    .replaceAll(/^#{1,6}\s+/gm, '')
    .replaceAll(/\[([^\]\n]{1,200})\]\((https?:[^\s)]{1,500})\)/g, '$1: $2');
}

/** Converts digits of any script to ASCII. The ten digits of a script are consecutive in Unicode. */
function toAsciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
    return String(value);
  });
}
