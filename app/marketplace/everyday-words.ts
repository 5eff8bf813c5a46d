import spanish from '../../content/es/search-words.json' with { type: 'json' };
import english from '../../content/search-words.json' with { type: 'json' };
import { atOnce } from '../platform/at-once.ts';
import type { Language } from '../platform/languages.ts';
import { languageNow } from '../platform/say.ts';
import { readConditions } from './read-conditions.ts';
import {
  firstOf,
  mayHold,
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

const NOTHING: EverydayAnswer = { items: [], pages: [] };

/** The word itself in a title says more than what it is taken for, and that more than a summary. */
const POINTS = { title: 30, meaning: 20, summary: 10 } as const;

/**
 * What a search may mean that finds nothing by its letters: 'website for my restaurant', 'refund'. For
 * such searches alone, so that it changes nothing of the score of SPEC §5. A word that looks mistyped
 * is left to 'Did you mean'.
 */
export function searchEveryday(
  items: readonly SearchItem[],
  query: string,
  most = Infinity,
): EverydayAnswer {
  const conditions = readConditions(query);
  const text = toPlain(conditions?.words ?? query);
  const { asked, pages } = readAsked(text);
  const scores = new Map<Prepared, number>();
  const all = prepare(items);
  for (const { word, means } of asked) {
    let isKnown = means.length > 0;
    const begun = asBegun(word);
    const mayMean =
      means.length === 0
        ? mayHold(items, all, word)
        : new Set([word, ...means].flatMap((each) => mayHold(items, all, each)));
    for (const prepared of mayMean) {
      const points = pointsOf(prepared, begun, means);
      if (points === 0) continue;
      isKnown = true;
      scores.set(prepared, (scores.get(prepared) ?? 0) + points);
    }
    // Nobody mistypes a word as a number.
    if (!isKnown && !/\d/.test(word) && seemsMistyped(items, word)) return NOTHING;
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
  return { items: firstOf(found, most, compare).map(({ prepared }) => prepared.item), pages };
}

interface Scored {
  readonly prepared: Prepared;
  readonly points: number;
}

interface Asked {
  readonly word: string;
  readonly means: readonly string[];
}

/** The words that say something, each with what it is taken for, and the pages they lead to. */
function readAsked(text: string): {
  readonly asked: readonly Asked[];
  readonly pages: readonly FoundPage[];
} {
  let rest = text;
  const { fillers, known } = WORDS[languageNow()];
  const asked: Asked[] = [];
  const pages = new Set<FoundPage>();
  const starts = new Set(text.trim().split(' ').map(startOf));
  for (const { pattern, means, page } of [...starts].flatMap((start) => known.get(start) ?? [])) {
    const word = pattern.exec(text)?.[1];
    if (word === undefined) continue;
    rest = rest.replaceAll(` ${word} `, '  ');
    if (page) pages.add(page);
    else asked.push({ word, means });
  }
  const others = rest.split(' ').filter((word) => word.length > 2 && !fillers.has(word));
  return {
    asked: [...asked, ...others.map((word) => ({ word, means: [] }))],
    pages: [...pages],
  };
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
  return preparedItems.get(items) ?? atOnce(prepareEveryday(items));
}

/** What the first such search does, an item a step. */
export function* prepareEveryday(
  items: readonly SearchItem[],
): Generator<void, readonly Prepared[]> {
  const prepared: Prepared[] = [];
  for (const [index, item] of items.entries()) {
    prepared.push({
      item,
      index,
      title: bothOf(item, ({ title }) => title).toLowerCase(),
      plainTitle: toPlain(bothOf(item, ({ title }) => title)),
      about: toPlain(bothOf(item, ({ category, description }) => `${category} ${description}`)),
    });
    yield;
  }
  preparedItems.set(items, prepared);
  return prepared;
}

function toPlain(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

/** Shorter ones are begun by too many others: a 'car' is no 'care'. */
const MAY_BEGIN = 4;

/** How it stands in a plain text that has a word which begins so, or is it: 'art' is no part of 'start'. */
function asBegun(word: string): string {
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
}

type WrittenWords = Pick<typeof english, 'fillers' | 'services' | 'pages'>;

function prepareWords(all: readonly WrittenWords[]): Words {
  const known = all
    .flatMap(({ services, pages }) => [
      ...services.flatMap(({ words: names, means }) => names.map((name) => ({ name, means }))),
      ...pages.flatMap(({ words: names, ...page }) =>
        names.map((name) => ({ name, means: [] as string[], page })),
      ),
    ])
    .map((each) => ({ ...each, pattern: toPattern(each.name) }));
  return {
    fillers: new Set(all.flatMap(({ fillers }) => fillers)),
    known: Map.groupBy(known, ({ name }) => startOf(name)),
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
