import { hash } from 'node:crypto';
import { isConfirmed } from '../../chat/server/email-verification/is-confirmed.server.ts';
import { findAnswered, findReceived } from '../../chat/server/email/conversation-emails.server.ts';
import {
  findReplyConversation,
  secretOfAddress,
} from '../../chat/server/email/reply-address.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readSender } from '../../platform/email/mail.ts';
import { hideOwnSecrets } from './hide-own-secrets.server.ts';
import type { InboundEmailContext } from './open-inbound-mail.server.ts';
import { keepLeftOut, strikeOff } from './left-out/left-out.server.ts';
import { toReceived, conversationIdOf, nameOfMail, seedOf } from './mail-names.server.ts';
import { isTaken, type MailInOutcome } from '../rules.ts';
import { isOwnAddress, writerOf } from './mail-writer.server.ts';
import { UnreadableMailError } from './parse/open-parser.server.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';
import { readHolder, addToConversation } from './add-to-conversation.server.ts';
import { eq } from 'drizzle-orm';
import {
  startConversation,
  EVERYBODY,
  STARTS_OF_EVERYBODY,
} from '../../chat/server/messages/start-conversation.server.ts';
import { noteUndelivered } from '../../chat/server/messages/note-undelivered.server.ts';
import { visitorBrowsers } from '../../chat/server/tables.server.ts';
import { refuseBlocked, unlessBlocked } from '../../chat/server/privacy/block-visitor.server.ts';
import { checkSender } from '../../chat/protocol/chat-email.ts';
import { MESSAGE_MAX_LENGTH, OTHER_TOPIC } from '../../chat/protocol/rules.ts';
import { change } from '../../platform/change/change.server.ts';
import { speechIn } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';

/** Limits new conversations per address, because anybody can send from any address. */
const START_LIMIT = { name: 'mail-start', burst: 5, perMinute: 0.2 };

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
export async function takeMail(
  appContext: InboundEmailContext,
  mail: IncomingMail,
): Promise<MailInOutcome> {
  const { mailIn } = appContext.settings;
  if (!mailIn) return 'no conversation';
  const parsed = await parse(appContext, mail, mailIn.replyAddress);
  const outcome = parsed ? await decide(appContext, parsed) : 'unreadable';
  if (isTaken(outcome)) await strikeOff(appContext, parsed);
  else await keepLeftOut(appContext, mail.way, parsed ?? hash('sha256', mail.raw), outcome);
  appContext.inboundMail.report.handled(outcome);
  const { way: channel, uid } = mail;
  const line = { way: channel, uid, outcome, bytes: mail.raw.length };
  if (outcome === 'unreadable') appContext.log.error(line, 'Could not read an email');
  else if (outcome === 'too many') appContext.log.warn(line, 'An email was one too many');
  else appContext.log.info(line, 'Email received');
  return outcome;
}

async function parse(
  appContext: InboundEmailContext,
  { raw, contentType, isCut = false }: IncomingMail,
  replyAddress: string,
): Promise<ParsedMail | undefined> {
  const { settings, inboundMail } = appContext;
  try {
    const parsed = await inboundMail.parser.parse({
      raw,
      contentType,
      isCut,
      replyAddress,
      fromAddress: readSender(settings.mailFrom).address,
      ownHostname: new URL(settings.origin).hostname,
    });
    return await hideOwnSecrets(appContext.db, parsed);
  } catch (error) {
    if (!(error instanceof UnreadableMailError)) throw error;
    appContext.log.warn({ err: error.cause }, 'Could not parse an email');
    return undefined;
  }
}

async function decide(appContext: InboundEmailContext, mail: ParsedMail): Promise<MailInOutcome> {
  const { settings, db } = appContext;
  if (mail.isOwn) return 'own';
  const writer = writerOf(settings, mail);
  const isAutomatic = mail.automatic !== undefined && mail.automatic !== 'list';
  try {
    const named = await conversationFor(appContext, mail);
    const isForm = mail.mayBeForm && !named && writer !== '' && writer !== mail.sender;
    if (isAutomatic && !isForm) {
      await reportUndelivered(appContext, mail.undelivered);
      return mail.automatic;
    }
    if (writer === '' && isOwnAddress(settings, mail.sender)) return 'own';
    // The writer was given this secret address, so the email counts even through a mailing list or a sales
    // tool.
    if (named) return await addToConversation(appContext, named, mail);
    const sender = isOwnAddress(settings, mail.sender) ? writer : mail.sender;
    const answered = await findAnswered(db, mail.answers, sender);
    if (answered) {
      const isUnproven = await isProved(appContext, answered);
      return await addToConversation(appContext, answered, mail, { isUnproven });
    }
    if (mail.automatic === 'list' && !(mail.isOwnList && !isOwnAddress(settings, writer)))
      return 'list';
    if (!settings.conversationsByMail) return 'no conversation';
    const received = toReceived(mail, writer);
    if (await findReceived(db, received, { address: writer })) return 'repeat';
    return await beginConversation(appContext, mail, writer);
  } catch (error) {
    // For a blocked visitor or an unusable address a retry would change nothing.
    if (error instanceof RefusedError && error.status === 429) return 'too many';
    if (error instanceof RefusedError && error.status < 500) return 'refused';
    throw error;
  }
}

