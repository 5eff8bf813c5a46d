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
  /** True when this start created the folder, so that demo data may be loaded. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

/** PostgreSQL's SQLSTATE of a failed query; Drizzle wraps the driver's error as its cause. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

export const UNIQUE_VIOLATION = '23505';
