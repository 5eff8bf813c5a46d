import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** What every use case takes first: the database, or a transaction in it. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** An open database, and how to let go of it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly engine: 'embedded' | 'postgres';
  close(): Promise<void>;
}

/** PostgreSQL's SQLSTATE of a failed query; Drizzle wraps the driver's error as its cause. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** SQLSTATE: lost connection, read only, no room (on the disk too), intervention, system fault. */
const AWAY_STATES = /^(08|25006|53|57P|58)/;
/** What Node says of a server that is not reached. */
const AWAY_CODES = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT'.split(
    ' ',
  ),
);
/** What the driver says without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database could not be asked, or could not write: the same request may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses, as 'localhost' often is, fails once for each.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const { code } = error as { code?: unknown };
  const isAway =
    typeof code === 'string'
      ? AWAY_STATES.test(code) || (AWAY_CODES.has(code) && 'syscall' in error)
      : AWAY_MESSAGES.test(error.message);
  return isAway || isDatabaseAway(error.cause);
}
