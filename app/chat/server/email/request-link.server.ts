import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { visitorMails } from './tables.server.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { deliverVisitorMail } from './visitor-mail-kind.server.ts';

/**
 * Queues an email with a link, so that the visitor can continue on another device. The email goes only to the
 * conversation's address. Throws {@link RefusedError} after too many requests.
 */
export async function requestLink(
  host: ChangeHost,
  trace: Trace,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
): Promise<void> {
  await change(host, trace, async (tx, after) => {
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
    const now = host.clock.now();
    const id = randomUUID();
    if (!(await takeFromMailbox(tx, now, { id, mailbox, sort: 'link' }))) {
      throw new RefusedError(
        429,
        'Several links were sent to this address today. Please use the newest one, or try again tomorrow.',
      );
    }
    await tx.insert(visitorMails).values({
      id,
      conversationId,
      mailbox,
      purpose: 'link',
      createdAt: now,
    });
    deliverVisitorMail(after, id, row.email);
  });
}
