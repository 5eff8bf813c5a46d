import { eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { findLink, takeLink } from '../../../platform/one-time-link.server.ts';
import { accessToConversation } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { confirmationRequests } from './tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { confirmBrowser } from './confirm-browser.server.ts';

export const CONFIRMATION_IS_OVER =
  'This link has been used or has expired. The chat can send you a new one.';
export const ANOTHER_BROWSER =
  'This link works in the browser that has the chat. Open it there, or type the code of the same mail into the chat.';

export interface Confirmed {
  readonly conversationId: string;
  readonly email: string;
}

export async function whyNotConfirmable(
  db: Database,
  clock: Clock,
  token: string,
  browserId: string | undefined,
): Promise<string | null> {
  const request = await findLink(db, clock, confirmationRequests, token);
  if (!request) return CONFIRMATION_IS_OVER;
  return request.browserId === browserId ? null : ANOTHER_BROWSER;
}

/**
 * Confirms the address, but only in the browser that requested the link: a click in an unrequested email must
 * not confirm a stranger's browser. Throws {@link RefusedError} 403 in another browser, 410 for an expired or
 * used link.
 */
export async function confirmByLink(
  host: ChatHost,
  token: string,
  browserId: string | undefined,
): Promise<Confirmed> {
  const { clock, db } = host;
  const why = await whyNotConfirmable(db, clock, token, browserId);
  if (why === ANOTHER_BROWSER) throw new RefusedError(403, why, 'token');
  if (why !== null || !browserId) throw new RefusedError(410, CONFIRMATION_IS_OVER, 'token');
  return change(host, undefined, async (tx, after) => {
    const asked = eq(confirmationRequests.browserId, browserId);
    const request = await takeLink(tx, clock, confirmationRequests, token, asked);
    const viewer = { kind: 'browser', browserId } as const;
    // The chat may have moved to another browser since the request, or its browser may be blocked.
    const access = request && (await accessToConversation(tx, viewer, request.conversationId));
    if (!request || access !== 'write') {
      throw new RefusedError(410, CONFIRMATION_IS_OVER, 'token');
    }
    const { conversationId } = request;
    const [visitor] = await tx
      .select({ id: visitors.id, email: visitors.email })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId));
    if (!visitor) throw new RefusedError(410, CONFIRMATION_IS_OVER, 'token');
    await confirmBrowser(tx, after, host, browserId, visitor.id);
    return { conversationId, email: visitor.email };
  });
}
