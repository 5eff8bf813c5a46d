import en from '../../../content/search-words.json' with { type: 'json' };
import { foldText } from '../../platform/fold-text.ts';
import { languageNow } from '../../i18n/translate.ts';
import { type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import { readConditions, type Conditions } from './read-conditions.ts';
import {
  chooseCurrency,
  firstOf,
  meetsConditions,
  placeByTitle,
  readCurrencies,
  seemsMistyped,
  type SearchItem,
  type SearchTexts,
} from './search.ts';

export interface FoundPage {
  readonly path: string;
  readonly title: string;
}

export interface EverydayAnswer {
  readonly items: readonly SearchItem[];
  readonly pages: readonly FoundPage[];
}

export const NOTHING: EverydayAnswer = { items: [], pages: [] };

/** A match in the title ranks above a match by meaning, and a match by meaning above a match in the summary. */
export const POINTS = { title: 30, meaning: 20, summary: 10 } as const;

/**
 * Answers searches that match nothing by letters: 'website for my restaurant', 'refund'. Only such searches come
 * here, so the score of rule 45 is unchanged. A word that looks mistyped is left to 'Did you mean'. With `isLast`,
 * mistyped words are ignored and the other words count.
 */
export function searchEveryday(
  items: readonly SearchItem[],
  query: string,
  most = Infinity,
  language = languageNow(),
  isLast = false,
): EverydayAnswer {
  const conditions = readConditions(query);
  const { asked, pages } = readAsked(conditions?.words ?? query, language);
  const scores = new Map<Prepared, number>();
  const all = prepare(items);
  for (const { word, means } of asked) {
    let isKnown = means.length > 0;
    const begun = asBegun(word);
    for (const prepared of all) {
      const points = pointsOf(prepared, begun, means);
      if (points === 0) continue;
      isKnown = true;
      scores.set(prepared, (scores.get(prepared) ?? 0) + points);
    }
    // A word with a digit in it is never treated as mistyped.
    if (!isLast && !isKnown && !/\d/.test(word) && seemsMistyped(items, word)) return NOTHING;
  }
  const currency = conditions && chooseCurrency(readCurrencies(items), conditions);
  const found: Scored[] = [];
  for (const [prepared, points] of scores) {
    if (points < POINTS.meaning || !meetsConditions(prepared.item, conditions, currency)) continue;
    found.push({ prepared, points });
  }
  const compare = (one: Scored, other: Scored) =>
    other.points - one.points ||
    placeByTitle(items, one.prepared.index) - placeByTitle(items, other.prepared.index) ||
    one.prepared.index - other.prepared.index;
  const meant = firstOf(found, most, compare).map(({ prepared }) => prepared.item);
  return orAskAnAgent({ items: meant, pages }, conditions, language);
}

/** Few services state a delivery time. A search with a deadline that finds nothing leads to the contact page. */
export function orAskAnAgent(
  answer: EverydayAnswer,
  conditions: Conditions | undefined,
  language: Language,
): EverydayAnswer {
  const { contact } = wordsIn(language);
  return conditions?.maxDays === undefined ||
    answer.items.length + answer.pages.length > 0 ||
    !contact
    ? answer
    : { items: [], pages: [contact] };
}

interface Scored {
  readonly prepared: Prepared;
  readonly points: number;
}

export interface Asked {
  readonly word: string;
  readonly means: readonly string[];
}

/** Splits the query into meaningful words, each with its meanings, and the pages that the words lead to. */
export function readAsked(
  query: string,
  language: Language,
): { readonly asked: readonly Asked[]; readonly pages: readonly FoundPage[] } {
  const text = toPlain(query);
  let rest = text;
  const { fillers, known } = wordsIn(language);
  const asked: Asked[] = [];
  const pages = new Map<string, FoundPage>();
  const starts = new Set(text.trim().split(' ').map(startOf));
  const found = [...starts]
    .flatMap((start) => known.get(start) ?? [])
    .flatMap(({ pattern, means, page }) => {
      const word = pattern.exec(text)?.[1];
      return word === undefined ? [] : [{ word, means, page }];
    });
  // A phrase overrides its parts: 'visiting card' has nothing to do with paying by card.
  const isPart = ({ word }: { readonly word: string }) =>
    found.some((other) => other.word !== word && ` ${other.word} `.includes(` ${word} `));
  for (const each of found) {
    const { word, means, page } = each;
    rest = rest.replaceAll(` ${word} `, '  ');
    if (isPart(each)) continue;
    if (page) pages.set(page.path, pages.get(page.path) ?? page);
    else asked.push({ word, means });
  }
  const others = rest.split(' ').filter((word) => word.length > 2 && !fillers.has(word));
  return {
    asked: [...asked, ...others.map((word) => ({ word: stemOf(word), means: [] }))],
    pages: [...pages.values()],
  };
}

/** Removes the plural ending, so that 'invitations' and 'carteles' match their singular. */
function stemOf(word: string): string {
  if (/^\p{L}{3,}(?=\p{L})[^aeiou]es$/u.test(word)) return word.slice(0, -2);
  return /^\p{L}{3,}(?=\p{L})[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}

function pointsOf({ title, plainTitle, about }: Prepared, begun: string, means: readonly string[]) {
  if (plainTitle.includes(begun)) return POINTS.title;
  const at = means.findIndex((meaning) => title.includes(meaning));
  // Earlier meanings in the list rank higher.
  if (at !== -1) return POINTS.meaning + 1 - at / means.length;
  return about.includes(begun) ? POINTS.summary : 0;
}

interface Prepared {
  readonly item: SearchItem;
  readonly index: number;
  readonly title: string;
  /** The words with a space around each, as `asBegun` expects. */
  readonly plainTitle: string;
  readonly about: string;
}

function bothOf(item: SearchItem, read: (item: SearchTexts) => string): string {
  return item.written ? `${read(item)} ${read(item.written)}` : read(item);
}

const preparedItems = new WeakMap<readonly SearchItem[], readonly Prepared[]>();

function prepare(items: readonly SearchItem[]): readonly Prepared[] {
  let prepared = preparedItems.get(items);
  if (!prepared) {
    prepared = items.map((item, index) => ({
      item,
      index,
      title: foldText(titlesOf(item)),
      plainTitle: toPlain(titlesOf(item)),
      about: toPlain(aboutOf(item)),
    }));
    preparedItems.set(items, prepared);
  }
  return prepared;
}

export function titlesOf(item: SearchItem): string {
  return bothOf(item, ({ title }) => title);
}

export function aboutOf(item: SearchItem): string {
  return bothOf(item, ({ category, description }) => `${category} ${description}`);
}

export function toPlain(text: string): string {
  return ` ${
    withoutArticles(foldText(text))
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

/** Arabic writes the article, and short words before it, as a part of the word. */
function withoutArticles(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])(?:[وفبك]?ال|لل)(?=[\u0620-\u064a]{3})/gu, '');
}

/** Shorter words match only as whole words, because too many words begin with them: 'car' must not match 'care'. */
const MAY_BEGIN = 4;

/** The leading space makes a word match only at the beginning of another word: 'art' does not match 'start'. */
export function asBegun(word: string): string {
  return word.length < MAY_BEGIN ? ` ${word} ` : ` ${word}`;
}

/** Matches a whole word, its plural or a phrase. 'translat*' matches every word that begins so. */
function toPattern(name: string): RegExp {
  const end = name.endsWith('*') ? String.raw`[\p{L}\p{N}]*` : 's?';
  return new RegExp(` (${name.replace('*', '')}${end})(?= )`, 'u');
}

interface Known {
  readonly pattern: RegExp;
  readonly means: readonly string[];
  readonly page?: FoundPage;
}

interface Words {
  readonly fillers: ReadonlySet<string>;
  /** Keyed by the first two letters. Most queries contain none of the known words, so this lookup ends them quickly. */
  readonly known: ReadonlyMap<string, readonly Known[]>;
  readonly contact: FoundPage | undefined;
}

export type WrittenWords = Pick<typeof en, 'fillers' | 'services' | 'pages'>;

function prepareWords(all: readonly WrittenWords[]): Words {
  const known = all
    .flatMap(({ services, pages }) => [
      ...services.flatMap(({ words: names, means }) =>
        names.map((name) => ({ name, means: means.map(foldText) })),
      ),
      ...pages.flatMap(({ words: names, ...page }) =>
        names.map((name) => ({ name, means: [] as string[], page })),
      ),
    ])
    .map(({ name: written, ...each }) => {
      const name = withoutArticles(foldText(written));
      return { ...each, name, pattern: toPattern(name) };
    });
  return {
    fillers: new Set(
      all.flatMap(({ fillers }) => fillers.map((word) => withoutArticles(foldText(word)))),
    ),
    known: Map.groupBy(known, ({ name }) => startOf(name)),
    contact: all.flatMap(({ pages }) => pages).find(({ path }) => path === '/contact'),
  };
}

const wordLists = new Map<Language, WrittenWords>([[SOURCE_LANGUAGE, en]]);
const preparedWords = new Map<Language, Words>();

/** A server adds the words of all languages, a browser those of its page. */
export function addEverydayWords(language: Language, words: WrittenWords): void {
  wordLists.set(language, words);
  preparedWords.delete(language);
}

/** Visitors also search with English trade terms, whatever they read. */
function wordsIn(language: Language): Words {
  let words = preparedWords.get(language);
  if (!words) {
    const own = language === SOURCE_LANGUAGE ? undefined : wordLists.get(language);
    words = prepareWords(own ? [own, en] : [en]);
    preparedWords.set(language, words);
  }
  return words;
}

function startOf(word: string): string {
  return word.slice(0, 2);
}
