import { LANGUAGES } from './languages.ts';

/** Pages that mails, logs and other sites lead to, whose addresses hold a secret in the query. */
const LINKED = new Set([
  '/chat/confirm',
  '/chat/resume',
  '/chat/stop-mails',
  '/confirm-review',
  '/invitation',
  '/login/openid/callback',
  '/reset-password',
  '/setup',
  '/verify-email',
]);

/** What a path begins with where it is in another language than the shop's main one. */
const LANGUAGE = new RegExp(`^/(?:${LANGUAGES.join('|')})(?=/)`);

/** An order is opened by its address, for good. */
const ORDER = /^\/order\/./;

/**
 * Whether this address is, or may be, a secret: that of a page behind a mailed link, or any other
 * that was given a token. No answer to it may let the address travel in a Referer.
 */
export function isSecretAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean {
  const path = pathname
    .toLowerCase()
    .replace(LANGUAGE, '')
    .replace(/\.data$/, '')
    .replace(/(?<!\/)\/+$/, '');
  return LINKED.has(path) || ORDER.test(path) || /[?&]token=/i.test(search);
}
