import { usualAnswer } from '../protocol/desk-state.ts';
import type { Availability } from '../protocol/views.ts';

/** Returns the usual response time as text; empty if there are too few measurements. */
export function usualText({ usualMinutes }: Availability, words?: readonly string[]): string {
  return usualMinutes === null ? '' : usualAnswer(usualMinutes, words);
}
