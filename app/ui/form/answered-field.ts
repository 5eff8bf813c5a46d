import { fieldErrors, type FormAnswer } from './form-answer.ts';

/** Of each field its name, what was typed into it where the form was refused, and what is wrong with that. */
export function answeredField(answer: FormAnswer | undefined) {
  const errorAt = fieldErrors(answer);
  return (name: string) => ({ name, defaultValue: answer?.typed[name], error: errorAt(name) });
}
