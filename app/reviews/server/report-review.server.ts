import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { change, type ChangeContext } from '../../platform/change/change.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { hashSecret } from '../../platform/secrets.server.ts';
import { toText } from '../../platform/shown-text.ts';
import {
  MODERATION_REASON_IDS,
  REPORT_TEXT_MAX_LENGTH,
  type ModerationReason,
} from '../moderation-reasons.ts';
import { publishedReviews, reviewReports } from './tables.server.ts';
import { t, msg } from '../../i18n/translate.ts';

/** The response is the same for unknown and hidden reviews, so that it does not reveal which one applies. */
export const NO_SUCH_REVIEW = msg("This review isn't available.");

export interface ReviewReport {
  readonly reviewId: string;
  /** The id comes from the reporting browser's cookie. Only its hash is stored. */
  readonly reporter: string;
  readonly reason: ModerationReason;
  readonly text: string;
}

/** Throws {@link RefusedError} 400 with the field. */
export function checkReport(typed: {
  readonly reason: string;
  readonly text: string;
}): Pick<ReviewReport, 'reason' | 'text'> {
  const reason = v.safeParse(v.picklist(MODERATION_REASON_IDS), typed.reason);
  if (!reason.success) throw new RefusedError(400, t('Please select a reason'), 'reason');
  const text = toText(typed.text, REPORT_TEXT_MAX_LENGTH);
  if (text.length > REPORT_TEXT_MAX_LENGTH) {
    const most = t('Use at most {length, plural, one {# character} other {# characters}}', {
      length: REPORT_TEXT_MAX_LENGTH,
    });
    throw new RefusedError(400, most, 'text');
  }
  return { reason: reason.output, text };
}

/**
 * A second report from the same browser is ignored and returns false. Throws {@link RefusedError} 404 for a review
 * that is not public.
 */
export function reportReview(appContext: ChangeContext, report: ReviewReport): Promise<boolean> {
  return change(appContext, undefined, (tx) => keepReport(tx, appContext.clock, report));
}

/** Runs in the caller's transaction. */
export async function keepReport(
  tx: Database,
  clock: Clock,
  { reviewId, reporter, reason, text }: ReviewReport,
): Promise<boolean> {
  const [review] = await tx
    .select({ id: publishedReviews.id })
    .from(publishedReviews)
    .where(eq(publishedReviews.id, reviewId));
  if (!review) throw new RefusedError(404, t(NO_SUCH_REVIEW));
  const stored = await tx
    .insert(reviewReports)
    .values({
      reviewId,
      reporterHash: hashSecret(reporter),
      reason,
      text: text === '' ? null : text,
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: [reviewReports.reviewId, reviewReports.reporterHash] })
    .returning({ id: reviewReports.id });
  return stored.length > 0;
}

/** Returns undefined for a review that is not public. */
export async function readReportedReview(db: Database, reviewId: string) {
  const [review] = await db
    .select({
      name: publishedReviews.name,
      rating: publishedReviews.rating,
      text: publishedReviews.text,
      section: publishedReviews.section,
      slug: publishedReviews.serviceSlug,
    })
    .from(publishedReviews)
    .where(eq(publishedReviews.id, reviewId));
  return review;
}
