import { and, desc, eq } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { RateLimit, RateLimits } from '../../platform/rate-limit.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { confirmationRequests } from './tables.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { hashCode } from './ask-confirmation.server.ts';
import { confirmBrowser } from './confirm-browser.server.ts';
import { isConfirmed } from './is-confirmed.server.ts';

/** Wrong codes that one mail survives. */
const ATTEMPTS = 5;

/** All browsers together: who opens many chats in somebody's name does not guess more for it. */
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
 * The code from the newest mail confirms the address for this browser. Throws {@link RefusedError}:
 * 404 without the conversation, 400 for a wrong code, 410 once it is over, 429 after too many.
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
  // The answer to a code that was right may have been lost.
  if (await isConfirmed(host.db, browserId, visitorId)) return;
  // Without a code to guess nothing is counted: nobody is to use up the owner's attempts by writing anything.
  const [asked] = await newestRequest(host.db, browserId, conversationId);
  if (!isOpen(asked, host.clock.now())) throw new RefusedError(410, OVER, 'code');
  await host.limits.take(CODES_OF_ADDRESS, visitorId);
  // Not thrown in there: a wrong code must stay counted.
  const refusal = await change(host, undefined, async (tx, after) => {
    const why = await useCode(tx, host, browserId, conversationId, code);
    if (why === undefined) await confirmBrowser(tx, after, host, browserId, visitorId);
    return why;
  });
  if (refusal) throw refusal;
}

/** Uses the code up, or counts that it was wrong and says so. */
async function useCode(
  tx: Database,
  { clock }: CodeHost,
  browserId: string,
  conversationId: string,
  code: string,
): Promise<RefusedError | undefined> {
  const now = clock.now();
  // Under the lock, so that codes that are tried at once are counted one after the other.
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
