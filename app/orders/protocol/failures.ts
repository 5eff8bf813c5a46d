import type { Sentence } from '../../platform/say.ts';
import type { PageFailure } from './page-states.ts';

export const FAILURES: Readonly<Record<PageFailure, Sentence>> = {
  declined: 'Your bank declined the payment. Nothing was charged. Try again or use another method.',
  'not confirmed':
    'Your bank could not confirm that it is you. Nothing was charged. Try again or use another method.',
  refused:
    'The payment service did not accept the payment. Nothing was charged. Try again or use another method.',
};
