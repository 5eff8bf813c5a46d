import { formatsNow, say } from '../platform/say.ts';
import { SAID } from './said-limits.ts';

/** Lists the data sent to the model, for the person responsible for data protection. */
export function whatIsSent(): readonly string[] {
  return [
    say(
      'The last messages of that one conversation: {answers} for an answer, {summaries} for a summary, at most {answerLength} and {summaryLength} characters. Of each: what was written, and whether by the visitor or the team.',
      {
        answers: SAID.answer.messages,
        summaries: SAID.summary.messages,
        answerLength: SAID.answer.length.toLocaleString(formatsNow()),
        summaryLength: SAID.summary.length.toLocaleString(formatsNow()),
      },
    ),
    say(
      'In them email addresses, telephone numbers, numbers of cards and accounts, secret links and the visitor’s name are replaced first. Other words that people write about themselves are not: nobody can recognise them all.',
    ),
    say(
      'The services that fit, with their prices; offers made in that conversation; parts of the refund policy, terms and privacy policy; canned replies that fit; name, email, telephone and hours of the shop.',
    ),
    say('The name of the model, and the key to its endpoint.'),
  ];
}

export function whatIsNeverSent(): readonly string[] {
  return [
    say(
      'Private notes, lasting notes and labels, other conversations, files and their names, what was taken back, addresses and orders of visitors, and names of the team.',
    ),
  ];
}
