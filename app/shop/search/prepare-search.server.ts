import { setImmediate } from 'node:timers/promises';
import type { Language } from '../../platform/languages.ts';
import { foldText } from '../../platform/fold-text.ts';
import { inTurns } from '../../platform/in-turns.server.ts';
import { aboutOf, titlesOf, toPlain } from './everyday-words.ts';
import { BegunWords } from './begun-words.ts';
import { MistypedWords } from './mistyped-words.ts';
import type { Fields } from './rank-by-letters.ts';
import { Meanings } from './rank-by-meaning.ts';
import { SearchIndex } from './search-index.ts';
import { Terms } from './terms.ts';
import { TextField } from './text-field.ts';
import { compareTitlesAt, wordsOf, type SearchItem, type SearchTexts } from './search.ts';

/** One turn takes a few milliseconds. Between two turns the event loop can serve chat messages. */
const IN_A_TURN = 400;

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
  const cheapest = await sortInTurns(
    services.length,
    (one, other) => (services[one]?.price ?? 0) - (services[other]?.price ?? 0),
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
    terms: new Terms(
      items,
      cheapest.map((index) => placeOf[index]!),
    ),
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
