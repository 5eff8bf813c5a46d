import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { ActingProgram } from '../../../accounts/protocol/program.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { attachFiles, lockFilesToSend, readFileIds } from '../files/attach-files.server.ts';
import { ownerOf } from '../files/upload-place.server.ts';
import { appendPlainMessage, appendPreparedMessage } from './append-messages.server.ts';
import { readCannedReplies } from './canned-replies.server.ts';
import { assignAgent } from '../assignment/assign-agent.server.ts';
import { completeAnsweredOf } from '../resolution/complete-conversation.server.ts';
import {
  findReceived,
  recordReceived,
  type ReceivedEmail,
} from '../email/conversation-emails.server.ts';
import { scheduleMail } from '../email/schedule-mail.server.ts';
import { publishAssigned } from './publish-entry.server.ts';
import { requireMessage } from '../read/read-messages.server.ts';
import { commandOf, whyHalfWritten } from '../../protocol/half-written.ts';
import {
  CHAT_BLOCKED,
  CONVERSATION_ID,
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
} from '../../protocol/rules.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import type { MessageMail, MessageView } from '../../protocol/views.ts';
import { chatMessage } from '../../stored-messages.ts';

export interface SendMessage {
  readonly conversationId: string;
  /** The client's idempotency key: a repeated request returns the stored message. */
  readonly clientId: string;
  readonly text: string;
  /** The files in order. They must be complete and uploaded by the same author. */
  readonly fileIds?: readonly string[] | undefined;
  /** Set for a message from an email. Anything else with the same key counts as the same email. */
  readonly mail?: MessageMail | undefined;
  readonly email?: ReceivedEmail | undefined;
}

export interface AnsweringProgram {
  readonly kind: 'program';
  readonly by: ActingProgram;
  readonly agentId?: string | undefined;
}

type Writer = Viewer | AnsweringProgram;

/**
 * Numbers a message under the row lock, commits, then publishes (rule 110). A visitor's message reopens a
 * completed conversation. Throws {@link RefusedError}: 400 for an empty or unfinished text or a wrong agent,
 * 403 blocked, 404, 409 for a key in use, 413, and errors of `lockFilesToSend`.
 */
export async function sendMessage(
  appContext: ChatContext,
  viewer: Writer,
  sent: SendMessage,
): Promise<MessageView> {
  // Lower case is PostgreSQL's spelling of a UUID. Other spellings would not be recognised as repeats.
  const send = { ...sent, clientId: sent.clientId.toLowerCase() };
  const text = toText(send.text, MESSAGE_MAX_LENGTH);
  const fileIds = send.fileIds ?? [];
  if (text === '' && fileIds.length === 0) {
    throw new RefusedError(400, t('Write a message first.'), 'message');
  }
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, t(MESSAGE_TOO_LONG), 'message');

  const isPlain = viewer.kind === 'browser' && fileIds.length === 0 && !send.mail;
  const plain = isPlain && (await sendPlain(appContext, viewer, send, text));
  return plain || sendPrepared(appContext, viewer, send, text);
}

async function sendPlain(
  appContext: ChatContext,
  { browserId }: Viewer & { kind: 'browser' },
  { conversationId, clientId }: SendMessage,
  text: string,
): Promise<MessageView | undefined> {
  if (!CONVERSATION_ID.test(conversationId)) return undefined;
  const createdAt = appContext.clock.now();
  const plain = { conversationId, browserId, clientId, text, createdAt };
  const appended = await appendPlainMessage(appContext, plain);
  if (!appended) return undefined;
  const { id, number, visitorId, agentId } = appended;
  const message: MessageView = {
    id,
    clientId,
    conversationId,
    number,
    text,
    isAgent: false,
    agentId: null,
    agentName: null,
    createdAt: createdAt.toISOString(),
  };
  appContext.chat.messageSaved({ visitorId, conversationId, message }, agentId, performance.now());
  return message;
}

/**
 * The slow path for messages with further effects: locks, checks and prepares, and then runs the same insert
 * statement. Exported for the test that compares both paths.
 */
