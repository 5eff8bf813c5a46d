import { t } from '../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { accessToConversation, type Viewer } from '../../chat/server/access.server.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { conversations, visitorMessages, visitors } from '../../chat/server/tables.server.ts';
import { CHAT_BLOCKED, MESSAGE_LIMIT, MESSAGE_MAX_LENGTH } from '../../chat/protocol/rules.ts';
import type { MessageMail } from '../../chat/protocol/views.ts';
import { findReceived, isNewSubject } from '../../chat/server/email/conversation-emails.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toText } from '../../platform/shown-text.ts';
import type { InboundEmailContext } from './open-inbound-mail.server.ts';
import { clientIdOf, nameOfMail, toReceived, fileIdOf } from './mail-names.server.ts';
import type { MailInOutcome } from '../rules.ts';
import { writerOf } from './mail-writer.server.ts';
import type { ParsedMail, MailAttachment } from '../protocol/parsed-mail.ts';
import { writeFile } from 'node:fs/promises';
import { files } from '../../chat/server/files/tables.server.ts';
import { isOwn, placeInConversation } from '../../chat/server/files/upload-place.server.ts';
import { limitsOf } from '../../files/server/open-files.server.ts';
import { beginUpload, toFileName } from '../../files/server/upload/begin-upload.server.ts';
import { finishUpload } from '../../files/server/upload/finish-upload.server.ts';
import { fileNotice } from '../../chat/protocol/mail-notices.ts';
import { messageOf, type StoredMessage } from '../../platform/stored-message.ts';

interface Attached {
  readonly conversationId: string;
  readonly clientId: string;
  readonly attachments: readonly MailAttachment[];
}

const NO_TEXT = '(no text)';
const ENCRYPTED_TEXT = '(This email is encrypted and cannot be read.)';
/** A link that moves the conversation to another browser at the same moment may cause a failed attempt. */
const TRIES = 3;

/**
 * Adds the email's text to its conversation as a message of the visitor, who alone was given the address. The
 * usual limits for messages apply. Throws {@link RefusedError}: 403 blocked, 429 too many, 503 if the virus
 * scanner is unavailable.
 */
export async function addToConversation(
  appContext: InboundEmailContext,
  conversationId: string,
  mail: ParsedMail,
  how: { readonly isUnproven?: boolean; readonly isFirst?: boolean } = {},
): Promise<MailInOutcome> {
  const clientId = clientIdOf(nameOfMail(mail));
  if (await isSaid(appContext, conversationId, clientId, mail)) return 'repeat';
  const isOther = !how.isFirst && (await isNewSubject(appContext.db, conversationId, mail.subject));
  const marks = {
    ...(how.isUnproven ? { isUnproven: true as const } : {}),
    ...(isOther ? { subject: mail.subject } : {}),
  };
  for (let tried = 1; ; tried += 1) {
    // oxlint-disable-next-line no-await-in-loop -- seldom twice
    const said = await trySaying(
      appContext,
      { conversationId, clientId, mail, marks },
      tried === 1,
    );
    if (said) return said;
    if (tried === TRIES) throw new Error('The conversation of an email kept changing');
  }
}

interface Said {
  readonly conversationId: string;
  readonly clientId: string;
  readonly mail: ParsedMail;
  readonly marks: Pick<MessageMail, 'isUnproven' | 'subject'>;
}

async function trySaying(
  appContext: InboundEmailContext,
  { conversationId, clientId, mail, marks }: Said,
  isFirst: boolean,
): Promise<MailInOutcome | undefined> {
  const holder = await readHolder(appContext.db, conversationId);
  if (!holder) return 'no conversation';
  const viewer = { kind: 'browser', browserId: holder.browserId } as const;
  const access = await accessToConversation(appContext.db, viewer, conversationId);
  if (access === 'read') throw new RefusedError(403, t(CHAT_BLOCKED));
  if (access === undefined) return undefined;
  if (isFirst) await appContext.limits.take(MESSAGE_LIMIT, holder.browserId);
  const { fileIds, notAdded } = await addAttachments(appContext, viewer, {
    conversationId,
    clientId,
    attachments: mail.attachments,
  });
  const typed = toText(mail.text, MESSAGE_MAX_LENGTH);
  const text = typed === '' ? placeholderFor(mail, fileIds.length) : typed;
  try {
    await sendMessage(appContext, viewer, {
      conversationId,
      clientId,
      text,
      fileIds,
      mail: { ...toMessageMail(mail, holder.email, notAdded), ...marks },
      email: toReceived(mail, writerOf(appContext.settings, mail)),
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
  notAdded: readonly StoredMessage[],
): MessageMail {
  const notices = [...never, ...notAdded].slice(0, NOT_ADDED_SHOWN);
  return {
    ...(sender === email ? {} : { sender }),
    ...(folded === '' ? {} : { folded }),
    ...(notices.length === 0 ? {} : { notices }),
  };
}

async function isSaid(
  { db, settings }: InboundEmailContext,
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

/**
 * Stores the attachments of an email with the same limits and virus scan as uploads in the chat, and names
 * those that are refused. Throws {@link RefusedError} 503 if the scanner is unavailable; a retry finds the
 * files stored before.
 */
async function addAttachments(
  appContext: InboundEmailContext,
  viewer: Viewer,
  { conversationId, clientId, attachments }: Attached,
): Promise<{ readonly fileIds: readonly string[]; readonly notAdded: readonly StoredMessage[] }> {
  const { maxCount } = limitsOf(appContext.settings);
  const fileIds: string[] = [];
  const notAdded: StoredMessage[] = [];
  for (const [index, attachment] of attachments.entries()) {
    if (fileIds.length === maxCount) {
      notAdded.push(fileNotice('files.too-many', { name: toFileName(attachment.name), maxCount }));
      continue;
    }
    const id = fileIdOf(conversationId, clientId, index);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each is looked at
      await keep(appContext, viewer, conversationId, { id, ...attachment });
      fileIds.push(id);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status >= 500 || error.status === 404)
        throw error;
      notAdded.push(messageOf(error));
    }
  }
  return { fileIds, notAdded };
}

async function keep(
  appContext: InboundEmailContext,
  viewer: Viewer,
  conversationId: string,
  { id, name, bytes }: MailAttachment & { readonly id: string },
): Promise<void> {
  const place = placeInConversation(viewer, conversationId);
  const [known] = await appContext.db.select().from(files).where(eq(files.id, id));
  // An earlier attempt stored this file before its process crashed.
  if (known && known.storedAt !== null && isOwn(known, place.owner)) return;
  const row = await beginUpload(appContext, place, { id, name, size: bytes.length });
  await finishUpload(appContext, row, (path) => writeFile(path, bytes, { mode: 0o600 }));
}
