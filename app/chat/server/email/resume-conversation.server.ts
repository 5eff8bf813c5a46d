import { eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { accessToConversation } from '../access.server.ts';
import type { ChatHost, VisitorSockets } from '../chat-host.server.ts';
import { confirmBrowser } from '../email-verification/confirm-browser.server.ts';
import { completeAnsweredOf } from '../resolution/complete-answered.server.ts';
import { CHAT_BLOCKED } from '../../protocol/rules.ts';
import { conversations, visitors } from '../tables.server.ts';
import { consumeResumeToken } from './resume-token.server.ts';

export const LINK_IS_OVER =
  'This link has been used or has expired. Each link works once, for a few days.';

export interface Resumed {
  readonly conversationId: string;
  readonly email: string;
}

/**
 * Moves the conversation of an emailed link to another browser; the previous browser loses access (decision
 * 009). `findBrowser` runs only for a valid link. Opening the link also confirms the address (rule 168).
 * Throws {@link RefusedError} 410 for an expired link, 403 for a blocked visitor.
 */
export async function resumeConversation(
  host: ChatHost & VisitorSockets,
  token: string,
  findBrowser: (tx: Database) => Promise<string>,
): Promise<Resumed> {
  const { clock } = host;
  return change(host, undefined, async (tx, after) => {
    const conversationId = await consumeResumeToken(tx, clock, token);
    if (!conversationId) throw new RefusedError(410, LINK_IS_OVER, 'token');
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    if (!conversation) throw new RefusedError(410, LINK_IS_OVER, 'token');
    // A blocked visitor must not regain access through another browser.
    const holder = { kind: 'browser', browserId: conversation.browserId } as const;
    if ((await accessToConversation(tx, holder, conversationId)) !== 'write') {
      throw new RefusedError(403, CHAT_BLOCKED);
    }
    const browserId = await findBrowser(tx);
    if (conversation.browserId !== browserId) {
      if (!conversation.completedAt) {
        await completeAnsweredOf(tx, after, host, { browserId, conversationId, at: clock.now() });
      }
      await tx.update(conversations).set({ browserId }).where(eq(conversations.id, conversationId));
      after.hint(() => host.closeConversations([conversationId]));
    }
    await confirmBrowser(tx, after, host, browserId, conversation.visitorId);
    const [visitor] = await tx
      .select({ email: visitors.email })
      .from(visitors)
      .where(eq(visitors.id, conversation.visitorId));
    return { conversationId, email: visitor?.email ?? '' };
  });
}
