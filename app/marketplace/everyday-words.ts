import spanish from '../../content/es/search-words.json' with { type: 'json' };
import english from '../../content/search-words.json' with { type: 'json' };
import { foldText } from '../platform/fold-text.ts';
import type { Language } from '../platform/languages.ts';
import { languageNow } from '../platform/say.ts';
import { readConditions, type Conditions } from './read-conditions.ts';
import {
  firstOf,
  meetsConditions,
  placeByTitle,
  seemsMistyped,
  type SearchItem,
  type SearchTexts,
} from './search.ts';

/** A page that answers what no service does. */
export interface FoundPage {
  readonly path: string;
  readonly title: string;
}

export interface EverydayAnswer {
  readonly items: readonly SearchItem[];
  readonly pages: readonly FoundPage[];
}

export const NOTHING: EverydayAnswer = { items: [], pages: [] };

/** The word itself in a title says more than what it is taken for, and that more than a summary. */
export const POINTS = { title: 30, meaning: 20, summary: 10 } as const;

/**
 * What a search may mean that finds nothing by its letters: 'website for my restaurant', 'refund'. For
 * such searches alone, so that it changes nothing of the score of SPEC §5. A word that looks mistyped
 * is left to 'Did you mean', unless `isLast` says that there is nothing to mean: then the other words count.
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
    // Nobody mistypes a word as a number.
    if (!isLast && !isKnown && !/\d/.test(word) && seemsMistyped(items, word)) return NOTHING;
  }
  const found: Scored[] = [];
  for (const [prepared, points] of scores) {
    if (points < POINTS.meaning || !meetsConditions(prepared.item, conditions)) continue;
    found.push({ prepared, points });
  }
  const compare = (one: Scored, other: Scored) =>
    other.points - one.points ||
    placeByTitle(items, one.prepared.index) - placeByTitle(items, other.prepared.index) ||
    one.prepared.index - other.prepared.index;
  const meant = firstOf(found, most, compare).map(({ prepared }) => prepared.item);
  return orAskAnAgent({ items: meant, pages }, conditions, language);
}

/** Few services say by when they are done: who asks for that, and finds none, is told where to ask. */
export function orAskAnAgent(
  answer: EverydayAnswer,
  conditions: Conditions | undefined,
  language: Language,
): EverydayAnswer {
  const { contact } = WORDS[language];
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

/** The words that say something, each with what it is taken for, and the pages they lead to. */
export function readAsked(
  query: string,
  language: Language,
): { readonly asked: readonly Asked[]; readonly pages: readonly FoundPage[] } {
  const text = toPlain(query);
  let rest = text;
  const { fillers, known } = WORDS[language];
  const asked: Asked[] = [];
  const pages = new Map<string, FoundPage>();
  const starts = new Set(text.trim().split(' ').map(startOf));
  const found = [...starts]
    .flatMap((start) => known.get(start) ?? [])
    .flatMap(({ pattern, means, page }) => {
      const word = pattern.exec(text)?.[1];
      return word === undefined ? [] : [{ word, means, page }];
    });
  // What several words say together is not what one of them says: a visiting card pays for nothing.
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

/** Of more than one what one of them begins with: 'invitations', 'carteles'. */
function stemOf(word: string): string {
  if (/^\p{L}{3,}(?=\p{L})[^aeiou]es$/u.test(word)) return word.slice(0, -2);
  return /^\p{L}{3,}(?=\p{L})[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}

function pointsOf({ title, plainTitle, about }: Prepared, begun: string, means: readonly string[]) {
  if (plainTitle.includes(begun)) return POINTS.title;
  const at = means.findIndex((meaning) => title.includes(meaning));
  // What stands first is meant most.
  if (at !== -1) return POINTS.meaning + 1 - at / means.length;
  return about.includes(begun) ? POINTS.summary : 0;
}

interface Prepared {
  readonly item: SearchItem;
  /** Among the items. */
  readonly index: number;
  readonly title: string;
  /** Its words with a space around each, as `asBegun` has it. */
  readonly plainTitle: string;
  readonly about: string;
}

/** As it reads, and as it was written. */
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

/** Its title, as it reads and as it was written. */
export function titlesOf(item: SearchItem): string {
  return bothOf(item, ({ title }) => title);
}

/** What is said of it beside its title, in the same way. */
export function aboutOf(item: SearchItem): string {
  return bothOf(item, ({ category, description }) => `${category} ${description}`);
}

export function toPlain(text: string): string {
  return ` ${
    foldText(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

/** Shorter ones are begun by too many others: a 'car' is no 'care'. */
const MAY_BEGIN = 4;

/** How it stands in a plain text that has a word which begins so, or is it: 'art' is no part of 'start'. */
export function asBegun(word: string): string {
  return word.length < MAY_BEGIN ? ` ${word} ` : ` ${word}`;
}

/** As a whole word, or several, or how one begins ('translat*'); of one also more than one. */
function toPattern(name: string): RegExp {
  const end = name.endsWith('*') ? String.raw`[\p{L}\p{N}]*` : 's?';
  return new RegExp(` (${name.replace('*', '')}${end})(?= )`, 'u');
}

/** A word, or several, and what it stands for. */
interface Known {
  readonly pattern: RegExp;
  readonly means: readonly string[];
  readonly page?: FoundPage;
}

interface Words {
  readonly fillers: ReadonlySet<string>;
  /** By how they begin: most searches hold none of them, and are done with at once. */
  readonly known: ReadonlyMap<string, readonly Known[]>;
  /** Where everything else is asked. */
  readonly contact: FoundPage | undefined;
}

type WrittenWords = Pick<typeof english, 'fillers' | 'services' | 'pages'>;

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
      const name = foldText(written);
      return { ...each, name, pattern: toPattern(name) };
    });
  return {
    fillers: new Set(all.flatMap(({ fillers }) => fillers.map(foldText))),
    known: Map.groupBy(known, ({ name }) => startOf(name)),
    contact: all.flatMap(({ pages }) => pages).find(({ path }) => path === '/contact'),
  };
}

/** Who reads Spanish asks in Spanish, and by the words of the trade in English. */
const WORDS: Readonly<Record<Language, Words>> = {
  en: prepareWords([english]),
  es: prepareWords([spanish, english]),
};

function startOf(word: string): string {
  return word.slice(0, 2);
}
