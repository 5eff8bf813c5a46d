import {
  answerTo,
  type Answer,
  type Answers,
  type IntakeForm,
  type IntakeQuestion,
} from './intake-form.ts';

/** The names of files by their ids. */
type FileNames = ReadonlyMap<string, string>;

/** Returns one text for each question, in the order of the form, as the brief of an order stores them. */
export function formatAnswers(form: IntakeForm, answers: Answers, names?: FileNames): string[] {
  return form.map((question) =>
    formatAnswer(question, answerTo(answers, question.id) ?? null, names),
  );
}

/** Returns '' if there is no answer. */
export function formatAnswer(
  { choices }: Pick<IntakeQuestion, 'choices'>,
  answer: Answer | null,
  names?: FileNames,
): string {
  if (answer === null) return '';
  if (typeof answer === 'string') return answer;
  return answer
    .map((chosen) => choices.find(({ id }) => id === chosen)?.label ?? names?.get(chosen) ?? chosen)
    .join(', ');
}