/** Anybody can forge a delivery report, but only the recipient of an email knows its Message-ID. */
async function reportUndelivered(
  appContext: InboundEmailContext,
  undelivered: readonly string[],
): Promise<void> {
  if (undelivered.length === 0) return;
  await change(appContext, undefined, (tx, after) =>
    noteUndelivered(tx, after, appContext, undelivered),
  );
}

/**
 * Returns true if the browser of the conversation is confirmed, so that the team would trust a message there.
 */
async function isProved({ db }: InboundEmailContext, conversationId: string): Promise<boolean> {
  const holder = await readHolder(db, conversationId);
  return holder !== undefined && isConfirmed(db, holder.browserId, holder.visitorId);
}

/** Returns the conversation of the first recipient that is a valid reply address. */
async function conversationFor(
  { db, clock, settings: { mailIn } }: InboundEmailContext,
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

/**
 * Starts a conversation for an email that answers none of ours. Its browser exists only in the database: the
 * visitor reads answers by email or through the link in them. Throws {@link RefusedError}: 400 for an
 * unusable address, 403 blocked, 429 too many.
 */
async function beginConversation(
  appContext: InboundEmailContext,
  mail: ParsedMail,
  writer: string,
): Promise<MailInOutcome> {
  const { clock, limits, settings, catalogue } = appContext;
  const problem = checkSender(writer);
  if (problem) throw new RefusedError(400, problem, 'email');
  const seed = seedOf(appContext.cookieSecret, nameOfMail(mail), writer);
  const secretHash = seed.toString('hex');
  const known = await findBrowser(appContext, secretHash);
  if (!known) {
    await limits.take(START_LIMIT, writer);
    await limits.take(STARTS_OF_EVERYBODY, EVERYBODY);
    await change(appContext, undefined, async (tx) => {
      await tx
        .insert(visitorBrowsers)
        .values({ secretHash, createdAt: clock.now() })
        .onConflictDoNothing();
    });
  }
  const browser = known ?? (await findBrowser(appContext, secretHash));
  if (!browser) throw new Error('The browser of an email was not saved');
  // A blocked sender must not get around the block with another Reply-To address.
  await unlessBlocked(appContext, (tx) => refuseBlocked(tx, browser.id, mail.sender));
  const id = conversationIdOf(seed, browser.createdAt);
  const { main } = settings.languages;
  const topics = catalogue.words.topics(main);
  const topic = topics.find((one) => one.id === OTHER_TOPIC) ?? topics[0];
  await speaking(speechIn(main, settings.formats), () =>
    startConversation(appContext, {
      id,
      browserId: browser.id,
      email: writer,
      topic: { id: topic?.id ?? OTHER_TOPIC, name: topic?.name ?? OTHER_TOPIC },
      service: null,
    }),
  );
  const said = await addToConversation(appContext, id, withSubject(mail), { isFirst: true });
  return said === 'message' ? 'conversation' : said;
}

/** Puts the subject above the text, or above the folded text if the message would be too long. */
function withSubject(mail: ParsedMail): ParsedMail {
  if (mail.subject === '') return mail;
  const text = [mail.subject, mail.text].filter(Boolean).join('\n\n');
  return text.length <= MESSAGE_MAX_LENGTH
    ? { ...mail, text }
    : { ...mail, folded: `${mail.subject}\n\n${mail.folded}` };
}

async function findBrowser({ db }: InboundEmailContext, secretHash: string) {
  const [row] = await db
    .select({ id: visitorBrowsers.id, createdAt: visitorBrowsers.createdAt })
    .from(visitorBrowsers)
    .where(eq(visitorBrowsers.secretHash, secretHash));
  return row;
}
