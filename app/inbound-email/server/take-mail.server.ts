import { hash } from 'node:crypto';
import { isConfirmed } from '../../chat/server/email-verification/is-confirmed.server.ts';
import { findAnswered, findReceived } from '../../chat/server/email/conversation-emails.server.ts';
import {
  findReplyConversation,
  secretOfAddress,
} from '../../chat/server/email/reply-address.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readSender } from '../../platform/email/mail.ts';
import { beginConversation } from './begin-conversation.server.ts';
import { hideOwnSecrets } from './hide-own-secrets.server.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { keepLeftOut, strikeOff } from './left-out/keep-left-out.server.ts';
import { toReceived } from './mail-names.server.ts';
import { isTaken, type MailInOutcome } from '../mail-outcome.ts';
import { isOwnAddress, writerOf } from './mail-writer.server.ts';
import { UnreadableMailError } from './parse/open-parser.server.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';
import { readHolder, sayInConversation } from './say-in-conversation.server.ts';

export interface IncomingMail {
  readonly raw: Uint8Array;
  readonly contentType?: string;
  readonly isCut?: boolean;
  /** Used for the log, which contains neither names nor texts of people. */
  readonly way: 'imap' | 'webhook';
  readonly uid?: number;
}

/**
 * Processes a received email: adds a message to the conversation that the recipient address or the thread
 * names, or lists the email as left out. Idempotent. Rejects if processing should be retried later.
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
    // The writer was given this secret address, so the email counts even through a mailing list or a sales
    // tool.
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
    // For a blocked visitor or an unusable address a retry would change nothing.
    if (error instanceof RefusedError && error.status === 429) return 'too many';
    if (error instanceof RefusedError && error.status < 500) return 'refused';
    throw error;
  }
}

/**
 * Returns true if the browser of the conversation is confirmed, so that the team would trust a message there.
 */
async function isProved({ db }: InboundMailHost, conversationId: string): Promise<boolean> {
  const holder = await readHolder(db, conversationId);
  return holder !== undefined && isConfirmed(db, holder.browserId, holder.visitorId);
}

/** Returns the conversation of the first recipient that is a valid reply address. */
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
