import { and, eq, ne } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Actor } from '../../../accounts/protocol/program.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { readMention } from '../read/read-mentions.server.ts';
import { conversationNotes, noteMentions } from './tables.server.ts';
import { mentionedIn, type Mentionable } from '../../protocol/mentions.ts';
import { displayName } from '../../protocol/views.ts';

/** The kind of the job that notifies a mentioned member. Its key is the id of the mention. */
export const MENTION_KIND = 'mention';

/** A mention that the member sees within this time causes no other notification. */
const TOLD_AFTER_MS = 20_000;

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

const MENTIONABLE_AT_MOST = 1000;

/**
 * Stores the mentions of a note and notifies the members: in the app at once, and by their chosen channels if
 * they do not see it there. Repeated saves notify nobody again.
 */
export async function mention(
  tx: Database,
  after: After,
  { chat, clock, db }: Pick<ChatHost, 'chat' | 'clock' | 'db'>,
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
