import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { NO_SUCH_CONVERSATION, requireWriting, type Viewer } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { conversations } from '../tables.server.ts';
import { VISITOR_NAME_MAX_LENGTH } from '../../protocol/rules.ts';
import { publishIdentity } from './publish-entry.server.ts';

export function toVisitorName(typed: string | null | undefined): string | null {
  return toLine(typed ?? '', VISITOR_NAME_MAX_LENGTH) || null;
}

/**
 * Sets or removes the visitor's own name in all conversations of this browser with the same address, and in
 * no other browser's.
 */
export async function nameVisitor(
  appContext: ChatContext,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
  typed: string,
): Promise<void> {
  const { browserId } = viewer;
  await change(appContext, undefined, async (tx, after) => {
    await requireWriting(tx, viewer, conversationId);
    const [conversation] = await tx
      .select({ visitorId: conversations.visitorId })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    if (!conversation) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    const { visitorId } = conversation;
    await tx
      .update(conversations)
      .set({ visitorName: toVisitorName(typed) })
      .where(and(eq(conversations.browserId, browserId), eq(conversations.visitorId, visitorId)));
    after.hint(() => publishIdentity(appContext, browserId, visitorId));
  });
}
