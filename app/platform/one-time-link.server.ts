import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { type PgColumn, type PgTable, text } from 'drizzle-orm/pg-core';
import type { Clock } from './clock.ts';
import { instant } from './columns.server.ts';
import type { Database } from './db/database.server.ts';
import { hashSecret, newSecret } from './link-secret.server.ts';

/**
 * The columns of a link that works once. Only the hash of its secret is kept. Each table adds what its
 * links are about and refers to it, so that a link ends with it (decision 020).
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
  /** Where a used link is still good for something else; elsewhere using it up deletes it. */
  readonly usedAt?: PgColumn;
};

type LinkOf<T extends PgTable> = T['$inferSelect'];

/** A link's secret, which goes into a mail and nowhere else, and the columns that are kept of it. */
export function newLink(clock: Clock, validForMs: number) {
  const token = newSecret();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + validForMs);
  return { token, link: { tokenHash: hashSecret(token), createdAt, expiresAt } };
}

/** The link, if it still works, for the page behind it: looking uses nothing up. */
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
 * Uses the link up and returns it; undefined when it was used, replaced, expired or never ours. The
 * change itself is the check, so that of two requests at once one gets nothing.
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
