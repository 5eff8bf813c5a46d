import { desc, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { ModerationReason } from './moderation-reasons.ts';
import { moderationLog } from './tables.server.ts';

export const LOG_PAGE_SIZE = 20;

/** A decision as everybody may read it: nothing of the review, nothing of a person. */
export interface ModerationEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly action: 'hidden' | 'shown';
  readonly section: string;
  readonly slug: string;
  readonly reason: ModerationReason | null;
  readonly reportCount: number;
}

export interface ModerationLogPage {
  readonly entries: readonly ModerationEntry[];
  readonly hasOlder: boolean;
  readonly hiddenCount: number;
  readonly shownCount: number;
}

/** What was hidden and shown again, newest first; pages count from 1. */
export async function readModerationLog(db: Database, page: number): Promise<ModerationLogPage> {
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
    entries: rows.slice(0, LOG_PAGE_SIZE).map((row) => ({ ...row, at: row.at.toISOString() })),
    hasOlder: rows.length > LOG_PAGE_SIZE,
    hiddenCount: countOf('hidden'),
    shownCount: countOf('shown'),
  };
}
