import { answerSearch } from './answer-search.ts';
import type { Catalogue } from './catalogue.ts';
import { sayAny, type Sentence } from '../platform/say.ts';

const EXAMPLES = [
  'menu for my restaurant',
  'logo',
  'under 100',
  'subtitles',
  'landing page',
] as const satisfies readonly Sentence[];

const SHOWN = 3;

/** What one may search for here: only what this catalogue finds something for. */
export function searchExamples(catalogue: Catalogue): string[] {
  const known = made.get(catalogue);
  if (known) return known;
  const examples = EXAMPLES.map((each) => sayAny(each))
    .filter((each) => answerSearch(catalogue.searchIndex, each).results.length > 0)
    .slice(0, SHOWN);
  made.set(catalogue, examples);
  return examples;
}

/** A catalogue is in one language, and never changes. */
const made = new WeakMap<Catalogue, string[]>();
