import { isEmail, normalizeEmail } from '../../platform/email.ts';
import { t, msg } from '../../i18n/translate.ts';

/** The email step of the chat (rules 102, 103 and 104), checked in the browser and again on the server. */

export const EMAIL_MESSAGES = {
  invalid: msg('Please enter a valid email address'),
  disposable: msg(
    'Please use a permanent email address from a trusted provider like Gmail, Outlook, or Yahoo.',
  ),
  temporary: msg('This email appears to be temporary. Please use your real email address.'),
} as const;

/** Providers of disposable addresses, at which answers reach nobody. */
const DISPOSABLE_DOMAINS = new Set([
  '10minutemail.com',
  'dispostable.com',
  'emailondeck.com',
  'fakeinbox.com',
  'getairmail.com',
  'getnada.com',
  'guerrillamail.com',
  'inboxkitten.com',
  'mail-temp.com',
  'mailcatch.com',
  'maildrop.cc',
  'mailinator.com',
  'mailnesia.com',
  'mintemail.com',
  'mohmal.com',
  'moakt.com',
  'sharklasers.com',
  'spamgourmet.com',
  'temp-mail.org',
  'tempmail.com',
  'tempmailo.com',
  'throwawaymail.com',
  'trashmail.com',
  'yopmail.com',
]);

const TEMPORARY_START = /^(test|temp|fake|spam|trash)/;
const TEMPORARY_END = /(123|abc|admin|user)$/;

export function checkChatEmail(text: string): string | null {
  const problem = checkSender(text);
  if (problem) return problem;
  const [local = ''] = normalizeEmail(text).split('@');
  if (TEMPORARY_START.test(local) || TEMPORARY_END.test(local)) return t(EMAIL_MESSAGES.temporary);
  return null;
}

/**
 * Returns the problem with an address that only its owner can use, such as the sender of an email, a client who
 * signs in or a buyer with a code, or null. A name such as admin@ does not mean a temporary address there.
 */
export function checkSender(text: string): string | null {
  const email = normalizeEmail(text);
  if (!isEmail(email)) return t(EMAIL_MESSAGES.invalid);
  const [, domain = ''] = email.split('@');
  return DISPOSABLE_DOMAINS.has(domain) ? t(EMAIL_MESSAGES.disposable) : null;
}
