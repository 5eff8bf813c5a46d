import { say, formatsNow } from '../../platform/say.ts';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toText } from '../../platform/shown-text.ts';
import { REPLY_MAX_LENGTH } from '../moderation-reasons.ts';
import type { ReviewedService } from './post-review.server.ts';
import { reviewReplies, serviceReviews } from './tables.server.ts';

const CHANGED_MEANWHILE =
  'Somebody else changed the reply meanwhile. It is shown as it is now; your text is kept here.';

export interface ReplyChange {
  readonly reviewId: string;
  /** The reply that the author saw was last changed at this time, in ISO 8601. '' means no reply. */
  readonly seen: string;
}

/** Throws a 409 if `seen` is outdated, so that two people cannot overwrite each other's changes. */
export async function writeReply(
  tx: Database,
  clock: Clock,
  { reviewId, seen }: ReplyChange,
  typed: string,
): Promise<ReviewedService> {
  const text = toText(typed, REPLY_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, 'Please write a reply', 'reply');
  if (text.length > REPLY_MAX_LENGTH) {
    const most = say('Please keep it under {replyMaxLength} characters', {
      replyMaxLength: REPLY_MAX_LENGTH.toLocaleString(formatsNow()),
    });
    throw new RefusedError(400, most, 'reply');
  }
  const service = await reviewedService(tx, reviewId);
  const now = clock.now();
  const written =
    seen === ''
      ? await tx
          .insert(reviewReplies)
          .values({ reviewId, text, createdAt: now, updatedAt: now })
          .onConflictDoNothing()
          .returning({ id: reviewReplies.reviewId })
      : await tx
          .update(reviewReplies)
          .set({ text, updatedAt: now })
          .where(asSeen({ reviewId, seen }))
          .returning({ id: reviewReplies.reviewId });
  if (written.length === 0) throw new RefusedError(409, CHANGED_MEANWHILE, 'reply');
  return service;
}

export async function deleteReply(tx: Database, change: ReplyChange): Promise<ReviewedService> {
  const service = await reviewedService(tx, change.reviewId);
  const deleted = await tx
    .delete(reviewReplies)
    .where(asSeen(change))
    .returning({ id: reviewReplies.reviewId });
  if (deleted.length === 0) throw new RefusedError(409, CHANGED_MEANWHILE, 'reply');
  return service;
}

function asSeen({ reviewId, seen }: ReplyChange) {
  const at = new Date(seen);
  if (Number.isNaN(at.getTime()))
    throw new RefusedError(400, 'The request is not what was expected.');
  return and(eq(reviewReplies.reviewId, reviewId), eq(reviewReplies.updatedAt, at));
}

async function reviewedService(tx: Database, reviewId: string): Promise<ReviewedService> {
  const [service] = await tx
    .select({ section: serviceReviews.section, slug: serviceReviews.serviceSlug })
    .from(serviceReviews)
    .where(eq(serviceReviews.id, reviewId));
  if (!service) throw new RefusedError(409, 'This review is gone. The list is up to date now.');
  return service;
}
