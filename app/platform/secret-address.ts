import { LANGUAGES } from './languages.ts';

/** Pages that emails, logs and other sites link to, whose query contains a secret. */
const LINKED = new Set([
  '/account/invitation',
  '/account/link',
  '/chat/confirm',
  '/chat/resume',
  '/chat/stop-mails',
  '/chat/unsubscribe',
  '/confirm-review',
  '/invitation',
  '/login/openid/callback',
  '/notifications/unsubscribe',
  '/reset-password',
  '/setup',
  '/verify-email',
]);

const LANGUAGE = new RegExp(`^/(?:${LANGUAGES.join('|')})(?=/)`, 'i');

/** The address of an order or a subscription grants permanent access to it. */
const ORDER = /^\/(?:order|subscription)\/./;

/**
 * Returns true for an address that contains, or may contain, a secret: the page of an emailed link,
 * or any with a token. Responses must keep such an address out of Referer headers.
 */
export function isSecretAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean {
  const path = pathname
    .toLowerCase()
    .replace(LANGUAGE, '')
    .replace(/\.data$/, '')
    .replace(/(?<!\/)\/+$/, '');
  return LINKED.has(path) || ORDER.test(path) || /[?&]token=/i.test(search);
}
