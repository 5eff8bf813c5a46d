import { hash } from 'node:crypto';
import { isConfirmed } from '../conversation/confirmation/is-confirmed.server.ts';
import { findAnswered, findReceived } from '../conversation/mail/conversation-emails.server.ts';
import {
  findReplyConversation,
  secretOfAddress,
} from '../conversation/mail/reply-address.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { readSender } from '../platform/mail/mail.ts';
import { beginConversation } from './begin-conversation.server.ts';
import { hideOwnSecrets } from './hide-own-secrets.server.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { keepLeftOut, strikeOff } from './left-out/keep-left-out.server.ts';
import { toReceived } from './mail-names.server.ts';
import { isTaken, type MailInOutcome } from './mail-outcome.ts';
import { isOwnAddress, writerOf } from './mail-writer.server.ts';
import { UnreadableMailError } from './parse/open-parser.server.ts';
import type { ParsedMail } from './parse/parsed-mail.ts';
import { readHolder, sayInConversation } from './say-in-conversation.server.ts';

/** A mail as it came: its bytes, all of them or the beginning of a larger one, and how it came. */
export interface IncomingMail {
  readonly raw: Uint8Array;
  /** What a provider posted it as. */
  readonly contentType?: string;
  readonly isCut?: boolean;
  /** For the log, which names neither people nor what they write. */
  readonly way: 'imap' | 'webhook';
  readonly uid?: number;
}

/**
 * Takes a mail in: as a message of the conversation that its receiver's address or its thread names, or
 * not at all; then it stands in the list of emails that were left out. However often it comes, it is one
 * message. Rejects where it cannot be done yet, and is to be tried again.
 */
export async function takeMail(host: InboundMailHost, mail: IncomingMail): Promise<MailInOutcome> {
  const { mailIn } = host.settings;
  if (!mailIn) return 'no conversation';
  const parsed = await parse(host, mail, mailIn.replyAddress);
  const outcome = parsed ? await decide(host, parsed) : 'unreadable';
  if (isTaken(outcome)) await strikeOff(host, parsed);
  else await keepLeftOut(host, mail.way, parsed ?? hash('sha256', mail.raw), outcome);
  host.inboundMail.report.handled(outcome);
  const { way, uid } = mail;
  const line = { way, uid, outcome, bytes: mail.raw.length };
  if (outcome === 'unreadable') host.log.error(line, 'A mail could not be read');
  else host.log.info(line, 'A mail came in');
  return outcome;
}

/** Undefined for a mail that nobody can read. */
async function parse(
  host: InboundMailHost,
  { raw, contentType, isCut = false }: IncomingMail,
  replyAddress: string,
): Promise<ParsedMail | undefined> {
  const { settings, inboundMail } = host;
  try {
    const parsed = await inboundMail.parser.parse({
      raw,
      contentType,
      isCut,
      replyAddress,
      fromAddress: readSender(settings.mailFrom).address,
      ownHost: new URL(settings.origin).hostname,
    });
    return await hideOwnSecrets(host.db, parsed);
  } catch (error) {
    if (!(error instanceof UnreadableMailError)) throw error;
    host.log.warn({ err: error.cause }, 'Why a mail could not be read');
    return undefined;
  }
}

async function decide(host: InboundMailHost, mail: ParsedMail): Promise<MailInOutcome> {
  const { settings, db } = host;
  if (mail.isOwn) return 'own';
  const writer = writerOf(settings, mail);
  const isAutomatic = mail.automatic !== undefined && mail.automatic !== 'list';
  try {
    const named = await conversationFor(host, mail);
    const isForm = mail.mayBeForm && !named && writer !== '' && writer !== mail.sender;
    if (isAutomatic && !isForm) return mail.automatic;
    if (writer === '' && isOwnAddress(settings, mail.sender)) return 'own';
    // Whoever writes to a secret address was given it, also through a list or a tool for sales.
    if (named) return await sayInConversation(host, named, mail);
    const sender = isOwnAddress(settings, mail.sender) ? writer : mail.sender;
    const answered = await findAnswered(db, mail.answers, sender);
    if (answered) {
      const isUnproven = await isProved(host, answered);
      return await sayInConversation(host, answered, mail, { isUnproven });
    }
    if (mail.automatic === 'list' && !(mail.isOwnList && !isOwnAddress(settings, writer)))
      return 'list';
    if (!settings.conversationsByMail) return 'no conversation';
    const received = toReceived(mail, writer);
    if (await findReceived(db, received, { address: writer })) return 'repeat';
    return await beginConversation(host, mail, writer);
  } catch (error) {
    // Blocked, or not an address for chats: trying again changes nothing.
    if (error instanceof RefusedError && error.status === 429) return 'too many';
    if (error instanceof RefusedError && error.status < 500) return 'refused';
    throw error;
  }
}

/** Whether the team takes what is said there for its visitor's, whose address was confirmed. */
async function isProved({ db }: InboundMailHost, conversationId: string): Promise<boolean> {
  const holder = await readHolder(db, conversationId);
  return holder !== undefined && isConfirmed(db, holder.browserId, holder.visitorId);
}

/** The conversation of the first receiver that is an address of ours and still leads somewhere. */
async function conversationFor(
  { db, clock, settings: { mailIn } }: InboundMailHost,
  { receivers }: ParsedMail,
): Promise<string | undefined> {
  for (const receiver of receivers) {
    const secret = mailIn && secretOfAddress(mailIn, receiver);
    // oxlint-disable-next-line no-await-in-loop -- of many receivers one is ours
    const found = secret && (await findReplyConversation(db, clock, secret));
    if (found) return found;
  }
  return undefined;
}
