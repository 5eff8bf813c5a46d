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

/**
 * Pages and files that are opened by a secret of 43 characters after this path. A route with the parameter `:secret`
 * has a line here; quoted emails, logs and Referer headers then hide its secret.
 */
export const SECRET_PATHS = ['order', 'subscription', 'team/orders/calendar'];

const SECRET_PATH = new RegExp(`^/(?:${SECRET_PATHS.join('|')})/.`);

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
  return LINKED.has(path) || SECRET_PATH.test(path) || /[?&]token=/i.test(search);
}
