import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { type PgColumn, type PgTable, text } from 'drizzle-orm/pg-core';
import type { Clock } from './clock.ts';
import { instant } from './columns.server.ts';
import type { Database } from './db/database.server.ts';
import { hashSecret, newSecret } from './secrets.server.ts';

/**
 * The columns of a one-time link, which store only the hash of its secret. Each table adds a
 * foreign key to the link's subject, so that deleting the subject deletes the link (decision 020).
 */
export function linkColumns() {
  return {
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  };
}

type LinkTable = PgTable & {
  readonly tokenHash: PgColumn;
  readonly expiresAt: PgColumn;
  /**
   * Present in tables whose used links remain useful; in the other tables, using a link deletes it.
   */
  readonly usedAt?: PgColumn;
};

type LinkOf<T extends PgTable> = T['$inferSelect'];

/** Creates a link's secret, which only the email contains, and the columns to store. */
export function newLink(clock: Clock, validForMs: number) {
  const token = newSecret();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + validForMs);
  return { token, link: { tokenHash: hashSecret(token), createdAt, expiresAt } };
}

export async function findLink<T extends LinkTable>(
  db: Database,
  clock: Clock,
  table: T,
  token: string,
  purpose?: SQL,
): Promise<LinkOf<T> | undefined> {
  const links: PgTable = table;
  const [found] = await db
    .select()
    .from(links)
    .where(stillWorks(clock, table, token, purpose));
  return found;
}

/**
 * Uses up a link and returns it; undefined for a used, replaced, expired or unknown link. The check
 * is part of the update itself, so that only one of two concurrent requests succeeds.
 */
export async function takeLink<T extends LinkTable>(
  tx: Database,
  clock: Clock,
  table: T,
  token: string,
  purpose?: SQL,
): Promise<LinkOf<T> | undefined> {
  const works = stillWorks(clock, table, token, purpose);
  const links: PgTable = table;
  const [taken] = table.usedAt
    ? await tx.update(links).set({ usedAt: clock.now() }).where(works).returning()
    : await tx.delete(links).where(works).returning();
  return taken;
}

function stillWorks(
  clock: Clock,
  { tokenHash, expiresAt, usedAt }: LinkTable,
  token: string,
  purpose?: SQL,
): SQL | undefined {
  return and(
    eq(tokenHash, hashSecret(token)),
    gt(expiresAt, clock.now()),
    usedAt && isNull(usedAt),
    purpose,
  );
}
