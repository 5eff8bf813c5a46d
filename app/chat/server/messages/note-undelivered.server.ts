import { hash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { toUuid } from '../../../platform/uuid-of.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { conversationEmails } from '../email/tables.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { readNote } from '../read/read-notes.server.ts';
import { conversationNotes } from './tables.server.ts';

type NotingContext = Pick<ChatContext, 'chat' | 'clock'> & { readonly settings: SpokenSettings };

/**
 * Adds a private note for each of these emails to visitors, once, so that the team knows that nobody received it. Ignores
 * ids of other emails.
 */
export async function noteUndelivered(
  tx: Database,
  after: After,
  { chat, clock, settings }: NotingContext,
  messageIds: readonly string[],
): Promise<void> {
  const emails = await tx
    .select()
    .from(conversationEmails)
    .where(
      and(
        eq(conversationEmails.direction, 'out'),
        inArray(conversationEmails.messageId, [...messageIds]),
      ),
    );
  for (const { conversationId, messageId, address } of emails) {
    // oxlint-disable-next-line no-await-in-loop -- a report is about one email
    const owner = await readConversationOwner(tx, conversationId);
    if (!owner) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const words = await inWordsOf(tx, settings, { id: owner.agentId ?? '' }, () => ({
      program: t('Email'),
      text: t('Email to {address} could not be delivered.', { address }),
    }));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const [inserted] = await tx
      .insert(conversationNotes)
      .values({
        ...words,
        conversationId,
        clientId: toUuid(hash('sha256', `undelivered ${messageId}`, 'buffer')),
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: conversationNotes.id });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const note = inserted && (await readNote(tx, inserted.id));
    if (!note) continue;
    after.happened({
      type: 'note.written',
      data: { conversationId, noteId: note.id },
      log: { subject: conversationId, part: note.id },
    });
    after.hint(() => chat.noteSaved({ visitorId: owner.visitorId, note }, owner.agentId));
  }
}
