import type { After } from '../change/change.server.ts';
import { FIRST_SUPPORT_EMAIL } from '../changeable-settings.ts';
import type { Settings } from '../settings.server.ts';
import { toLine } from '../shown-text.ts';
import type { EmailKind } from './email-kinds.ts';
import { domainOf } from './mailbox.ts';
import type { UnsolicitedMail } from './unsolicited.ts';

export interface MailMessage {
  readonly kind?: EmailKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML version, in which user input is escaped. */
  readonly html?: string;
  /** While an email with this key waits, no second one is queued. */
  readonly key?: string;
  /** Stays the same over attempts, so that email programs show a repeated email once. */
  readonly messageId?: string;
  /** Stops such emails with one POST and without a session (RFC 8058); opened by a person, it leads to a page. */
  readonly unsubscribe?: string;
  /** Default: the shop's contact address. */
  readonly replyTo?: string;
  /** The person who wrote the text; From shows this name and the shop's. */
  readonly author?: string;
  /** Message-IDs of the email that this one answers, and of its thread. */
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  /** True when a team member wrote the text; every other email is marked as automatic. */
  readonly isPersonal?: boolean;
  /** The main link, which the text contains as well; logged when no mail server is set. */
  readonly link?: string;
  /** The sort of an email that a stranger may have caused. */
  readonly unsolicited?: UnsolicitedMail;
}

export interface MailTransport {
  /** True when emails really reach people; only then may a feature depend on an email. */
  readonly isDelivered: boolean;
  deliver(message: MailMessage): Promise<void>;
  /** Deletes the emails to an address, or all, that lie in this process's email folder; returns their number. */
  forget(address?: string): Promise<number>;
  close(): void;
}

export interface Mail extends Omit<MailTransport, 'close'> {
  /**
   * Queues an email in the current transaction. It is sent at least once, even when the process
   * dies, and the response time does not reveal to a stranger whether anybody was written to.
   */
  send(after: After, message: MailMessage): void;
}

export type MailOutcome = 'sent' | 'outbox' | 'failed';

export type ReportMail = (outcome: MailOutcome) => void;

/**
 * Refuses line breaks, which would inject a header, and brackets, with which the email would go to
 * another address than the counted one.
 */
export function checkHeaders({ to, subject }: MailMessage): void {
  if (/[\p{Cc}<>]/u.test(to) || /\p{Cc}/u.test(subject)) {
    throw new Error(
      'The address of an email contains a control character or bracket, or its subject a control character',
    );
  }
}

/**
 * Marks every email of ours, so that one that a forwarding rule returns is recognized and ends the
 * loop. The value is our domain, because other shops send the header as well.
 */
export const OWN_MAIL_HEADER = 'X-Embarka-Mail';

/** Suppresses out-of-office replies and read receipts. */
const NO_AUTOMATIC_ANSWER = { 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply' };
/** RFC 3834. Not set on a person's text, because other help desks ignore automatic emails. */
const FROM_A_PROGRAM = { 'Auto-Submitted': 'auto-generated' };

/** RFC 8058: the receiving side may stop the emails with a POST, and must not do so with a GET. */
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

export interface MailSender {
  readonly name: string;
  readonly address: string;
  /** The contact address, for emails that are not answered into a conversation. */
  readonly replyTo?: string;
}

/** Parses 'Name <address>' or an address; `shopName` is the default name. */
export function readSender(mailFrom: string, shopName = ''): MailSender {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>\s*$/s.exec(mailFrom) ?? [];
  const plain = name
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll(/\\(.)/gs, '$1');
  return { name: toLine(plain || shopName, SUBJECT_MAX_LENGTH), address: address.trim() };
}

/** Without a contact address of the shop's own, answers go to the sender. */
export function senderOf({
  mailFrom,
  brandName,
  supportEmail,
}: Pick<Settings, 'mailFrom' | 'brandName' | 'supportEmail'>): MailSender {
  const sender = readSender(mailFrom, brandName);
  return supportEmail === FIRST_SUPPORT_EMAIL ? sender : { ...sender, replyTo: supportEmail };
}

/** Builds nodemailer's message: addresses are objects, so that a comma cannot make two of one. */
export function toEnvelope(from: string | MailSender, message: MailMessage) {
  const { to, subject, text, html, messageId, unsubscribe, author } = message;
  const sender = typeof from === 'string' ? readSender(from) : from;
  const { name, address } = sender;
  const replyTo = message.replyTo ?? (sender.replyTo === address ? undefined : sender.replyTo);
  return {
    from: { name: author ? toLine(`${author} (${name})`, SUBJECT_MAX_LENGTH) : name, address },
    to: { name: '', address: to },
    subject: toSubject(subject),
    text,
    html,
    messageId,
    headers: {
      [OWN_MAIL_HEADER]: /@([^<>@]+)>$/.exec(messageId ?? '')?.[1] ?? domainOf(address),
      ...NO_AUTOMATIC_ANSWER,
      ...(message.isPersonal ? {} : FROM_A_PROGRAM),
      ...(unsubscribe ? ONE_CLICK : {}),
    },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    ...(message.inReplyTo ? { inReplyTo: message.inReplyTo } : {}),
    ...(message.references?.length ? { references: [...message.references] } : {}),
    ...(unsubscribe ? { list: { unsubscribe } } : {}),
  };
}

export const SUBJECT_MAX_LENGTH = 200;

/** Returns one line without bidi controls and without encoded words (RFC 2047). */
function toSubject(text: string): string {
  return toLine(text, SUBJECT_MAX_LENGTH).replaceAll('=?', '= ?');
}
