import { setImmediate } from 'node:timers/promises';
import { inTurns } from '../platform/in-turns.server.ts';
import type { Catalogue } from './catalogue.ts';
import { prepareEveryday } from './everyday-words.ts';
import { compareTitlesAt, prepareSearch, searchBy, type SearchItem } from './search.ts';
import { WordIndex, wordsIn } from './text-index.ts';

/** So many are looked at in one turn, which takes a few milliseconds: messages go on between two. */
const IN_A_TURN = 400;

const prepared = new WeakSet<readonly SearchItem[]>();

/**
 * Makes what searches of this catalogue look at, before the first one asks for it. In turns, because of ten
 * thousand services it takes as long as hundreds of messages. Until it is done, searches look at every service.
 */
export async function prepareSearches({ searchIndex: items }: Catalogue): Promise<void> {
  if (prepared.has(items)) return;
  prepared.add(items);
  await inTurns(prepareSearch(items, await sortInTurns(items)));
  await inTurns(prepareEveryday(items));
  searchBy(items, await inTurns(indexOf(items)));
}

function* indexOf(items: readonly SearchItem[]): Generator<void, WordIndex> {
  const placesOf = new Map<string, number[]>();
  for (const [place, item] of items.entries()) {
    for (const word of new Set(wordsIn(textOf(item)))) {
      const places = placesOf.get(word);
      if (places) places.push(place);
      else placesOf.set(word, [place]);
    }
    yield;
  }
  return new WordIndex(items.length, placesOf);
}

/** All that a search compares with, each part a line of its own. */
function textOf({ title, category, description, written }: SearchItem): string {
  const texts = [title, category, description];
  if (written) texts.push(written.title, written.category, written.description);
  return texts.join('\n').toLowerCase();
}

/** The places of the items in the order of their titles: parts of them sorted, and two and two put together. */
async function sortInTurns(items: readonly SearchItem[]): Promise<number[]> {
  let parts: number[][] = [];
  for (let from = 0; from < items.length; from += IN_A_TURN) {
    const part = items.slice(from, from + IN_A_TURN).map((_, index) => from + index);
    parts.push(part.sort((one, other) => compareTitlesAt(items, one, other)));
    // oxlint-disable-next-line no-await-in-loop -- a pause
    await setImmediate();
  }
  while (parts.length > 1) {
    const merged: number[][] = [];
    for (let index = 0; index < parts.length; index += 2) {
      merged.push(merge(items, parts[index] ?? [], parts[index + 1] ?? []));
      // oxlint-disable-next-line no-await-in-loop -- a pause
      await setImmediate();
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

function merge(
  items: readonly SearchItem[],
  one: readonly number[],
  other: readonly number[],
): number[] {
  const merged: number[] = [];
  let at = 0;
  for (const place of one) {
    let next = other[at];
    while (next !== undefined && compareTitlesAt(items, next, place) < 0) {
      merged.push(next);
      at += 1;
      next = other[at];
    }
    merged.push(place);
  }
  merged.push(...other.slice(at));
  return merged;
}
