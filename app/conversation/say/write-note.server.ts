import { and, eq } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toText } from '../../platform/shown-text.ts';
import type { Member } from '../../team/members/member.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { mention } from './mention.server.ts';
import { readNote } from '../read/read-notes.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../wire/rules.ts';
import { conversationNotes } from './tables.server.ts';
import type { NoteView } from '../wire/views.ts';

export interface WriteNote {
  readonly conversationId: string;
  /** The name the client gave this note: a repeat of it is answered, not stored again. */
  readonly clientId: string;
  readonly text: string;
}

/**
 * Writes something for the team alone. Whoever may read the conversation may: a manager leaves a
 * word for the agent without taking the visitor over.
 */
export async function writeNote(
  host: ChatHost,
  member: Member,
  write: WriteNote,
): Promise<NoteView> {
  return change(host, undefined, async (tx, after) => {
    const viewer = { kind: 'member', member } as const;
    if (!(await accessToConversation(tx, viewer, write.conversationId))) {
      throw new RefusedError(404, NO_SUCH_CONVERSATION);
    }
    const id = await insertNote(tx, host.clock, member, write);
    await mention(tx, after, host, member, id);
    const note = await readNote(tx, id);
    const owner = await readConversationOwner(tx, write.conversationId);
    if (!note || !owner) throw new Error(`Note ${id} was not written`);
    after.hint(() => host.chat.noteSaved({ visitorId: owner.visitorId, note }, owner.agentId));
    return note;
  });
}

/** Inside a transaction that has asked whether the author may; returns the note's id. */
export async function insertNote(
  tx: Database,
  clock: Clock,
  author: Member,
  { conversationId, clientId, text: typed }: WriteNote,
): Promise<string> {
  const text = toText(typed, MESSAGE_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, 'Please write a note first.', 'note');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, MESSAGE_TOO_LONG, 'note');
  const [inserted] = await tx
    .insert(conversationNotes)
    .values({ conversationId, clientId, authorId: author.id, text, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: conversationNotes.id });
  if (inserted) return inserted.id;
  const [repeat] = await tx
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.conversationId, conversationId),
        eq(conversationNotes.clientId, clientId),
      ),
    );
  if (repeat?.authorId === author.id && repeat.text === text) return repeat.id;
  throw new RefusedError(409, 'Another note has this id already. Please send it again.');
}
