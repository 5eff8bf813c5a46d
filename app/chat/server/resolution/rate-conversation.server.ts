import { t, msg } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { NO_SUCH_CONVERSATION, requireWriting, type Viewer } from '../access.server.ts';
import { publishConversation, publishEntry } from '../messages/publish-entry.server.ts';
import { readConversation, readConversationOwner } from '../read/read-conversation.server.ts';
import {
  RATING_COMMENT_MAX_LENGTH,
  RATING_COMMENT_TOO_LONG,
  RATING_OPEN_MS,
} from '../../protocol/rules.ts';
import { conversationRatings } from './tables.server.ts';
import { conversations } from '../tables.server.ts';
import type { ConversationView, RatingView } from '../../protocol/views.ts';

const TOO_LATE = msg('This chat can no longer be rated. Send a message to continue it.');

/**
 * Rates a completed chat; rating again within a week replaces the rating. Only the browser of the
 * conversation may rate, never a member of the team.
 */
export async function rateConversation(
  appContext: ChatContext,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
  rating: RatingView,
): Promise<ConversationView> {
  const comment = toText(rating.comment ?? '', RATING_COMMENT_MAX_LENGTH) || null;
  if (comment && comment.length > RATING_COMMENT_MAX_LENGTH) {
    throw new RefusedError(413, t(RATING_COMMENT_TOO_LONG), 'comment');
  }
  const now = appContext.clock.now();
  await change(appContext, undefined, async (tx, after) => {
    await requireWriting(tx, viewer, conversationId);
    // The lock prevents a race with a message that reopens the conversation.
    const [row] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    if (!row?.completedAt || !row.firstAnsweredAt) {
      throw new RefusedError(
        409,
        t('You can rate a chat once it has been answered and completed.'),
      );
    }
    if (now.getTime() > row.completedAt.getTime() + RATING_OPEN_MS) {
      throw new RefusedError(409, t(TOO_LATE));
    }
    const said = { score: rating.score, comment, agentId: row.agentId, updatedAt: now };
    await tx
      .insert(conversationRatings)
      .values({ conversationId, createdAt: now, ...said })
      .onConflictDoUpdate({ target: conversationRatings.conversationId, set: said });
    after.hint(() => publishRating(appContext, conversationId));
  });
  const conversation = await readConversation(appContext.db, conversationId);
  if (!conversation) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  return conversation;
}

async function publishRating(appContext: ChatContext, conversationId: string): Promise<void> {
  await publishConversation(appContext, conversationId);
  const owner = await readConversationOwner(appContext.db, conversationId);
  if (owner?.agentId) await publishEntry(appContext, owner.visitorId, owner.agentId);
}
