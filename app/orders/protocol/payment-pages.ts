import { type Sentence, msg } from '../../i18n/translate.ts';

/**
 * An 'open' page can be paid. An 'in progress' page was paid with a method whose outcome the bank reports
 * later. The other states are final.
 */
export const PAGE_STATES = ['open', 'in progress', 'failed', 'expired', 'completed'] as const;

export type PageState = (typeof PAGE_STATES)[number];

export const PAGE_FAILURES = ['declined', 'not confirmed', 'refused'] as const;

export type PageFailure = (typeof PAGE_FAILURES)[number];

export const FAILURES: Readonly<Record<PageFailure, Sentence>> = {
  declined: msg(
    'Your bank declined the payment. Nothing was charged. Try again or use another method.',
  ),
  'not confirmed': msg(
    'Your bank could not confirm that it is you. Nothing was charged. Try again or use another method.',
  ),
  refused: msg(
    'The payment service did not accept the payment. Nothing was charged. Try again or use another method.',
  ),
};
