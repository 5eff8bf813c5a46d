import { and, eq, like } from 'drizzle-orm';
import moderation from '../../content/demo/moderation.json' with { type: 'json' };
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import {
  dismissReports,
  hideReview,
  showReview,
} from '../../app/reviews/server/decide-about-review.server.ts';
import type { ModerationReason } from '../../app/reviews/moderation-reasons.ts';
import { keepReport } from '../../app/reviews/server/report-review.server.ts';
import { reviewReplies, serviceReviews } from '../../app/reviews/server/tables.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

// tests/unit/content.test.ts checks the file against these types.

const REPLIES = moderation.replies;

/** A review without relation to its service, for the moderation log. */
export const SPAM = moderation.spam;

const REPORTED = moderation.reported as { slug: string; reason: ModerationReason; text: string };

/**
 * Loads examples of moderation: verified marks, a reply, a hidden review with its log entry, a
 * restored review, and an open report.
 */
export async function loadDemoModeration(db: Database, clock: Clock): Promise<void> {
  const at = (daysAgo: number): Clock => ({
    now: () => new Date(clock.now().getTime() - daysAgo * DAY_MS),
  });
  await db
    .update(serviceReviews)
    .set({ verifiedAt: serviceReviews.createdAt })
    .where(like(serviceReviews.email, '%@example.com'));
  for (const { slug, name, text, daysAgo } of REPLIES) {
    const [review] = await findReviews(db, slug, name);
    if (!review) throw new Error(`There is no demo review of ${slug} by ${name}`);
    const now = at(daysAgo).now();
    await db
      .insert(reviewReplies)
      .values({ reviewId: review.id, text, createdAt: now, updatedAt: now });
  }

  const [spam] = await db
    .insert(serviceReviews)
    .values({ ...SPAM, createdAt: at(9).now() })
    .returning({ id: serviceReviews.id });
  if (!spam) throw new Error('The demo’s hidden review was not inserted');
  for (const reporter of ['first reader', 'second reader']) {
    await keepReport(db, at(8), { reviewId: spam.id, reporter, reason: 'spam', text: '' });
  }
  await db.transaction((tx) =>
    hideReview(
      tx,
      at(7),
      spam.id,
      'spam',
      'It advertises a print shop and is not about a service.',
    ),
  );

  const [mistaken] = await findReviews(db, 'logo-animation');
  if (mistaken) {
    const note = 'It seemed to be about another order.';
    await db.transaction((tx) => hideReview(tx, at(30), mistaken.id, 'off-topic', note));
    await db.transaction((tx) => showReview(tx, at(29), mistaken.id));
  }

  const [settled, reported] = await findReviews(db, REPORTED.slug);
  if (settled) {
    const report = { reviewId: settled.id, reason: REPORTED.reason, text: '' };
    await keepReport(db, at(20), { ...report, reporter: 'third reader' });
    await db.transaction((tx) => dismissReports(tx, at(19), settled.id));
  }
  if (reported) {
    const { reason, text } = REPORTED;
    await keepReport(db, at(1), {
      reviewId: reported.id,
      reporter: 'fourth reader',
      reason,
      text,
    });
  }
}

function findReviews(db: Database, slug: string, name?: string) {
  return db
    .select({ id: serviceReviews.id })
    .from(serviceReviews)
    .where(
      and(
        eq(serviceReviews.serviceSlug, slug),
        name === undefined ? undefined : eq(serviceReviews.name, name),
      ),
    )
    .orderBy(serviceReviews.createdAt, serviceReviews.id)
    .limit(2);
}
