import { say } from '../platform/say.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { toText } from '../platform/shown-text.ts';
import { NOTE_MAX_LENGTH, type ModerationReason } from './moderation-reasons.ts';
import type { ReviewedService } from './post-review.server.ts';
import { moderationLog, reviewReports, serviceReviews } from './tables.server.ts';

/**
 * What moderators do to reviews. Each takes a transaction, so that the caller writes the team's
 * audit log in the same one. The condition of the update is the check: of two moderators at once
 * the second is told what the first has done.
 */
const DECIDED_MEANWHILE =
  'Somebody else decided about that review meanwhile. The list is up to date now.';

export interface Decision extends ReviewedService {
  /** Reports that waited for it. */
  readonly reportCount: number;
}

/** Hides a review for one of the published reasons; the note says why, for the team. */
export async function hideReview(
  tx: Database,
  clock: Clock,
  reviewId: string,
  reason: ModerationReason,
  typedNote: string,
): Promise<Decision> {
  const note = toText(typedNote, NOTE_MAX_LENGTH);
  if (note === '')
    throw new RefusedError(400, 'Please say what in the review is the reason', 'note');
  if (note.length > NOTE_MAX_LENGTH) {
    throw new RefusedError(
      400,
      say('Please keep it under {noteMaxLength} characters', { noteMaxLength: NOTE_MAX_LENGTH }),
      'note',
    );
  }
  const service = decided(
    await tx
      .update(serviceReviews)
      .set({ hiddenAt: clock.now(), hiddenReason: reason })
      .where(and(eq(serviceReviews.id, reviewId), isNull(serviceReviews.hiddenAt)))
      .returning(SERVICE),
  );
  const reportCount = await settleReports(tx, clock, reviewId);
  await log(tx, clock, reviewId, { ...service, reportCount }, { action: 'hidden', reason, note });
  return { ...service, reportCount };
}

/** Shows a hidden review again. */
export async function showReview(tx: Database, clock: Clock, reviewId: string): Promise<Decision> {
  const service = decided(
    await tx
      .update(serviceReviews)
      .set({ hiddenAt: null, hiddenReason: null })
      .where(and(eq(serviceReviews.id, reviewId), isNotNull(serviceReviews.hiddenAt)))
      .returning(SERVICE),
  );
  const reportCount = await settleReports(tx, clock, reviewId);
  await log(tx, clock, reviewId, { ...service, reportCount }, { action: 'shown' });
  return { ...service, reportCount };
}

/** Leaves a review as it is and settles what was reported about it. */
export async function dismissReports(
  tx: Database,
  clock: Clock,
  reviewId: string,
): Promise<Decision> {
  const [service] = await tx
    .select(SERVICE)
    .from(serviceReviews)
    .where(eq(serviceReviews.id, reviewId));
  const reportCount = await settleReports(tx, clock, reviewId);
  if (!service || reportCount === 0) throw new RefusedError(409, DECIDED_MEANWHILE);
  return { ...service, reportCount };
}

const SERVICE = { section: serviceReviews.section, slug: serviceReviews.serviceSlug };

function decided([service]: readonly ReviewedService[]): ReviewedService {
  if (!service) throw new RefusedError(409, DECIDED_MEANWHILE);
  return service;
}

async function settleReports(tx: Database, clock: Clock, reviewId: string): Promise<number> {
  const settled = await tx
    .update(reviewReports)
    .set({ settledAt: clock.now() })
    .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.settledAt)))
    .returning({ id: reviewReports.id });
  return settled.length;
}

async function log(
  tx: Database,
  clock: Clock,
  reviewId: string,
  { section, slug, reportCount }: Decision,
  entry: Pick<typeof moderationLog.$inferInsert, 'action' | 'reason' | 'note'>,
): Promise<void> {
  await tx
    .insert(moderationLog)
    .values({ at: clock.now(), reviewId, section, serviceSlug: slug, reportCount, ...entry });
}
