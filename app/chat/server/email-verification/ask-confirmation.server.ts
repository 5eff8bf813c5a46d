import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { hashSecret } from '../../../platform/link-secret.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { newLink } from '../../../platform/one-time-link.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import { confirmationRequests } from './tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { Sender } from '../email/visitor-mails.ts';
import { CODE_VALID_MINUTES, confirmAddressMail, LINK_VALID_HOURS } from './confirmation-mail.ts';

const MINUTE_MS = 60_000;

interface AskHost extends ChangeHost {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Sender;
}

/**
 * Queues an email to the conversation's address with a link and a code that confirm the address for this
 * browser (rule 168). A suppressed or rate-limited email gives the same result, so that nothing is
 * revealed about the address. Throws {@link RefusedError} 404 without the conversation.
 */
export async function askConfirmation(
  host: AskHost,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
): Promise<void> {
  const { clock, mail, settings } = host;
  await change(host, undefined, async (tx, after) => {
    // The lock is needed because the conversation may be moving to another browser at this moment.
    const [row] = await tx
      .select({ stoppedAt: conversations.mailsStoppedAt, email: visitors.email })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId))
      .for('update', { of: conversations });
    const access = await accessToConversation(tx, viewer, conversationId);
    if (!row || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
    if (row.stoppedAt) return;
    const id = randomUUID();
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const { token, link } = newLink(clock, LINK_VALID_HOURS * 60 * MINUTE_MS);
    await tx.insert(confirmationRequests).values({
      id,
      conversationId,
      browserId: viewer.browserId,
      ...link,
      codeHash: hashCode(id, code),
      codeExpiresAt: new Date(link.createdAt.getTime() + CODE_VALID_MINUTES * MINUTE_MS),
    });
    mail.send(after, confirmAddressMail(settings, row.email, token, code));
  });
}

/** The request id acts as a salt, so that equal codes have different hashes. */
export function hashCode(requestId: string, code: string): string {
  return hashSecret(`${requestId} ${code}`);
}
