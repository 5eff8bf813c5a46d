import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { SortOf } from '../../platform/lists/list-state.ts';
import {
  countUpTo,
  exportList,
  partPattern,
  readCountedPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../platform/lists/read-list.server.ts';
import { MODERATION_LIST, type ModerationState } from '../moderation-list.ts';
import { moderationLog, reviewReplies, reviewReports, serviceReviews } from './tables.server.ts';
import { toSent } from '../../platform/sent.ts';

// This file checks no permissions: callers must have the permission 'moderate-reviews'.

const PAGE_SIZE = 20;
/** For a review with a thousand reports, the newest ones suffice. */
const REPORTS_SHOWN = 10;

/** Returns one page, with the number of reviews on all pages, and of the reported and the hidden ones. */
export async function readModeration(db: Database, state: ModerationState, perPage = PAGE_SIZE) {
  const page = await readCountedPage(
    KEYSET,
    state,
    (slice) => readPositions(db, state, slice),
    (limit) => countUpTo(db, limit, serviceReviews, isListed(state)),
    perPage,
  );
  const [reportedCount, hiddenCount] = await Promise.all([
    countReportedReviews(db),
    db.$count(serviceReviews, isNotNull(serviceReviews.hiddenAt)),
  ]);
  const ids = page.rows.map(({ id }) => id);
  return { ...page, rows: await readReviews(db, ids), reportedCount, hiddenCount };
}

interface NamedService {
  readonly section: string;
  readonly slug: string;
}

/** Writes the shown columns of the list as CSV. Throws {@link RefusedError} 400 for too many rows. */
export function exportModeration(
  db: Database,
  state: ModerationState,
  nameService: (service: NamedService) => string,
) {
  const cells: CsvColumns<typeof MODERATION_LIST, ModeratedReview> = {
    name: {
      Name: ({ name }) => name,
      Text: ({ text }) => text ?? '',
      State: ({ hidden }) => (hidden ? 'hidden' : 'shown'),
    },
    rating: { Stars: ({ rating }) => String(rating ?? '') },
    service: { Service: nameService },
    reports: { Reports: ({ reportCount }) => String(reportCount) },
    created: { Date: ({ createdAt }) => createdAt },
  };
  return exportList(MODERATION_LIST, cells, KEYSET, state, async (slice) => {
    const positions = await readPositions(db, state, slice);
    const of = new Map(positions.map(({ id, position }) => [id, position]));
    const reviews = await readReviews(db, [...of.keys()]);
    return reviews.map((review) => ({ ...review, position: of.get(review.id) ?? '' }));
  });
}

export async function countReportedReviews(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<string>`count(distinct ${reviewReports.reviewId})` })
    .from(reviewReports)
    .where(isNull(reviewReports.settledAt));
  return Number(row?.count ?? 0);
}

const OPEN_REPORTS = sql.raw(
  'from review_reports r where r.review_id = "service_reviews"."id" and r.settled_at is null',
);

const KEYSET: Keyset<SortOf<typeof MODERATION_LIST>> = {
  keys: {
    // Among reviews with as many reports, the time decides.
    reports: {
      value: sql`(
        lpad((select count(*) ${OPEN_REPORTS})::text, 9, '0')
          || to_char(${serviceReviews.createdAt} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')
      ) collate "C"`,
      kind: 'text',
    },
    rating: { value: sql`coalesce(${serviceReviews.rating}, 0)`, kind: 'int' },
    created: { value: serviceReviews.createdAt, kind: 'timestamptz' },
  },
  id: { value: serviceReviews.id, kind: 'uuid' },
};

function readPositions(
  db: Database,
  state: ModerationState,
  { where, orderBy, limit, position }: Slice,
) {
  return db
    .select({ id: serviceReviews.id, position })
    .from(serviceReviews)
    .where(and(isListed(state), where))
    .orderBy(...orderBy)
    .limit(limit);
}

function isListed({ filters: { show, q, section, stars } }: ModerationState): SQL | undefined {
  const part = partPattern(q);
  return and(
    show === 'reported' ? sql`exists (select 1 ${OPEN_REPORTS})` : undefined,
    show === 'hidden' ? isNotNull(serviceReviews.hiddenAt) : undefined,
    q === '' ? undefined : or(ilike(serviceReviews.name, part), ilike(serviceReviews.text, part)),
    section === '' ? undefined : eq(serviceReviews.section, section),
    stars === '' ? undefined : eq(serviceReviews.rating, Number(stars)),
  );
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
