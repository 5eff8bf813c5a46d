import type { Sentence } from '../../platform/say.ts';
import type { PageFailure } from './page-states.ts';

/** What a buyer is told of a payment that failed, with what to do next. */
export const FAILURES: Readonly<Record<PageFailure, Sentence>> = {
  declined: 'Your bank declined the payment. Nothing was charged. Try again or use another method.',
  'not confirmed':
    'Your bank could not confirm that it is you. Nothing was charged. Try again or use another method.',
  refused:
    'The payment service did not accept the payment. Nothing was charged. Try again or use another method.',
};
