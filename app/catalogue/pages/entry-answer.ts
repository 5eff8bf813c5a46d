import type { EntryAnswer } from '../ui/entry-answer.ts';

/** Returns undefined for the answers of other forms. */
export function answerOfEntry(answer: unknown): EntryAnswer | undefined {
  return typeof answer === 'object' && answer !== null && 'faults' in answer
    ? (answer as EntryAnswer)
    : undefined;
}
