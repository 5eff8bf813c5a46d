import type { After } from '../change/change.server.ts';
import { toLine } from '../shown-text.ts';
import { domainOf } from './mailbox.ts';
import type { UnsolicitedMail } from './unsolicited.ts';

/** A mail to one person. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show HTML; whatever people typed is escaped in it. */
  readonly html?: string;
  /** While a mail with this key waits, a second is not put in line. */
  readonly key?: string;
  /** Stays the same over attempts, so that a mail sent twice is shown once. */
  readonly messageId?: string;
  /** Where mail programs offer to stop mails like this one. */
  readonly unsubscribe?: string;
  /** Where an answer goes, instead of to the sender. */
  readonly replyTo?: string;
  /** The email it answers and the thread it belongs to, by their Message-IDs. */
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  /** Somebody of the team wrote what it says: every other email says that a program did. */
  readonly isPersonal?: boolean;
  /** The link the mail is about, already part of the text; logged where no mail server is set. */
  readonly link?: string;
  /** Named where a stranger may have caused it. */
  readonly unsolicited?: UnsolicitedMail;
}

/** Where the product's mails leave. */
export interface MailTransport {
  /** True when mails really reach people; only then may something be made to depend on one. */
  readonly isDelivered: boolean;
  /** One attempt; rejects when it failed. */
  deliver(message: MailMessage): Promise<void>;
  /** Deletes what is kept here of mails to this address; says how many there were. */
  forget(address: string): Promise<number>;
  close(): void;
}

/** How the product's mails are sent. */
export interface Mail extends Omit<MailTransport, 'close'> {
  /**
   * Puts a mail in line, in the transaction of what it is about: it leaves at least once, whatever
   * dies, and how long that takes tells a stranger nothing about whom there was to write to.
   */
  send(after: After, message: MailMessage): void;
}

/** What became of a mail: it left, it lies in the outbox folder, or the attempt failed. */
export type MailOutcome = 'sent' | 'outbox' | 'failed';

export type ReportMail = (outcome: MailOutcome) => void;

/**
 * Refuses a line break in what becomes a header, where it would start a header of its own, and
 * brackets, without which an address would be another than the one that was counted.
 */
export function checkHeaders({ to, subject }: MailMessage): void {
  if (/[\p{Cc}<>]/u.test(to) || /\p{Cc}/u.test(subject)) {
    throw new Error(
      'A control character or bracket in the address, or one in the subject, of a mail',
    );
  }
}

/**
 * Every mail of ours carries it, so that one that comes back, forwarded by somebody's rule, is known
 * and goes round no further. Its value is our domain: other shops send it, too.
 */
export const OWN_MAIL_HEADER = 'X-Embarka-Mail';

/** For the programs of absent people and for those that report what was read: they would answer us. */
const NO_AUTOMATIC_ANSWER = { 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply' };
/** RFC 3834. Not of what a person wrote: other desks leave such emails out. */
const FROM_A_PROGRAM = { 'Auto-Submitted': 'auto-generated' };

/** A name and an address, as From has them. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

/** 'Name <address>' or an address; `shopName` is shown where no name was set. */
export function readSender(mailFrom: string, shopName = ''): MailSender {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>\s*$/s.exec(mailFrom) ?? [];
  const plain = name
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll(/\\(.)/gs, '$1');
  return { name: toLine(plain || shopName, SUBJECT_MAX_LENGTH), address: address.trim() };
}

/** What nodemailer is handed: addresses as objects, so that a comma in one cannot make it two. */
export function toEnvelope(from: string | MailSender, message: MailMessage) {
  const { to, subject, text, html, messageId, unsubscribe, replyTo } = message;
  const sender = typeof from === 'string' ? readSender(from) : from;
  return {
    from: { ...sender },
    to: { name: '', address: to },
    subject: toSubject(subject),
    text,
    html,
    messageId,
    headers: {
      [OWN_MAIL_HEADER]: /@([^<>@]+)>$/.exec(messageId ?? '')?.[1] ?? domainOf(sender.address),
      ...NO_AUTOMATIC_ANSWER,
      ...(message.isPersonal ? {} : FROM_A_PROGRAM),
    },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    ...(message.inReplyTo ? { inReplyTo: message.inReplyTo } : {}),
    ...(message.references?.length ? { references: [...message.references] } : {}),
    ...(unsubscribe ? { list: { unsubscribe } } : {}),
  };
}

export const SUBJECT_MAX_LENGTH = 200;

/** One line without direction tricks, in which nothing looks like an encoded word (RFC 2047). */
function toSubject(text: string): string {
  return toLine(text, SUBJECT_MAX_LENGTH).replaceAll('=?', '= ?');
}
