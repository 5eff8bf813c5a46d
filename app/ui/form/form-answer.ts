/** The field name of a refusal that asks the user to confirm their identity, and the page for that. */
export const PROOF_FIELD = 'proof';
export const PROOF_PATH = '/team/confirm';

export interface FormAnswer {
  /** The form on the page that this answers; '' on a page with one form. */
  readonly intent: string;
  readonly isDone: boolean;
  readonly message: string;
  /** The field with the error; undefined if the message is about the whole form. */
  readonly field: string | undefined;
  /** The values of a refused form, for browsers that reload the page. */
  readonly typed: Readonly<Record<string, string>>;
}

export function fieldErrors(
  answer: Pick<FormAnswer, 'message' | 'field'> | undefined,
): (field: string) => string | undefined {
  return (field) => (answer?.field === field ? answer.message : undefined);
}

/** Returns the props of a field after a refused submission: its name, the typed value and the error. */
export function answeredField(answer: FormAnswer | undefined) {
  const errorAt = fieldErrors(answer);
  return (name: string) => ({ name, defaultValue: answer?.typed[name], error: errorAt(name) });
}
