import { answerSearch } from './answer-search.ts';
import type { Catalogue } from '../catalogue.ts';
import { t, msg, type Sentence } from '../../i18n/translate.ts';

const EXAMPLES = [
  msg('menu for my restaurant'),
  msg('logo'),
  msg('under 100'),
  msg('subtitles'),
  msg('landing page'),
] as const satisfies readonly Sentence[];

const SHOWN = 3;

/** Every example finds something in this catalogue. */
export function searchExamples(catalogue: Catalogue): string[] {
  const known = made.get(catalogue);
  if (known) return known;
  const examples = EXAMPLES.map((each) => t(each))
    .filter((each) => answerSearch(catalogue.searchIndex, each).results.length > 0)
    .slice(0, SHOWN);
  made.set(catalogue, examples);
  return examples;
}

/** A catalogue is immutable and has a single language, so the examples are cached. */
const made = new WeakMap<Catalogue, string[]>();
