import { answerSearch } from './answer-search.ts';
import type { Catalogue } from '../catalogue.ts';
import { tDynamic, type Sentence } from '../../platform/translate.ts';

const EXAMPLES = [
  'menu for my restaurant',
  'logo',
  'under 100',
  'subtitles',
  'landing page',
] as const satisfies readonly Sentence[];

const SHOWN = 3;

/** Every example finds something in this catalogue. */
export function searchExamples(catalogue: Catalogue): string[] {
  const known = made.get(catalogue);
  if (known) return known;
  const examples = EXAMPLES.map((each) => tDynamic(each))
    .filter((each) => answerSearch(catalogue.searchIndex, each).results.length > 0)
    .slice(0, SHOWN);
  made.set(catalogue, examples);
  return examples;
}

/** A catalogue is immutable and has a single language, so the examples are cached. */
const made = new WeakMap<Catalogue, string[]>();
