import { secretOfAddress } from '../conversation/mail/reply-address.server.ts';
import { readSender } from '../platform/mail/mail.ts';
import { domainOf, mailboxOf } from '../platform/mail/mailbox.ts';
import type { Settings } from '../platform/settings.server.ts';
import { isNoReply } from './parse/judge-mail.ts';
import type { ParsedMail } from './parse/parsed-mail.ts';

type Written = Pick<ParsedMail, 'sender' | 'replyTo' | 'originalSender' | 'isOwnList'>;
type OwnSettings = Pick<Settings, 'mailFrom' | 'mailIn' | 'supportEmail'>;

/** Whether an address is one of ours: what we send from, or where our mails are answered. */
export function isOwnAddress(
  { mailFrom, mailIn, supportEmail }: OwnSettings,
  address: string,
): boolean {
  if (address === '') return false;
  const own = [readSender(mailFrom).address, supportEmail, mailIn?.replyAddress ?? ''];
  return (
    own.some((one) => one !== '' && mailboxOf(one) === mailboxOf(address)) ||
    (mailIn !== undefined && secretOfAddress(mailIn, address) !== undefined)
  );
}

/**
 * Whom an answer to an email goes to: the first address in Reply-To that is not ours and that somebody
 * reads, as contact forms and groups set it; From where that is among them, or where there is none.
 * A label like every address (DECISIONS 11). '' where the email names nobody but us.
 */
export function writerOf(settings: OwnSettings, mail: Written): string {
  const { sender, replyTo, originalSender, isOwnList } = mail;
  const domain = domainOf(settings.mailIn?.replyAddress ?? '');
  // A group of ours writes itself into From and Reply-To: an answer there would come back to us.
  const isOurs = (address: string) =>
    isOwnAddress(settings, address) || (isOwnList && domainOf(address) === domain);
  const named = replyTo.filter((address) => !isOurs(address));
  if (!isOurs(sender) && named.includes(sender)) return sender;
  const read = named.find((address) => !isNoReply(address));
  if (read !== undefined) return read;
  if (!isOurs(sender)) return sender || named[0] || '';
  if (originalSender !== '' && !isOurs(originalSender)) return originalSender;
  return isOwnAddress(settings, sender) ? '' : sender;
}
