import { and, eq } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toText } from '../../platform/shown-text.ts';
import { may } from '../../team/members/permissions.ts';
import type { ActingProgram } from '../../team/members/program.ts';
import { profiles } from '../../team/tables.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { attachFiles, lockFilesToSend, readFileIds } from '../files/attach-files.server.ts';
import { ownerOf } from '../files/upload-place.server.ts';
import { appendPlainMessage, appendPreparedMessage } from './append-messages.server.ts';
import { readCannedReplies } from './canned-replies.server.ts';
import { assignAgent } from '../hold/assign-agent.server.ts';
import { completeAnsweredOf } from '../end/complete-answered.server.ts';
import {
  findReceived,
  recordReceived,
  type ReceivedEmail,
} from '../mail/conversation-emails.server.ts';
import { scheduleMail } from '../mail/schedule-mail.server.ts';
import { publishAssigned } from './publish-entry.server.ts';
import { requireMessage } from '../read/read-messages.server.ts';
import { commandOf, whyHalfWritten } from '../wire/half-written.ts';
import {
  CHAT_BLOCKED,
  CONVERSATION_ID,
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
} from '../wire/rules.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import type { MessageMail, MessageView } from '../wire/views.ts';

export interface SendMessage {
  readonly conversationId: string;
  /** The name the client gave this message: a repeat of it is answered, not stored again. */
  readonly clientId: string;
  readonly text: string;
  /** What it carries, in this order: complete, and this writer's. */
  readonly fileIds?: readonly string[] | undefined;
  /** Of one that came by mail: whatever else comes under its name is the same mail again. */
  readonly mail?: MessageMail | undefined;
  /** The same email, for the thread it belongs to. */
  readonly email?: ReceivedEmail | undefined;
}

/** A program that answers, in its own name or in that of an agent. */
export interface AnsweringProgram {
  readonly kind: 'program';
  readonly by: ActingProgram;
  readonly agentId?: string | undefined;
}

type Writer = Viewer | AnsweringProgram;

/**
 * The one door through which a message enters. Numbers it under the conversation's row lock,
 * commits, and only then publishes (DECISIONS 14). Who wrote it follows from the viewer alone.
 *
 * A visitor's message reopens a completed conversation and calls for an agent when it has none.
 * Without a text only with files. Throws {@link RefusedError}: 404 without access, 403 blocked, 400
 * blank, the team's half-written one or in the name of somebody who answers nobody, 413 too long, 409 when the client's name for it is taken by
 * another message, and what `lockFilesToSend` throws.
 */
export async function sendMessage(
  host: ChatHost,
  viewer: Writer,
  sent: SendMessage,
): Promise<MessageView> {
  // As the database writes a uuid: in another spelling a message would not be known again.
  const send = { ...sent, clientId: sent.clientId.toLowerCase() };
  const text = toText(send.text, MESSAGE_MAX_LENGTH);
  const fileIds = send.fileIds ?? [];
  if (text === '' && fileIds.length === 0) {
    throw new RefusedError(400, 'Please write a message first.', 'message');
  }
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, MESSAGE_TOO_LONG, 'message');

  const isPlain = viewer.kind === 'browser' && fileIds.length === 0 && !send.mail;
  const plain = isPlain && (await sendPlain(host, viewer, send, text));
  return plain || sendPrepared(host, viewer, send, text);
}

/** The short way that most messages take; undefined where only the longer one can tell what follows. */
async function sendPlain(
  host: ChatHost,
  { browserId }: Viewer & { kind: 'browser' },
  { conversationId, clientId }: SendMessage,
  text: string,
): Promise<MessageView | undefined> {
  if (!CONVERSATION_ID.test(conversationId)) return undefined;
  const createdAt = host.clock.now();
  const plain = { conversationId, browserId, clientId, text, createdAt };
  const appended = await appendPlainMessage(host, plain);
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
  host.chat.messageSaved({ visitorId, conversationId, message }, agentId, performance.now());
  return message;
}

/**
 * The way of every message that something else follows from: locks, checks and prepares, and has
 * the same statement append it. Exported for the test that compares what both leave behind.
 */
