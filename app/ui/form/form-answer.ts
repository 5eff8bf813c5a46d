/** The field of a refusal that asks its sender to prove who they are, and where they do. */
export const PROOF_FIELD = 'proof';
export const PROOF_PATH = '/team/confirm';

/** What a form shows after it was sent. */
export interface FormAnswer {
  /** Which of the page's forms this answers; '' on a page with one. */
  readonly intent: string;
  readonly isDone: boolean;
  readonly message: string;
  /** The field the message stands at; none for the form as a whole. */
  readonly field: string | undefined;
  /** What was typed into a form that was refused, for browsers that load the page anew. */
  readonly typed: Readonly<Record<string, string>>;
}

/** Finds the message for a field in a form's answer. */
export function fieldErrors(
  answer: Pick<FormAnswer, 'message' | 'field'> | undefined,
): (field: string) => string | undefined {
  return (field) => (answer?.field === field ? answer.message : undefined);
}
