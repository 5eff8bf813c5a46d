import { and, eq } from 'drizzle-orm';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import { traceOfProgram, type Actor } from '../../../accounts/protocol/program.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { accessToConversation, askerOf, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { mention } from './mention.server.ts';
import { readNote } from '../read/read-notes.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../protocol/rules.ts';
import { conversationNotes } from './tables.server.ts';
import type { NoteView } from '../../protocol/views.ts';

export interface WriteNote {
  readonly conversationId: string;
  /** The client's idempotency key: a repeated request returns the stored note. */
  readonly clientId: string;
  readonly text: string;
}

/**
 * Adds a private note. Read access is enough, so that a manager can leave a note for the agent without taking
 * the visitor over.
 */
export async function writeNote(
  host: ChatHost,
  author: Actor,
  write: WriteNote,
): Promise<NoteView> {
  return change(host, traceOfProgram(author), async (tx, after) => {
    if (!(await accessToConversation(tx, askerOf(author), write.conversationId))) {
      throw new RefusedError(404, NO_SUCH_CONVERSATION);
    }
    const { id, isNew } = await insertNote(tx, after, host, author, write);
    if (isNew && 'program' in author) {
      after.audit('conversation-noted', { subjectId: write.conversationId, detail: id });
    }
    await mention(tx, after, host, author, id);
    const note = await readNote(tx, id);
    const owner = await readConversationOwner(tx, write.conversationId);
    if (!note || !owner) throw new Error(`Note ${id} was not written`);
    after.hint(() => host.chat.noteSaved({ visitorId: owner.visitorId, note }, owner.agentId));
    return note;
  });
}

/** Must run in a transaction that has checked access. A repeat returns the first note. */
export async function insertNote(
  tx: Database,
  after: After,
  { clock }: Pick<ChatHost, 'clock'>,
  author: Actor,
  { conversationId, clientId, text: typed }: WriteNote,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const text = toText(typed, MESSAGE_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, 'Please write a note first.', 'note');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, MESSAGE_TOO_LONG, 'note');
  const by =
    'program' in author
      ? { authorId: null, program: author.program }
      : { authorId: author.id, program: null };
  const [inserted] = await tx
    .insert(conversationNotes)
    .values({ conversationId, clientId, ...by, text, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: conversationNotes.id });
  if (inserted) {
    after.happened({
      type: 'note.written',
      data: { conversationId, noteId: inserted.id },
      log: { subject: conversationId, part: inserted.id },
    });
    return { id: inserted.id, isNew: true };
  }
  const [repeat] = await tx
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.conversationId, conversationId),
        eq(conversationNotes.clientId, clientId),
      ),
    );
  const isTheirs = repeat?.authorId === by.authorId && repeat.program === by.program;
  if (repeat && isTheirs && repeat.text === text) return { id: repeat.id, isNew: false };
  throw new RefusedError(409, 'Another note has this id already. Please send it again.');
}
