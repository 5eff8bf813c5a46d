import { eq } from 'drizzle-orm';
import { startConversation } from '../../chat/server/messages/start-conversation.server.ts';
import { EVERYBODY, STARTS_OF_EVERYBODY } from '../../chat/server/messages/brake-starts.server.ts';
import { visitorBrowsers } from '../../chat/server/tables.server.ts';
import { refuseBlocked, unlessBlocked } from '../../chat/server/privacy/block-visitor.server.ts';
import { checkSender } from '../../chat/protocol/chat-email.ts';
import { MESSAGE_MAX_LENGTH, OTHER_TOPIC } from '../../chat/protocol/rules.ts';
import { change } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { speechIn } from '../../platform/say.ts';
import { speaking } from '../../platform/speech.server.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { conversationIdOf, nameOfMail, seedOf } from './mail-names.server.ts';
import type { MailInOutcome } from '../mail-outcome.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';
import { sayInConversation } from './say-in-conversation.server.ts';

/** Limits new conversations per address, because anybody can send from any address. */
const START_LIMIT = { name: 'mail-start', burst: 5, perMinute: 0.2 };

/**
 * Starts a conversation for an email that answers none of ours. Its browser exists only in the database: the
 * visitor reads answers by email or through the link in them. Throws {@link RefusedError}: 400 for an
 * unusable address, 403 blocked, 429 too many.
 */
export async function beginConversation(
  host: InboundMailHost,
  mail: ParsedMail,
  writer: string,
): Promise<MailInOutcome> {
  const { clock, limits, settings, catalogue } = host;
  const problem = checkSender(writer);
  if (problem) throw new RefusedError(400, problem, 'email');
  const seed = seedOf(host.cookieSecret, nameOfMail(mail), writer);
  const secretHash = seed.toString('hex');
  const known = await findBrowser(host, secretHash);
  if (!known) {
    await limits.take(START_LIMIT, writer);
    await limits.take(STARTS_OF_EVERYBODY, EVERYBODY);
    await change(host, undefined, async (tx) => {
      await tx
        .insert(visitorBrowsers)
        .values({ secretHash, createdAt: clock.now() })
        .onConflictDoNothing();
    });
  }
  const browser = known ?? (await findBrowser(host, secretHash));
  if (!browser) throw new Error('The browser of a mail was not kept');
  // A blocked sender must not get around the block with another Reply-To address.
  await unlessBlocked(host, (tx) => refuseBlocked(tx, browser.id, mail.sender));
  const id = conversationIdOf(seed, browser.createdAt);
  const { main } = settings.languages;
  const topics = catalogue.words.topics(main);
  const topic = topics.find((one) => one.id === OTHER_TOPIC) ?? topics[0];
  await speaking(speechIn(main, settings.formats), () =>
    startConversation(host, {
      id,
      browserId: browser.id,
      email: writer,
      topic: { id: topic?.id ?? OTHER_TOPIC, name: topic?.name ?? OTHER_TOPIC },
      service: null,
    }),
  );
  const said = await sayInConversation(host, id, withSubject(mail), { isFirst: true });
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

async function findBrowser({ db }: InboundMailHost, secretHash: string) {
  const [row] = await db
    .select({ id: visitorBrowsers.id, createdAt: visitorBrowsers.createdAt })
    .from(visitorBrowsers)
    .where(eq(visitorBrowsers.secretHash, secretHash));
  return row;
}
