import { answerTo, type Answer, type Answers } from './intake-form.ts';

export type EditAuthor =
  | { readonly kind: 'buyer' }
  | { readonly kind: 'member'; readonly memberId: string }
  | { readonly kind: 'program'; readonly program: string };

/** A later change of one answer (rule 256). Null means that the question had, or has, no answer. */
export interface AnswerEdit {
  readonly questionId: string;
  readonly author: EditAuthor;
  /** ISO 8601. */
  readonly at: string;
  readonly before: Answer | null;
  readonly after: Answer | null;
}

/**
 * Compares two states of the answers. Answers that did not change leave no edit. Applying the edits to the earlier
 * state gives the later one.
 */
export function editsBetween(
  before: Answers,
  after: Answers,
  { author, at }: Pick<AnswerEdit, 'author' | 'at'>,
): readonly AnswerEdit[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].flatMap((questionId) => {
    const [one, other] = [answerTo(before, questionId), answerTo(after, questionId)];
    if (isSameAnswer(one, other)) return [];
    return [{ questionId, author, at, before: one ?? null, after: other ?? null }];
  });
}

/** The order of files is a part of the answer; choices always have the order of the form. */
function isSameAnswer(one: Answer | undefined, other: Answer | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
