import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import { conversations, visitorMails, visitors } from '../tables.server.ts';
import { isMailboxFull, mailboxOf } from './mailbox.server.ts';

/**
 * A visitor wants to go on elsewhere: a mail with a link is put in line, to the address of the
 * conversation and to no other. Throws {@link RefusedError} when there were enough of them.
 */
export async function requestLink(
  db: Database,
  clock: Clock,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Under the lock, so that requests at once are counted one after the other.
    const [row] = await tx
      .select({ stoppedAt: conversations.mailsStoppedAt, email: visitors.email })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId))
      .for('update');
    const access = await accessToConversation(tx, viewer, conversationId);
    if (!row || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
    if (row.stoppedAt) {
      throw new RefusedError(
        403,
        'Whoever reads the mail of this chat wanted no more of it, so no link can be sent.',
      );
    }
    const mailbox = mailboxOf(row.email);
    const now = clock.now();
    if (await isMailboxFull(tx, mailbox, 'link', now)) {
      throw new RefusedError(
        429,
        'Several links were sent to this address today. Please use the newest one, or try again tomorrow.',
      );
    }
    await tx.insert(visitorMails).values({
      conversationId,
      mailbox,
      purpose: 'link',
      createdAt: now,
      nextAttemptAt: now,
    });
  });
}
