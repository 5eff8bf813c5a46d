import { desc, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { moderationLog } from './tables.server.ts';
import { toSent } from '../../platform/sent.ts';

export const LOG_PAGE_SIZE = 20;

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
    Number(counts.find((entry) => entry.action === action)?.count ?? 0);
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
