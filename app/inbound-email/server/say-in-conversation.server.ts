import { and, eq } from 'drizzle-orm';
import { accessToConversation } from '../../chat/server/access.server.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { conversations, visitorMessages, visitors } from '../../chat/server/tables.server.ts';
import { CHAT_BLOCKED, MESSAGE_LIMIT, MESSAGE_MAX_LENGTH } from '../../chat/protocol/rules.ts';
import type { MessageMail } from '../../chat/protocol/views.ts';
import { findReceived, isNewSubject } from '../../chat/server/email/conversation-emails.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toText } from '../../platform/shown-text.ts';
import { addAttachments } from './add-attachments.server.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { clientIdOf, nameOfMail, toReceived } from './mail-names.server.ts';
import type { MailInOutcome } from '../mail-outcome.ts';
import { writerOf } from './mail-writer.server.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';

const NO_TEXT = '(no text)';
const ENCRYPTED_TEXT = '(This email is encrypted and cannot be read.)';
/** A link that moves the conversation to another browser at the same moment may cause a failed attempt. */
const TRIES = 3;

/**
 * Adds the email's text to its conversation as a message of the visitor, who alone was given the address. The
 * usual limits for messages apply. Throws {@link RefusedError}: 403 blocked, 429 too many, 503 if the virus
 * scanner is unavailable.
 */
export async function sayInConversation(
  host: InboundMailHost,
  conversationId: string,
  mail: ParsedMail,
  how: { readonly isUnproven?: boolean; readonly isFirst?: boolean } = {},
): Promise<MailInOutcome> {
  const clientId = clientIdOf(nameOfMail(mail));
  if (await isSaid(host, conversationId, clientId, mail)) return 'repeat';
  const isOther = !how.isFirst && (await isNewSubject(host.db, conversationId, mail.subject));
  const marks = {
    ...(how.isUnproven ? { isUnproven: true as const } : {}),
    ...(isOther ? { subject: mail.subject } : {}),
  };
  for (let tried = 1; ; tried += 1) {
    // oxlint-disable-next-line no-await-in-loop -- seldom twice
    const said = await trySaying(host, { conversationId, clientId, mail, marks }, tried === 1);
    if (said) return said;
    if (tried === TRIES) throw new Error('The conversation of a mail moves all the time');
  }
}

interface Said {
  readonly conversationId: string;
  readonly clientId: string;
  readonly mail: ParsedMail;
  readonly marks: Pick<MessageMail, 'isUnproven' | 'subject'>;
}

async function trySaying(
  host: InboundMailHost,
  { conversationId, clientId, mail, marks }: Said,
  isFirst: boolean,
): Promise<MailInOutcome | undefined> {
  const holder = await readHolder(host.db, conversationId);
  if (!holder) return 'no conversation';
  const viewer = { kind: 'browser', browserId: holder.browserId } as const;
  const access = await accessToConversation(host.db, viewer, conversationId);
  if (access === 'read') throw new RefusedError(403, CHAT_BLOCKED);
  if (access === undefined) return undefined;
  if (isFirst) await host.limits.take(MESSAGE_LIMIT, holder.browserId);
  const { fileIds, notAdded } = await addAttachments(host, viewer, {
    conversationId,
    clientId,
    attachments: mail.attachments,
  });
  const typed = toText(mail.text, MESSAGE_MAX_LENGTH);
  const text = typed === '' ? placeholderFor(mail, fileIds.length) : typed;
  try {
    await sendMessage(host, viewer, {
      conversationId,
      clientId,
      text,
      fileIds,
      mail: { ...toMessageMail(mail, holder.email, notAdded), ...marks },
      email: toReceived(mail, writerOf(host.settings, mail)),
    });
    return 'message';
  } catch (error) {
    // The conversation has moved to another browser.
    if (error instanceof RefusedError && error.status === 404) return undefined;
    throw error;
  }
}

function placeholderFor({ isEncrypted }: ParsedMail, fileCount: number): string {
  if (isEncrypted) return ENCRYPTED_TEXT;
  return fileCount === 0 ? NO_TEXT : '';
}

const NOT_ADDED_SHOWN = 20;

function toMessageMail(
  { sender, folded, notAdded: never }: ParsedMail,
  email: string,
  notAdded: readonly string[],
): MessageMail {
  const sentences = [...never, ...notAdded].slice(0, NOT_ADDED_SHOWN);
  return {
    ...(sender === email ? {} : { sender }),
    ...(folded === '' ? {} : { folded }),
    ...(sentences.length === 0 ? {} : { notAdded: sentences }),
  };
}

async function isSaid(
  { db, settings }: InboundMailHost,
  conversationId: string,
  clientId: string,
  mail: ParsedMail,
): Promise<boolean> {
  const isIt = and(
    eq(visitorMessages.conversationId, conversationId),
    eq(visitorMessages.clientId, clientId),
  );
  if ((await db.$count(visitorMessages, isIt)) > 0) return true;
  const received = toReceived(mail, writerOf(settings, mail));
  return (await findReceived(db, received, { conversationId })) !== undefined;
}

export async function readHolder(db: Database, conversationId: string) {
  const [row] = await db
    .select({
      browserId: conversations.browserId,
      visitorId: conversations.visitorId,
      email: visitors.email,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return row;
}