export async function sendPrepared(
  host: ChatHost,
  viewer: Writer,
  { conversationId, clientId, fileIds = [], mail, email }: SendMessage,
  text: string,
): Promise<MessageView> {
  const program = viewer.kind === 'program' ? viewer.by : undefined;
  return change(host, program?.trace, async (tx, after) => {
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
      const goingOn = { browserId, conversationId, at: host.clock.now() };
      await completeAnsweredOf(tx, after, host, goingOn);
    }
    // The statement waits for nobody.
    const [visitor] = await tx
      .select({ state: visitors.state })
      .from(visitors)
      .where(eq(visitors.id, conversation.visitorId))
      .for('update');
    const appended = await appendPreparedMessage(tx, host.listeners, {
      conversationId,
      clientId,
      text,
      createdAt: host.clock.now(),
      authorId: author.id,
      program: author.program,
      fileCount: fileIds.length,
      mail,
    });
    if (fileIds.length > 0) await attachFiles(tx, { messageId: appended.id }, fileIds);
    if (email) {
      const row = { conversationId, becameId: appended.id, createdAt: host.clock.now() };
      await recordReceived(tx, email, row);
    }
    await scheduleMail(tx, conversationId);
    const { id, number, visitorId } = appended;
    if (program) {
      const detail = `message ${number}`;
      after.audit('conversation-answered', { subjectId: conversationId, detail });
    }
    after.happened({
      type: 'message.sent',
      data: { conversationId, number, author: isAgent ? 'agent' : 'visitor' },
      log: 'written by its statement',
    });
    // A visitor who comes back needs a place again, which their agent may not have any more.
    const isBack = !isAgent && visitor?.state === 'resolved';
    const held = { agentId: appended.agentId, formerAgentId: appended.agentId };
    const assigned =
      appended.agentId === null || isBack
        ? await assignAgent(tx, { conversationId, now: host.clock.now() })
        : held;
    const { agentId } = assigned;
    const message = await requireMessage(tx, id);
    after.hint(() =>
      host.chat.messageSaved({ visitorId, conversationId, message }, agentId, performance.now()),
    );
    if (isReopened || assigned.formerAgentId !== agentId) {
      after.hint(() => publishAssigned(host, { visitorId, conversationId, ...assigned }));
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

/** Throws {@link RefusedError} 400 for whoever could not have answered themselves. */
async function requireAnswering(tx: Database, agentId: string): Promise<void> {
  const [agent] = await tx
    .select({ role: profiles.role, status: profiles.status })
    .from(profiles)
    .where(eq(profiles.id, agentId));
  if (agent?.status === 'active' && may(agent, 'use-portal')) return;
  throw new RefusedError(400, 'Nobody of the team has this id.', 'agentId');
}

/** Throws {@link RefusedError}: 404 without access, 403 blocked. */
async function lockForWriting(tx: Database, viewer: Writer, conversationId: string) {
  // Whoever holds this lock gives the next number: no reader can see 7 before 6.
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update');
  // Asked again under the lock: the visitor may have been given to somebody else meanwhile.
  const access = await accessToConversation(tx, viewer, conversationId);
  // A browser that may read and not write is a blocked one.
  if (access === 'read' && viewer.kind === 'browser') throw new RefusedError(403, CHAT_BLOCKED);
  if (!conversation || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
  return conversation;
}

/** The message that has this name already; throws {@link RefusedError} 409 when it is another one. */
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
  // Of one that was taken back nobody knows any more what it said.
  const isSame =
    mail !== undefined ||
    repeat.removalNumber !== null ||
    (await saysTheSame(tx, repeat, text, fileIds));
  const isTheirs =
    repeat.isAgent === author.isAgent &&
    repeat.agentId === author.id &&
    repeat.program === author.program;
  if (!isSame || !isTheirs) {
    throw new RefusedError(409, 'Another message has this id already. Please send it again.');
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

/** What the reply box says before it sends, for whatever else sends (DECISIONS 34). */
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
