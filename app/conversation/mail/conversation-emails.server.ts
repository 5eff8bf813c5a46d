import { and, asc, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db/database.server.ts';
import { mailboxOf } from '../../platform/mail/mailbox.ts';
import {
  MESSAGE_ID_MAX_LENGTH,
  messageIdOf,
  messageIdsIn,
} from '../../platform/mail/message-id.ts';
import { conversations, visitors } from '../tables.server.ts';
import { isReplySubject, replySubject } from './reply-subject.ts';
import { conversationEmails } from './tables.server.ts';

/** An email that came in, as far as the conversation keeps it besides what it says. */
export interface ReceivedEmail {
  /** With its brackets; '' where it has none. */
  readonly messageId: string;
  /** The address that an answer goes to. */
  readonly address: string;
  readonly subject: string;
  /** The first is of all of it, the others leave out what may be a footer of a relay. */
  readonly digests: readonly string[];
}

/** The headers that put an email to the visitor into its thread. */
export interface EmailThread {
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  /** "Re: " and the subject of the email that it answers; left out where it answers none. */
  readonly subject?: string;
}

/** The first emails of a conversation and the latest are named in References, not all of a long one. */
const LATEST_REFERENCES = 8;
/** Emails that are looked at for a thread. */
const EMAILS_READ = 50;

/**
 * The message that this email became before: its Message-ID and content are the same, apart from a
 * footer. Under the conversation's lock, two copies that arrive at once are one.
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

/** Checks for a new subject: people answer an old email and write about something else. */
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

/** Forgets the subject of an unsent message; its digests still recognize the email if it comes again. */
export async function forgetSubject(tx: Database, becameId: string): Promise<void> {
  await tx
    .update(conversationEmails)
    .set({ subject: '' })
    .where(eq(conversationEmails.becameId, becameId));
}

/**
 * The conversation that an email goes on with: it names an email of it, and comes from the address
 * of the conversation. Both can be forged: the email is a message of a visitor and opens nothing.
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
 * Records an email to the visitor and says which thread it belongs to. Only emails that this address
 * wrote or was sent are named: nobody else's ids and subjects reach it.
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

/** An id that could stand in a header; null for any other. */
function storedId(messageId: string): string | null {
  const [id] = messageIdsIn(messageId);
  return id === messageId && id.length <= MESSAGE_ID_MAX_LENGTH ? id : null;
}
