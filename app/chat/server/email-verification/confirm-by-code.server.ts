import { and, desc, eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { RateLimit, RateLimits } from '../../../platform/rate-limit.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { confirmationRequests } from './tables.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { hashCode } from './ask-confirmation.server.ts';
import { confirmBrowser } from './confirm-browser.server.ts';
import { isConfirmed } from './is-confirmed.server.ts';

const ATTEMPTS = 5;

/** The limit counts per address across all browsers, so that opening many chats gives no extra guesses. */
export const CODES_OF_ADDRESS: RateLimit = {
  name: 'confirmation-code-address',
  burst: 20,
  perMinute: 1 / 60,
};

const WRONG = 'That is not the code of the newest mail. Please check it and try again.';
const OVER = 'This code has been used or has expired. Please ask for a new one.';

interface CodeHost extends ChatHost {
  readonly limits: RateLimits;
}

/**
 * Confirms the address for this browser with the code from the newest email. Throws {@link RefusedError}: 404
 * without the conversation, 400 for a wrong code, 410 for an expired code, 429 after too many attempts.
 */
export async function confirmByCode(
  host: CodeHost,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
  code: string,
): Promise<void> {
  const { browserId } = viewer;
  const access = await accessToConversation(host.db, viewer, conversationId);
  const owner = await readConversationOwner(host.db, conversationId);
  if (!owner || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
  const { visitorId } = owner;
  // The response to an earlier, correct code may have been lost.
  if (await isConfirmed(host.db, browserId, visitorId)) return;
  // Attempts count only while a code is open. Otherwise strangers could use up the owner's attempts with
  // random input.
  const [asked] = await newestRequest(host.db, browserId, conversationId);
  if (!isOpen(asked, host.clock.now())) throw new RefusedError(410, OVER, 'code');
  await host.limits.take(CODES_OF_ADDRESS, visitorId);
  // The error is returned, because throwing inside the transaction would roll back the count of the wrong
  // attempt.
  const refusal = await change(host, undefined, async (tx, after) => {
    const why = await useCode(tx, host, browserId, conversationId, code);
    if (why === undefined) await confirmBrowser(tx, after, host, browserId, visitorId);
    return why;
  });
  if (refusal) throw refusal;
}

async function useCode(
  tx: Database,
  { clock }: CodeHost,
  browserId: string,
  conversationId: string,
  code: string,
): Promise<RefusedError | undefined> {
  const now = clock.now();
  // The lock serialises concurrent attempts, so that each of them is counted.
  const [request] = await newestRequest(tx, browserId, conversationId).for('update');
  if (!isOpen(request, now)) return new RefusedError(410, OVER, 'code');
  const isRight = request.codeHash === hashCode(request.id, code);
  await tx
    .update(confirmationRequests)
    .set(isRight ? { usedAt: now } : { attempts: request.attempts + 1 })
    .where(eq(confirmationRequests.id, request.id));
  return isRight ? undefined : new RefusedError(400, WRONG, 'code');
}

function newestRequest(db: Database, browserId: string, conversationId: string) {
  return db
    .select()
    .from(confirmationRequests)
    .where(
      and(
        eq(confirmationRequests.conversationId, conversationId),
        eq(confirmationRequests.browserId, browserId),
      ),
    )
    .orderBy(desc(confirmationRequests.createdAt))
    .limit(1);
}

type Request = typeof confirmationRequests.$inferSelect;

function isOpen(request: Request | undefined, now: Date): request is Request {
  return (
    request !== undefined &&
    !request.usedAt &&
    request.codeExpiresAt > now &&
    request.attempts < ATTEMPTS
  );
}
