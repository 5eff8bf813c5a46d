import type { EntryAnswer } from '../../marketplace/screens/desk/entry-answer.ts';

/** What a form of an entry was answered with; undefined for the answers of other forms. */
export function answerOfEntry(answer: unknown): EntryAnswer | undefined {
  return typeof answer === 'object' && answer !== null && 'faults' in answer
    ? (answer as EntryAnswer)
    : undefined;
}
