/** What a search result needs: small enough to travel to the browser. */
export interface SearchItem {
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly path: string;
  /** Where its picture is. */
  readonly picture: string;
}

export const MAX_RESULTS = 10;
const MAX_SUGGESTIONS = 3;

/** The first ten matches. */
export function searchServices(items: readonly SearchItem[], query: string): SearchItem[] {
  return matchServices(items, query).slice(0, MAX_RESULTS);
}

/**
 * Every match by the additive score of SPEC §5, ties by title. A blank query matches nothing.
 */
export function matchServices(items: readonly SearchItem[], query: string): SearchItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const found: { readonly score: number; readonly prepared: Prepared }[] = [];
  for (const prepared of prepare(items)) {
    const score = scoreOf(prepared, wanted);
    if (score > 0) found.push({ score, prepared });
  }
  return found
    .sort((a, b) => b.score - a.score || a.prepared.place - b.prepared.place)
    .map(({ prepared }) => prepared.item);
}

/** An item as it is searched: nothing of it changes from one search to the next. */
interface Prepared {
  readonly item: SearchItem;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly words: readonly string[];
  /** In the order of titles; equal titles have equal places. */
  readonly place: number;
}

const preparedItems = new WeakMap<readonly SearchItem[], readonly Prepared[]>();

function prepare(items: readonly SearchItem[]): readonly Prepared[] {
  const known = preparedItems.get(items);
  if (known) return known;
  const { compare } = new Intl.Collator('en');
  const titles = items.map(({ title }) => title).sort(compare);
  const prepared = items.map((item) => ({
    item,
    title: item.title.toLowerCase(),
    category: item.category.toLowerCase(),
    description: item.description.toLowerCase(),
    words: wordsOf(item.title),
    place: titles.findIndex((title) => compare(title, item.title) === 0),
  }));
  preparedItems.set(items, prepared);
  return prepared;
}

function scoreOf({ title, category, description }: Prepared, wanted: string): number {
  const isInTitle = title.includes(wanted);
  return (
    (title === wanted ? 100 : 0) +
    (isInTitle && title.startsWith(wanted) ? 50 : 0) +
    (isInTitle ? 30 : 0) +
    (category.includes(wanted) ? 20 : 0) +
    (description.includes(wanted) ? 10 : 0)
  );
}

/**
 * Up to three 'Did you mean' titles for a query that matches nothing: those whose words are a
 * few typing mistakes away (DECISIONS 5).
 */
export function suggestServices(items: readonly SearchItem[], query: string): SearchItem[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return prepare(items)
    .map((prepared) => ({ prepared, distance: distanceOfTitle(prepared.words, words) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || a.prepared.place - b.prepared.place)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ prepared }) => prepared.item);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Typing mistakes between the query's words and the nearest words of a title; Infinity if too many. */
function distanceOfTitle(title: readonly string[], query: readonly string[]): number {
  let total = 0;
  let near = 0;
  for (const word of query) {
    const best = Math.min(...title.map((other) => editDistance(word, other)));
    // One mistake in a word of three or four letters, two up to seven, three beyond.
    const allowed = word.length < 3 ? 0 : word.length < 5 ? 1 : word.length < 8 ? 2 : 3;
    if (best <= allowed) near += 1;
    total += best;
  }
  return near * 2 > query.length ? total : Infinity;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(beforePrevious, j - 2) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
