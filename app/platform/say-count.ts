import type { Counted } from './room.ts';

/** '1 message', '2 messages'; for nouns that take an s. */
export function sayCount({ noun, number }: Counted): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
