import type { Counted } from './room.ts';
import { sayCounted, type Sentence } from './say.ts';

/** '1 message', '2 messages'; for nouns that take an s. */
export function sayCount({ noun, number }: Counted): string {
  // Which nouns there are the rooms say: `say.test.ts` asks for a translation of each.
  return sayCounted(number, `{count} ${noun}|{count} ${noun}s` as Sentence);
}
