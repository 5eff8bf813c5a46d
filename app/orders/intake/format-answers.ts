import {
  answerTo,
  type Answer,
  type Answers,
  type IntakeForm,
  type IntakeQuestion,
} from './intake-form.ts';

/** Returns one text for each question, in the order of the form, as the brief of an order stores them. */
export function formatAnswers(form: IntakeForm, answers: Answers): string[] {
  return form.map((question) => formatAnswer(question, answerTo(answers, question.id) ?? null));
}

/** Returns '' if there is no answer. */
export function formatAnswer(
  { choices }: Pick<IntakeQuestion, 'choices'>,
  answer: Answer | null,
): string {
  if (answer === null) return '';
  if (typeof answer === 'string') return answer;
  return answer
    .map((chosen) => choices.find((choice) => choice.id === chosen)?.label ?? chosen)
    .join(', ');
}
