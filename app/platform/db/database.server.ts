import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** The database or a transaction, which every use case takes as its first argument. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly engine: 'embedded' | 'postgres';
  /** The number of queries and transactions that wait for a connection. */
  readonly countWaiting: () => number;
  close(): Promise<void>;
}

/** The SQLSTATE of a failed query; Drizzle wraps the driver's error as its cause. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * SQLSTATE classes: connection lost, read only, out of resources (also disk space), operator
 * intervention, system error.
 */
const AWAY_STATES = /^(08|25006|53|57P|58)/;
const AWAY_CODES = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT'.split(
    ' ',
  ),
);
/** Errors of the driver without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Returns true when the database was not reachable or not writable, so that the same request may
 * succeed later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host name with several addresses, such as 'localhost', fails once for each.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const { code } = error as { code?: unknown };
  const isAway =
    typeof code === 'string'
      ? AWAY_STATES.test(code) || (AWAY_CODES.has(code) && 'syscall' in error)
      : AWAY_MESSAGES.test(error.message);
  return isAway || isDatabaseAway(error.cause);
}
