import type { Address, Email } from 'postal-mime';
import { isEmail, normalizeEmail } from '../../../platform/email.ts';
import { messageIdsIn } from '../../../platform/email/message-id.ts';
import { OWN_MAIL_HEADER } from '../../../platform/email/mail.ts';
import type { HeaderValues } from './judge-mail.ts';
import type { ParsedMail } from '../../protocol/parsed-mail.ts';
import type { OwnAddresses } from './redact-secrets.ts';

const RAW_ID_MAX_LENGTH = 1000;
const RECEIVERS_MAX = 200;
const REPLY_TO_MAX = 20;
const ANSWERS_MAX = 50;
/** A References header contains the ids of all emails in a thread. */
const REFERENCES_MAX_LENGTH = 20_000;
const RECEIVER_HEADERS = [
  'delivered-to',
  'x-delivered-to',
  'x-resolved-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-rcpt-to',
  'x-forwarded-to',
  'apparently-to',
];
/** Headers in which Google Groups and Mailman name the original sender when they replace From (DMARC). */
const ORIGINAL_SENDER = ['x-original-from', 'x-original-sender', 'x-mailfrom'];

type Route = Pick<
  ParsedMail,
  | 'messageId'
  | 'sender'
  | 'replyTo'
  | 'originalSender'
  | 'answers'
  | 'receivers'
  | 'isOwnList'
  | 'isOwn'
>;

/** Returns the sender, the recipients and the answered emails from the headers. None of these are proven. */
export function readRoute(email: Email, header: HeaderValues, own: OwnAddresses): Route {
  const messageId = (email.messageId ?? '').trim().slice(0, RAW_ID_MAX_LENGTH);
  const [sender = ''] = mailboxesOf([email.from, email.sender].filter((one) => one !== undefined));
  const idsOf = (name: string) =>
    header(name).flatMap((value) => messageIdsIn(value.slice(-REFERENCES_MAX_LENGTH)));
  const answers = [...idsOf('in-reply-to'), ...idsOf('references').reverse()];
  const original = ORIGINAL_SENDER.flatMap((name) => addressesIn(header(name)));
  return {
    messageId,
    sender: toAddress(sender),
    replyTo: [...new Set(mailboxesOf(email.replyTo ?? []).map(toAddress))]
      .filter(Boolean)
      .slice(0, REPLY_TO_MAX),
    originalSender: original.map(toAddress).find(Boolean) ?? '',
    answers: [...new Set(answers)].slice(0, ANSWERS_MAX),
    receivers: receiversOf(email, header),
    isOwnList: isOwnList(header, own),
    isOwn: isOwnMail(header, own) || isOwnName(messageId, own.ownHostname),
  };
}

function mailboxesOf(addresses: readonly Address[]): string[] {
  return addresses.flatMap((one) =>
    one.group ? one.group.map(({ address }) => address) : [one.address ?? ''],
  );
}

function toAddress(text: string): string {
  const address = normalizeEmail(text);
  return isEmail(address) ? address : '';
}

/** Mail servers write these addresses with or without brackets. */
function addressesIn(values: readonly string[]): string[] {
  return values.flatMap((value) => value.slice(0, 2000).match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? []);
}

function receiversOf(email: Email, header: HeaderValues): string[] {
  const named = mailboxesOf([...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]);
  const delivered = RECEIVER_HEADERS.flatMap((name) => addressesIn(header(name)));
  // For a hidden recipient (Bcc), some servers write only this header.
  const received = header('received').map(
    (line) => /\sfor\s+<([^\s<>]{3,254})>/.exec(line.slice(0, 2000))?.[1] ?? '',
  );
  const all = [...delivered, ...named, ...received].map(normalizeEmail).filter(Boolean);
  return [...new Set(all)].slice(0, RECEIVERS_MAX);
}

/** Returns true if the mailing list belongs to our domain, so that customers write to us through it. */
function isOwnList(header: HeaderValues, { replyAddress }: OwnAddresses): boolean {
  const domain = replyAddress.slice(replyAddress.indexOf('@') + 1);
  const ids = header('list-id').map((value) => /<([^<>\s]{1,300})>/.exec(value)?.[1] ?? value);
  const posts = header('list-post').flatMap((value) =>
    addressesIn([value.replaceAll('mailto:', ' ')]),
  );
  return (
    ids.some((id) => `.${id.trim().toLowerCase()}`.endsWith(`.${domain}`)) ||
    posts.some((post) => normalizeEmail(post).endsWith(`@${domain}`))
  );
}

/** Compares the value, because another shop with this software writes its own host. */
function isOwnMail(header: HeaderValues, { ownHostname, replyAddress }: OwnAddresses): boolean {
  const domain = replyAddress.slice(replyAddress.indexOf('@') + 1);
  return header(OWN_MAIL_HEADER.toLowerCase()).some((value) =>
    [ownHostname, domain].includes(value.trim().toLowerCase()),
  );
}

function isOwnName(messageId: string, ownHostname: string): boolean {
  const [, host] = /^<[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}@([^>]+)>$/.exec(messageId) ?? [];
  return host !== undefined && host === ownHostname;
}
