import { answerTo, type Answer, type Answers, type IntakeForm } from './intake-form.ts';

/** Returns one text for each question, in the order of the form, as the brief of an order stores them. */
export function formatAnswers(form: IntakeForm, answers: Answers): string[] {
  return form.map(({ id, choices }) => {
    const answer: Answer = answerTo(answers, id) ?? '';
    if (typeof answer === 'string') return answer;
    return answer
      .map((chosen) => choices.find((choice) => choice.id === chosen)?.label ?? chosen)
      .join(', ');
  });
}
