import { usualAnswer } from '../../conversation/wire/desk-state.ts';
import type { Availability } from '../../conversation/wire/views.ts';

/** How long an answer usually takes; empty where too little was measured. */
export function usualText({ usualMinutes }: Availability, words?: readonly string[]): string {
  return usualMinutes === null ? '' : usualAnswer(usualMinutes, words);
}
