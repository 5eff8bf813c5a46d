import { SAID } from './said-limits.ts';

/** What leaves the house for a draft, for whoever is responsible for it. */
export const WHAT_IS_SENT: readonly string[] = [
  `The last messages of that one conversation: ${SAID.answer.messages} for an answer, ${SAID.summary.messages} for a summary, at most ${SAID.answer.length.toLocaleString('en-US')} and ${SAID.summary.length.toLocaleString('en-US')} characters. Of each: what was written, and whether by the visitor or the team.`,
  'In them e-mail addresses, telephone numbers, numbers of cards and accounts, secret links and the visitor’s name are replaced first. Other words that people write about themselves are not: nobody can recognise them all.',
  'The services that fit, with their prices; offers made in that conversation; parts of the refund policy, terms and privacy policy; canned replies that fit; name, e-mail, telephone and hours of the shop.',
  'The name of the model, and the key to its endpoint.',
];

export const WHAT_IS_NEVER_SENT: readonly string[] = [
  'Private notes, lasting notes and labels, other conversations, files and their names, what was taken back, addresses and orders of visitors, and names of the team.',
];
