import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { ModerationQuery } from '../moderation-query.ts';
import { moderationLog, reviewReplies, reviewReports, serviceReviews } from './tables.server.ts';
import { toSent } from '../../platform/sent.ts';

// This file checks no permissions: callers must have the permission 'moderate-reviews'.

export const MODERATION_PAGE_SIZE = 20;
/** For a review with a thousand reports, the newest ones suffice. */
const REPORTS_SHOWN = 10;

/** The most reported reviews come first, then the newest ones. */
export async function readModeration(db: Database, query: ModerationQuery) {
  const [ids, reportedCount, hiddenCount] = await Promise.all([
    findIds(db, query),
    countReportedReviews(db),
    db.$count(serviceReviews, isNotNull(serviceReviews.hiddenAt)),
  ]);
  return {
    reviews: await readReviews(db, ids.slice(0, MODERATION_PAGE_SIZE)),
    hasMore: ids.length > MODERATION_PAGE_SIZE,
    reportedCount,
    hiddenCount,
  };
}

export async function countReportedReviews(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<string>`count(distinct ${reviewReports.reviewId})` })
    .from(reviewReports)
    .where(isNull(reviewReports.settledAt));
  return Number(row?.count ?? 0);
}

async function findIds(db: Database, query: ModerationQuery): Promise<string[]> {
  const { view, section, stars, page } = query;
  const filters: (SQL | undefined)[] = [
    section === undefined ? undefined : eq(serviceReviews.section, section),
    stars === undefined ? undefined : eq(serviceReviews.rating, stars),
  ];
  const limit = MODERATION_PAGE_SIZE + 1;
  const offset = (page - 1) * MODERATION_PAGE_SIZE;
  if (view === 'reported') {
    const rows = await db
      .select({ id: reviewReports.reviewId })
      .from(reviewReports)
      .innerJoin(serviceReviews, eq(serviceReviews.id, reviewReports.reviewId))
      .where(and(isNull(reviewReports.settledAt), ...filters))
      .groupBy(reviewReports.reviewId)
      .orderBy(
        desc(sql`count(*)`),
        asc(sql`min(${reviewReports.createdAt})`),
        asc(reviewReports.reviewId),
      )
      .limit(limit)
      .offset(offset);
    return rows.map(({ id }) => id);
  }
  const isHidden = view === 'hidden';
  const rows = await db
    .select({ id: serviceReviews.id })
    .from(serviceReviews)
    .where(and(isHidden ? isNotNull(serviceReviews.hiddenAt) : undefined, ...filters))
    .orderBy(
      desc(isHidden ? serviceReviews.hiddenAt : serviceReviews.createdAt),
      desc(serviceReviews.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

async function readReviews(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [rows, reports, notes] = await Promise.all([
    db
      .select({ review: serviceReviews, reply: reviewReplies })
      .from(serviceReviews)
      .leftJoin(reviewReplies, eq(reviewReplies.reviewId, serviceReviews.id))
      .where(inArray(serviceReviews.id, [...ids])),
    readOpenReports(db, ids),
    db
      .selectDistinctOn([moderationLog.reviewId], {
        reviewId: moderationLog.reviewId,
        note: moderationLog.note,
      })
      .from(moderationLog)
      .where(inArray(moderationLog.reviewId, [...ids]))
      .orderBy(moderationLog.reviewId, desc(moderationLog.at)),
  ]);
  const found = new Map(rows.map((row) => [row.review.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const { review, reply } = row;
    const ofReview = reports.filter(({ reviewId }) => reviewId === id);
    return {
      id,
      section: review.section,
      slug: review.serviceSlug,
      name: review.name,
      rating: review.rating,
      text: review.text,
      createdAt: review.createdAt.toISOString(),
      isVerified: review.verifiedAt !== null,
      hidden:
        review.hiddenAt && review.hiddenReason
          ? {
              at: review.hiddenAt.toISOString(),
              reason: review.hiddenReason,
              note: notes.find(({ reviewId }) => reviewId === id)?.note ?? null,
            }
          : null,
      reply: reply && toSent({ text: reply.text, updatedAt: reply.updatedAt }),
      reportCount: ofReview[0]?.total ?? 0,
      reports: ofReview.map(({ reason, text, createdAt }) => toSent({ reason, text, createdAt })),
    };
  });
}

async function readOpenReports(db: Database, ids: readonly string[]) {
  const ranked = db
    .select({
      reviewId: reviewReports.reviewId,
      reason: reviewReports.reason,
      text: reviewReports.text,
      createdAt: reviewReports.createdAt,
      rank: sql<string>`row_number() over (partition by ${reviewReports.reviewId} order by ${reviewReports.createdAt} desc)`.as(
        'rank',
      ),
      total: sql<string>`count(*) over (partition by ${reviewReports.reviewId})`.as('total'),
    })
    .from(reviewReports)
    .where(and(inArray(reviewReports.reviewId, [...ids]), isNull(reviewReports.settledAt)))
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${REPORTS_SHOWN}`)
    .orderBy(asc(ranked.reviewId), asc(ranked.rank));
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}

/** The author's email address is left out. */
export type ModeratedReview = Awaited<ReturnType<typeof readReviews>>[number];

const LOG_PAGE_SIZE = 20;

/** The decisions are sorted newest first. Pages start at 1. */
export async function readModerationLog(db: Database, page: number) {
  const [rows, counts] = await Promise.all([
    db
      .select({
        id: moderationLog.id,
        at: moderationLog.at,
        action: moderationLog.action,
        section: moderationLog.section,
        slug: moderationLog.serviceSlug,
        reason: moderationLog.reason,
        reportCount: moderationLog.reportCount,
      })
      .from(moderationLog)
      .orderBy(desc(moderationLog.at), desc(moderationLog.id))
      .limit(LOG_PAGE_SIZE + 1)
      .offset((page - 1) * LOG_PAGE_SIZE),
    db
      .select({ action: moderationLog.action, count: sql<string>`count(*)` })
      .from(moderationLog)
      .groupBy(moderationLog.action),
  ]);
  const countOf = (action: string) =>
    Number(counts.find((moderationEntry) => moderationEntry.action === action)?.count ?? 0);
  return {
    entries: rows.slice(0, LOG_PAGE_SIZE).map(toSent),
    hasOlder: rows.length > LOG_PAGE_SIZE,
    hiddenCount: countOf('hidden'),
    shownCount: countOf('shown'),
  };
}

type ModerationLogPage = Awaited<ReturnType<typeof readModerationLog>>;

/** The public form of a decision contains nothing from the review and no personal data. */
export type ModerationEntry = ModerationLogPage['entries'][number];
