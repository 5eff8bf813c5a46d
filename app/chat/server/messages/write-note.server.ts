import { displayName } from '../../../accounts/protocol/member.ts';
import { t } from '../../../i18n/translate.ts';
import { and, eq, ne } from 'drizzle-orm';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import { traceOfProgram, type Actor } from '../../../accounts/protocol/program.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { accessToConversation, askerOf, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { readNote, readMention } from '../read/read-notes.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../protocol/rules.ts';
import { conversationNotes, noteMentions } from './tables.server.ts';
import type { NoteView } from '../../protocol/views.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { mentionedIn, type Mentionable } from '../../protocol/mentions.ts';
import { storedText } from '../../../platform/stored-message.ts';

/** The kind of the job that notifies a mentioned member. Its key is the id of the mention. */
export const MENTION_KIND = 'mention';

/** A mention that the member sees within this time causes no other notification. */
const TOLD_AFTER_MS = 20_000;

const MENTIONABLE_AT_MOST = 1000;

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
  appContext: ChatContext,
  author: Actor,
  write: WriteNote,
): Promise<NoteView> {
  return change(appContext, traceOfProgram(author), async (tx, after) => {
    if (!(await accessToConversation(tx, askerOf(author), write.conversationId))) {
      throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    }
    return addNote(tx, after, appContext, author, write);
  });
}

/** Adds a note, and notifies those whom it mentions. Must run in a transaction that has checked access. */
export async function addNote(
  tx: Database,
  after: After,
  appContext: Pick<ChatContext, 'chat' | 'clock' | 'db'>,
  author: Actor,
  write: WriteNote,
): Promise<NoteView> {
  const { id, isNew } = await insertNote(tx, after, appContext, author, write);
  if (isNew && 'program' in author) {
    after.audit('conversation-noted', {
      subjectId: write.conversationId,
      detail: storedText(id),
    });
  }
  await mention(tx, after, appContext, author, id);
  const note = await readNote(tx, id);
  const owner = await readConversationOwner(tx, write.conversationId);
  if (!note || !owner) throw new Error(`Note ${id} was not written`);
  after.hint(() => appContext.chat.noteSaved({ visitorId: owner.visitorId, note }, owner.agentId));
  return note;
}

/** Must run in a transaction that has checked access. A repeat returns the first note. */
export async function insertNote(
  tx: Database,
  after: After,
  { clock }: Pick<ChatContext, 'clock'>,
  author: Actor,
  { conversationId, clientId, text: typed }: WriteNote,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const text = toText(typed, MESSAGE_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, t('Write a note first.'), 'note');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, t(MESSAGE_TOO_LONG), 'note');
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
  throw new RefusedError(409, t('Another note already has this ID. Send yours again.'));
}

/**
 * Returns the members who can be mentioned, without the author. A mention grants read access to the visitor's
 * conversations.
 */
export async function readMentionable(db: Database, but: Actor): Promise<Mentionable[]> {
  const rows = await db
    .select({ id: profiles.id, fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(
      and(eq(profiles.status, 'active'), 'program' in but ? undefined : ne(profiles.id, but.id)),
    )
    .orderBy(profiles.fullName, profiles.id)
    .limit(MENTIONABLE_AT_MOST);
  return rows.map(({ id, fullName, email }) => ({ id, name: displayName(fullName, email) }));
}

/**
 * Stores the mentions of a note and notifies the members: in the app at once, and by their chosen channels if
 * they do not see it there. Repeated saves notify nobody again.
 */
export async function mention(
  tx: Database,
  after: After,
  { chat, clock, db }: Pick<ChatContext, 'chat' | 'clock' | 'db'>,
  author: Actor,
  noteId: string,
): Promise<void> {
  const [note] = await tx
    .select({ text: conversationNotes.text })
    .from(conversationNotes)
    .where(eq(conversationNotes.id, noteId));
  if (!note?.text.includes('@')) return;
  const named = mentionedIn(note.text, await readMentionable(tx, author));
  if (named.length === 0) return;
  const now = clock.now();
  const told = await tx
    .insert(noteMentions)
    .values(named.map(({ id: memberId }) => ({ noteId, memberId, createdAt: now })))
    .onConflictDoNothing()
    .returning({ id: noteMentions.id, memberId: noteMentions.memberId });
  const due = new Date(now.getTime() + TOLD_AFTER_MS);
  for (const { id, memberId } of told) {
    after.deliver(MENTION_KIND, { key: id, lane: memberId, payload: {}, due });
    after.hint(async () => {
      const view = await readMention(db, id);
      if (view) chat.mentioned(view, memberId);
    });
  }
}
