import { msg } from '../i18n/translate.ts';
export const BUSY = msg('There are too many requests right now. Try again in a few seconds.');

/** The value of Retry-After: waiting requests are done by then. */
export const RETRY_AFTER_SECONDS = 3;
