import type { Counted } from './module.ts';
import { sayCounted, type Sentence } from './say.ts';

export function sayCount({ noun, number }: Counted): string {
  // The modules define the nouns; `say.test.ts` checks that each has a translation.
  return sayCounted(number, `{count} ${noun}|{count} ${noun}s` as Sentence);
}
