import type { ChangeContext } from '../platform/change/change.server.ts';
import { type Language, SOURCE_LANGUAGE } from '../platform/languages.ts';
import type { Database } from '../platform/db/database.server.ts';
import { inTurns } from '../platform/in-turns.server.ts';
import { Catalogue, NO_CATALOGUE } from './catalogue.ts';
import { readCatalogueContent, readRevision } from './read-catalogue.server.ts';
import { setImmediate } from 'node:timers/promises';
import { foldText } from '../platform/fold-text.ts';
import { aboutOf, titlesOf, toPlain } from './search/everyday-words.ts';
import { BegunWords } from './search/begun-words.ts';
import { MistypedWords } from './search/mistyped-words.ts';
import type { Fields } from './search/rank-by-letters.ts';
import { Meanings } from './search/rank-by-meaning.ts';
import { SearchIndex } from './search/search-index.ts';
import { TextField } from './search/text-field.ts';
import {
  comparePricesWith,
  compareTitlesAt,
  readCurrencies,
  wordsOf,
  type SearchItem,
  type SearchTexts,
} from './search/search.ts';

/** One turn takes a few milliseconds. Between two turns the event loop can serve chat messages. */
const IN_A_TURN = 400;

export interface KnownCatalogue {
  /** A handler reads the catalogue once per response and must not keep it. */
  readonly catalogue: Catalogue;
}

export interface PublicationContext extends ChangeContext, KnownCatalogue {
  /**
   * Runs after the commit. This process uses the new revision once the promise resolves, other processes shortly
   * after.
   */
  readonly takePublication: () => Promise<void>;
}

/** Pages read the published catalogue from the memory of this process, never from the database. */
export class LiveCatalogue {
  #current = NO_CATALOGUE;

  get current(): Catalogue {
    return this.#current;
  }

  async prepare(languages: readonly Language[]): Promise<void> {
    await prepareAll(this.#current, languages);
  }

  /**
   * Loads a newer revision and builds its search indexes before switching over. Returns false when nothing was
   * published since.
   */
  async reload(db: Database, languages: readonly Language[] = [SOURCE_LANGUAGE]): Promise<boolean> {
    if ((await readRevision(db)) <= this.#current.revision) return false;
    const content = await readCatalogueContent(db, this.#current.content);
    const next = await inTurns(Catalogue.of(content));
    await prepareAll(next, languages, this.#current);
    // Two reloads may run at once, and the one with the older revision may finish last.
    if (next.revision <= this.#current.revision) return false;
    this.#current = next;
    return true;
  }
}

async function prepareAll(
  catalogue: Catalogue,
  languages: readonly Language[],
  before?: Catalogue,
): Promise<void> {
  for (const language of languages) {
    // oxlint-disable-next-line no-await-in-loop -- in turns, so that other work goes on
    const read = await inTurns(catalogue.prepareIn(language, languages, before));
    // oxlint-disable-next-line no-await-in-loop -- of a catalogue that is there
    read.searches ??= await prepareSearch(read.searchIndex, language);
  }
}

/**
 * Builds the search index in turns, because building it for ten thousand services at once would block the event
 * loop for as long as hundreds of messages take.
 */
export async function prepareSearch(
  services: readonly SearchItem[],
  language: Language,
): Promise<SearchIndex> {
  const byTitle = await sortInTurns(services.length, (one, other) =>
    compareTitlesAt(services, one, other),
  );
  const items = byTitle.map((index) => services[index]!);
  const placeOf = new Uint32Array(items.length);
  for (const [place, index] of byTitle.entries()) placeOf[index] = place;
  const currencies = readCurrencies(services);
  const comparePrices = comparePricesWith(currencies);
  const cheapest = await sortInTurns(services.length, (one, other) =>
    comparePrices(services[one]!, services[other]!),
  );
  const isTranslated = items.some(({ written }) => written);
  const own = await fieldsOf(items);
  const fields = isTranslated
    ? [own, await fieldsOf(items.map((item) => item.written ?? item))]
    : [own];
  const titles = isTranslated ? await fieldOf(items, titlesOf) : own.titles;
  const titleWords = await inTurns(BegunWords.of(plainWords(items, titlesOf)));
  const aboutWords = await inTurns(BegunWords.of(plainWords(items, aboutOf)));
  const parts = {
    items,
    fields,
    meanings: new Meanings(items, titles, titleWords, aboutWords),
    mistyped: await inTurns(MistypedWords.of(wordsOfTitles(items))),
    cheapest: cheapest.map((index) => placeOf[index]!),
    currencies,
  };
  return new SearchIndex(parts, language);
}

async function fieldsOf(texts: readonly SearchTexts[]): Promise<Fields> {
  return {
    titles: await fieldOf(texts, ({ title }) => title),
    categories: await fieldOf(texts, ({ category }) => category),
    descriptions: await fieldOf(texts, ({ description }) => description),
  };
}

function fieldOf<T>(items: readonly T[], read: (item: T) => string): Promise<TextField> {
  return inTurns(TextField.of(items.map((item) => foldText(read(item)).trim())));
}

function* plainWords(items: readonly SearchItem[], read: (item: SearchItem) => string) {
  for (const item of items) yield toPlain(read(item)).trim().split(' ');
}

function* wordsOfTitles(items: readonly SearchItem[]) {
  for (const { title } of items) yield wordsOf(title);
}

/** The function is a stable merge sort of the numbers below `size`, with a pause after every part. */
async function sortInTurns(
  size: number,
  compare: (one: number, other: number) => number,
): Promise<number[]> {
  let parts: number[][] = [];
  for (let from = 0; from < size; from += IN_A_TURN) {
    const length = Math.min(IN_A_TURN, size - from);
    parts.push(Array.from({ length }, (_, index) => from + index).sort(compare));
    // oxlint-disable-next-line no-await-in-loop -- a pause
    await setImmediate();
  }
  while (parts.length > 1) {
    const merged: number[][] = [];
    for (let index = 0; index < parts.length; index += 2) {
      merged.push(merge(parts[index] ?? [], parts[index + 1] ?? [], compare));
      // oxlint-disable-next-line no-await-in-loop -- a pause
      await setImmediate();
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

function merge(
  one: readonly number[],
  other: readonly number[],
  compare: (one: number, other: number) => number,
): number[] {
  const merged: number[] = [];
  let at = 0;
  for (const each of one) {
    let next = other[at];
    while (next !== undefined && compare(next, each) < 0) {
      merged.push(next);
      at += 1;
      next = other[at];
    }
    merged.push(each);
  }
  merged.push(...other.slice(at));
  return merged;
}
