import { secretOfAddress } from '../../chat/server/email/reply-address.server.ts';
import { readSender } from '../../platform/email/mail.ts';
import { domainOf, mailboxOf } from '../../platform/email/mailbox.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { isNoReply } from './parse/judge-mail.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';

type Written = Pick<ParsedMail, 'sender' | 'replyTo' | 'originalSender' | 'isOwnList'>;
type OwnSettings = Pick<Settings, 'mailFrom' | 'mailIn' | 'supportEmail'>;

/** Returns true for our own addresses: the sender of our emails, the support address and reply addresses. */
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
 * Returns the address for answers: the first usable Reply-To address that is not ours, as set by contact
 * forms and groups, or else From, which also wins if Reply-To contains it. It is an unproven label (rule
 * 99). Empty if the email names nobody but us.
 */
export function writerOf(settings: OwnSettings, mail: Written): string {
  const { sender, replyTo, originalSender, isOwnList } = mail;
  const domain = domainOf(settings.mailIn?.replyAddress ?? '');
  // A mailing list of our own domain puts itself into From and Reply-To, so that an answer to it would come
  // back to us.
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