export async function sendPrepared(
  appContext: ChatContext,
  viewer: Writer,
  { conversationId, clientId, fileIds = [], mail, email }: SendMessage,
  text: string,
): Promise<MessageView> {
  const program = viewer.kind === 'program' ? viewer.by : undefined;
  return change(appContext, program?.trace, async (tx, after) => {
    const conversation = await lockForWriting(tx, viewer, conversationId);
    const author = authorOf(viewer);
    const repeat = await findRepeat(tx, { conversationId, clientId, text, fileIds, mail }, author);
    if (repeat) return repeat;
    const received = email && (await findReceived(tx, email, { conversationId }));
    if (received) return requireMessage(tx, received);
    if (author.isAgent) await refuseHalfWritten(tx, author.id, text);
    if (program && author.id !== null) await requireAnswering(tx, author.id);
    if (viewer.kind !== 'program' && fileIds.length > 0) {
      await lockFilesToSend(tx, ownerOf(viewer, conversationId), fileIds);
    }

    const { isAgent } = author;
    const isReopened = !isAgent && conversation.completedAt !== null;
    if (isReopened) {
      const { browserId } = conversation;
      const goingOn = { browserId, conversationId, at: appContext.clock.now() };
      await completeAnsweredOf(tx, after, appContext, goingOn);
    }
    // The insert statement skips locked rows, so the visitor is locked before.
    const [visitor] = await tx
      .select({ state: visitors.state })
      .from(visitors)
      .where(eq(visitors.id, conversation.visitorId))
      .for('update');
    const appended = await appendPreparedMessage(tx, appContext.listeners, {
      conversationId,
      clientId,
      text,
      createdAt: appContext.clock.now(),
      authorId: author.id,
      program: author.program,
      fileCount: fileIds.length,
      mail,
    });
    if (fileIds.length > 0) await attachFiles(tx, { messageId: appended.id }, fileIds);
    if (email) {
      const row = { conversationId, becameId: appended.id, createdAt: appContext.clock.now() };
      await recordReceived(tx, email, row);
    }
    await scheduleMail(tx, conversationId);
    const { id, number, visitorId } = appended;
    if (program) {
      const detail = chatMessage('chat.message', { number });
      after.audit('conversation-answered', { subjectId: conversationId, detail });
    }
    after.happened({
      type: 'message.sent',
      data: { conversationId, number, author: isAgent ? 'agent' : 'visitor' },
      log: 'written by its statement',
    });
    // A returning visitor needs capacity again, which the conversation's agent may no longer have.
    const isBack = !isAgent && visitor?.state === 'resolved';
    const held = { agentId: appended.agentId, previousAgentId: appended.agentId };
    const assigned =
      appended.agentId === null || isBack
        ? await assignAgent(tx, {
            conversationId,
            now: appContext.clock.now(),
            isReopened: isBack,
          })
        : held;
    const { agentId } = assigned;
    const message = await requireMessage(tx, id);
    after.hint(() =>
      appContext.chat.messageSaved(
        { visitorId, conversationId, message },
        agentId,
        performance.now(),
      ),
    );
    if (isReopened || assigned.previousAgentId !== agentId) {
      after.hint(() => publishAssigned(appContext, { visitorId, conversationId, ...assigned }));
    }
    return message;
  });
}

interface Author {
  readonly isAgent: boolean;
  readonly id: string | null;
  readonly program: string | null;
}

function authorOf(writer: Writer): Author {
  if (writer.kind === 'browser') return { isAgent: false, id: null, program: null };
  return writer.kind === 'member'
    ? { isAgent: true, id: writer.member.id, program: null }
    : { isAgent: true, id: writer.agentId ?? null, program: writer.by.program };
}

/** Throws {@link RefusedError} 400 for a member who could not have answered personally. */
async function requireAnswering(tx: Database, agentId: string): Promise<void> {
  const [agent] = await tx
    .select({ role: profiles.role, status: profiles.status })
    .from(profiles)
    .where(eq(profiles.id, agentId));
  if (agent?.status === 'active' && may(agent, 'use-portal')) return;
  throw new RefusedError(400, t('No team member has this ID.'), 'agentId');
}

async function lockForWriting(tx: Database, viewer: Writer, conversationId: string) {
  // The lock makes message numbers visible in order, so that no reader sees 7 before 6.
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update');
  // Access is checked again under the lock, because the visitor may have been reassigned.
  const access = await accessToConversation(tx, viewer, conversationId);
  if (access === 'read' && viewer.kind === 'browser') throw new RefusedError(403, t(CHAT_BLOCKED));
  if (!conversation || access !== 'write') throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  return conversation;
}

/** Returns the message with this key. Throws {@link RefusedError} 409 if its content differs. */
async function findRepeat(
  tx: Database,
  sent: SendMessage,
  author: Author,
): Promise<MessageView | undefined> {
  const { conversationId, clientId, text, fileIds, mail } = sent;
  const [repeat] = await tx
    .select({
      id: visitorMessages.id,
      message: visitorMessages.message,
      agentId: visitorMessages.agentId,
      isAgent: visitorMessages.isAgent,
      program: visitorMessages.program,
      removalNumber: visitorMessages.removalNumber,
      fileCount: visitorMessages.fileCount,
    })
    .from(visitorMessages)
    .where(
      and(
        eq(visitorMessages.conversationId, conversationId),
        eq(visitorMessages.clientId, clientId),
      ),
    );
  if (!repeat) return undefined;
  // The text of an unsent message is gone, so its content cannot be compared.
  const isSame =
    mail !== undefined ||
    repeat.removalNumber !== null ||
    (await saysTheSame(tx, repeat, text, fileIds));
  const isTheirs =
    repeat.isAgent === author.isAgent &&
    repeat.agentId === author.id &&
    repeat.program === author.program;
  if (!isSame || !isTheirs) {
    throw new RefusedError(409, t('Another message already has this ID. Send the message again.'));
  }
  return requireMessage(tx, repeat.id);
}

async function saysTheSame(
  tx: Database,
  repeat: { readonly id: string; readonly message: string; readonly fileCount: number },
  text: string,
  fileIds: readonly string[] | undefined,
): Promise<boolean> {
  const carried = repeat.fileCount === 0 ? [] : await readFileIds(tx, repeat.id);
  return repeat.message === text && carried.join() === (fileIds ?? []).join();
}

/** The reply editor makes the same check before sending. This one covers all other senders (rule 116). */
async function refuseHalfWritten(
  tx: Database,
  authorId: string | null,
  text: string,
): Promise<void> {
  const replies =
    commandOf(text) === undefined
      ? []
      : await readCannedReplies(tx, authorId === null ? null : { id: authorId });
  const why = whyHalfWritten(text, (name) => replies.some(({ shortcut }) => shortcut === name));
  if (why) throw new RefusedError(400, why, 'message');
}
