import { desc } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { leftOutEmails } from '../tables.server.ts';

export const LEFT_OUT_PAGE_SIZE = 25;

/** Returns emails that became no message, newest first. `page` counts from 1. */
export async function readLeftOut(db: Database, page: number) {
  const rows = await db
    .select()
    .from(leftOutEmails)
    .orderBy(desc(leftOutEmails.receivedAt), desc(leftOutEmails.id))
    .limit(LEFT_OUT_PAGE_SIZE + 1)
    .offset((page - 1) * LEFT_OUT_PAGE_SIZE);
  return {
    page,
    hasOlder: rows.length > LEFT_OUT_PAGE_SIZE,
    emails: rows.slice(0, LEFT_OUT_PAGE_SIZE).map(({ digest: _, way, receivedAt, ...row }) => ({
      ...row,
      isInMailbox: way === 'imap',
      receivedAt: receivedAt.toISOString(),
    })),
  };
}

export type LeftOutPage = Awaited<ReturnType<typeof readLeftOut>>;
