import {
  findReplyConversation,
  secretOfAddress,
} from '../conversation/mail/reply-address.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { beginConversation } from './begin-conversation.server.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { nameOfMail } from './mail-names.server.ts';
import type { MailInOutcome } from './mail-outcome.ts';
import { UnreadableMailError } from './parse/open-parser.server.ts';
import type { ParsedMail } from './parse/parsed-mail.ts';
import { sayInConversation } from './say-in-conversation.server.ts';

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
 * Takes a mail in: as a message of the conversation that its receiver's address names, or not at all.
 * However often it comes, it is one message. Rejects where it cannot be done yet, and is to be tried again.
 */
export async function takeMail(host: InboundMailHost, mail: IncomingMail): Promise<MailInOutcome> {
  const outcome = await decide(host, mail);
  host.inboundMail.report.handled(outcome);
  const { way, uid } = mail;
  const line = { way, uid, outcome, bytes: mail.raw.length };
  if (outcome === 'unreadable') host.log.error(line, 'A mail could not be read');
  else host.log.info(line, 'A mail came in');
  return outcome;
}

async function decide(
  host: InboundMailHost,
  { raw, contentType, isCut = false }: IncomingMail,
): Promise<MailInOutcome> {
  const { settings, inboundMail } = host;
  if (!settings.mailIn) return 'no conversation';
  let parsed: ParsedMail;
  try {
    parsed = await inboundMail.parser.parse({
      raw,
      contentType,
      isCut,
      replyAddress: settings.mailIn.replyAddress,
      fromAddress: fromAddressOf(settings),
      ownHost: new URL(settings.origin).hostname,
    });
  } catch (error) {
    if (!(error instanceof UnreadableMailError)) throw error;
    host.log.warn({ err: error.cause }, 'Why a mail could not be read');
    return 'unreadable';
  }
  if (parsed.isOwn || isOwnSender(settings, parsed.sender)) return 'own';
  if (parsed.automatic) return parsed.automatic;
  const name = nameOfMail(parsed);
  try {
    const conversationId = await conversationFor(host, parsed);
    if (conversationId) return await sayInConversation(host, conversationId, name, parsed);
    return settings.conversationsByMail
      ? await beginConversation(host, name, parsed)
      : 'no conversation';
  } catch (error) {
    // Blocked, or not an address for chats: trying again changes nothing.
    if (error instanceof RefusedError && error.status === 429) return 'too many';
    if (error instanceof RefusedError && error.status < 500) return 'refused';
    throw error;
  }
}

function fromAddressOf({ mailFrom }: InboundMailHost['settings']): string {
  return (/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom).toLowerCase();
}

function isOwnSender(settings: InboundMailHost['settings'], sender: string): boolean {
  const { mailIn } = settings;
  return (
    sender !== '' &&
    (sender === fromAddressOf(settings) ||
      (mailIn && secretOfAddress(mailIn, sender)) !== undefined)
  );
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
