import { and, asc, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db/database.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import {
  MESSAGE_ID_MAX_LENGTH,
  messageIdOf,
  messageIdsIn,
} from '../../../platform/email/message-id.ts';
import { conversations, visitors } from '../tables.server.ts';
import { conversationEmails } from './tables.server.ts';
import { SUBJECT_MAX_LENGTH } from '../../../platform/email/mail.ts';
import { toLine } from '../../../platform/shown-text.ts';

/** Reply prefixes of email programs in many languages, possibly numbered, as in "Re[2]:" or "RE(3):". */
const ANSWERED =
  /^\s{0,9}(?:re|aw|antw|antwort|sv|vs|vá|rif|r|res|resp|odp|ynt|cevap|atb|bls|vast|αν|απ|σχετ|отв|ответ|на|відп|回复|回覆|答复|答覆|返信|回信|답장|회신|رد|הנ|השב|ตอบ|trả lời)\s{0,3}(?:[[(]\d{1,3}[\])]\s{0,3})?[:：]\s*/iu;

const PREFIXES_MAX = 20;

export interface ReceivedEmail {
  /** Includes the angle brackets. Empty if the email has no Message-ID. */
  readonly messageId: string;
  readonly address: string;
  readonly subject: string;
  /** The first digest covers the whole text. The others leave out a possible footer of a relay. */
  readonly digests: readonly string[];
}

export interface EmailThread {
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  /** "Re: " and the subject of the answered email. Undefined if no email is answered. */
  readonly subject?: string;
}

/** For a long conversation, References names only the first emails and this many of the latest ones. */
const LATEST_REFERENCES = 8;
const EMAILS_READ = 50;

/**
 * Returns the message that an earlier copy of this email became: Message-ID and content are equal, apart from
 * a footer. The conversation's lock turns two copies that arrive at the same time into one message.
 */
export async function findReceived(
  db: Database,
  email: ReceivedEmail,
  where: { readonly conversationId: string } | { readonly address: string },
): Promise<string | undefined> {
  const [whole = ''] = email.digests;
  const messageId = storedId(email.messageId);
  if (messageId === null) return undefined;
  const received = await db
    .select({ becameId: conversationEmails.becameId, digests: conversationEmails.digests })
    .from(conversationEmails)
    .where(
      and(
        eq(conversationEmails.direction, 'in'),
        eq(conversationEmails.messageId, messageId),
        'conversationId' in where
          ? eq(conversationEmails.conversationId, where.conversationId)
          : eq(conversationEmails.address, where.address),
      ),
    )
    .limit(EMAILS_READ);
  const same = received.find(
    ({ digests }) => digests.includes(whole) || email.digests.includes(digests[0] ?? ''),
  );
  return same?.becameId ?? undefined;
}

export async function recordReceived(
  tx: Database,
  { messageId, digests, ...email }: ReceivedEmail,
  row: { readonly conversationId: string; readonly becameId: string; readonly createdAt: Date },
): Promise<void> {
  await tx.insert(conversationEmails).values({
    ...email,
    ...row,
    direction: 'in',
    messageId: storedId(messageId),
    digests: [...digests],
  });
}

/** Detects a new subject, because people answer an old email to write about something else. */
export async function isNewSubject(
  db: Database,
  conversationId: string,
  subject: string,
): Promise<boolean> {
  if (subject === '' || isReplySubject(subject)) return false;
  const known = await db
    .selectDistinct({ subject: conversationEmails.subject })
    .from(conversationEmails)
    .where(
      and(
        eq(conversationEmails.conversationId, conversationId),
        ne(conversationEmails.subject, ''),
      ),
    );
  return !known.some((one) => subject.endsWith(one.subject));
}

/** Forgets the subject of an unsent message. The digests still recognise another copy of the email. */
export async function forgetSubject(tx: Database, becameId: string): Promise<void> {
  await tx
    .update(conversationEmails)
    .set({ subject: '' })
    .where(eq(conversationEmails.becameId, becameId));
}

/**
 * Returns the conversation that an email continues: the email references an email of the conversation and
 * comes from the conversation's address. Both can be forged, so the email only adds a visitor's message and
 * grants no access.
 */
export async function findAnswered(
  db: Database,
  answers: readonly string[],
  address: string,
): Promise<string | undefined> {
  if (answers.length === 0 || address === '') return undefined;
  const found = await db
    .select({
      messageId: conversationEmails.messageId,
      conversationId: conversationEmails.conversationId,
      email: visitors.email,
    })
    .from(conversationEmails)
    .innerJoin(conversations, eq(conversations.id, conversationEmails.conversationId))
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(inArray(conversationEmails.messageId, [...answers]))
    .orderBy(desc(conversationEmails.position))
    .limit(EMAILS_READ);
  const theirs = found.filter(({ email }) => mailboxOf(email) === mailboxOf(address));
  const first = answers.find((id) => theirs.some(({ messageId }) => messageId === id));
  return theirs.find(({ messageId }) => messageId === first)?.conversationId;
}

/**
 * Records an email to the visitor and returns its thread headers. They name only emails from or to this
 * address, so that no other person's ids and subjects are revealed.
 */
export async function threadEmail(
  tx: Database,
  sent: {
    readonly conversationId: string;
    readonly messageId: string;
    readonly address: string;
    readonly subject: string;
    readonly createdAt: Date;
    readonly origin: string;
  },
): Promise<EmailThread> {
  const { origin, conversationId, messageId, ...row } = sent;
  await tx
    .insert(conversationEmails)
    .values([
      { ...row, conversationId, direction: 'out', messageId },
      {
        conversationId,
        direction: 'thread',
        messageId: messageIdOf(`chat.${randomUUID()}`, origin),
        address: '',
        createdAt: row.createdAt,
      },
    ])
    .onConflictDoNothing();
  const isOther = and(
    eq(conversationEmails.conversationId, conversationId),
    or(isNull(conversationEmails.messageId), ne(conversationEmails.messageId, messageId)),
  );
  const columns = {
    direction: conversationEmails.direction,
    messageId: conversationEmails.messageId,
    address: conversationEmails.address,
    subject: conversationEmails.subject,
  };
  const read = (order: typeof asc, limit: number) =>
    tx
      .select(columns)
      .from(conversationEmails)
      .where(isOther)
      .orderBy(order(conversationEmails.position))
      .limit(limit);
  const [first, latest] = [await read(asc, EMAILS_READ), await read(desc, EMAILS_READ)];
  const isTheirs = (email: { readonly direction: string; readonly address: string }) =>
    email.direction !== 'thread' && mailboxOf(email.address) === mailboxOf(row.address);
  const theirs = latest.filter(isTheirs);
  const named = theirs.filter((email) => email.messageId !== null);
  const answered = theirs.find((email) => email.direction === 'in' && email.subject !== '');
  const begun = first.find((email) => email.messageId !== null && isTheirs(email));
  const newest = named.find(({ direction }) => direction === 'in') ?? begun;
  const inReplyTo = newest?.messageId ?? undefined;
  const thread = await readThreadId(tx, conversationId);
  const ids = [
    thread,
    begun?.messageId,
    ...named
      .slice(0, LATEST_REFERENCES)
      .map((email) => email.messageId)
      .reverse(),
  ];
  const references = ids.filter(
    (one): one is string => typeof one === 'string' && one !== inReplyTo,
  );
  const ownSubjects = first
    .filter(({ direction }) => direction === 'out')
    .map(({ subject }) => subject);
  const subject = answered && replySubject(answered.subject, ownSubjects);
  return {
    references: [...new Set([...references, ...(inReplyTo ? [inReplyTo] : [])])],
    ...(inReplyTo ? { inReplyTo } : {}),
    ...(subject ? { subject } : {}),
  };
}

async function readThreadId(tx: Database, conversationId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ messageId: conversationEmails.messageId })
    .from(conversationEmails)
    .where(
      and(
        eq(conversationEmails.conversationId, conversationId),
        eq(conversationEmails.direction, 'thread'),
      ),
    );
  return row?.messageId ?? undefined;
}

/** Returns null for an id that could not stand in a header. */
function storedId(messageId: string): string | null {
  const [id] = messageIdsIn(messageId);
  return id === messageId && id.length <= MESSAGE_ID_MAX_LENGTH ? id : null;
}

/**
 * Returns "Re: " and the original subject. In any language, an answer to one of our emails ends with the
 * subject of that email. Returns '' for an email without a subject.
 */
export function replySubject(subject: string, ownSubjects: readonly string[] = []): string {
  const own = ownSubjects.find(
    (one) => one !== '' && subject.endsWith(one) && /[:：]\s*$/.test(subject.slice(0, -one.length)),
  );
  let about = own ?? subject;
  for (let count = 0; count < PREFIXES_MAX && ANSWERED.test(about); count += 1) {
    about = about.replace(ANSWERED, '');
  }
  const line = toLine(about, SUBJECT_MAX_LENGTH - 'Re: '.length);
  return line === '' ? '' : `Re: ${line}`;
}

function isReplySubject(subject: string): boolean {
  return ANSWERED.test(subject);
}
