import { msg } from '../i18n/translate.ts';
export const BUSY = msg(
  'Too many people are asking at the moment. Please try again in a few seconds.',
);

/** The value of Retry-After: waiting requests are done by then. */
export const RETRY_AFTER_SECONDS = 3;
