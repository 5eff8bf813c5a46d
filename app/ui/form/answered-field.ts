import { fieldErrors, type FormAnswer } from './form-answer.ts';

/** Returns the props of a field after a refused submission: its name, the typed value and the error. */
export function answeredField(answer: FormAnswer | undefined) {
  const errorAt = fieldErrors(answer);
  return (name: string) => ({ name, defaultValue: answer?.typed[name], error: errorAt(name) });
}
