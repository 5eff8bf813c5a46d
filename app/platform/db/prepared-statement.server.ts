import type { Query, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.server.ts';

const dialect = new PgDialect();

/**
 * A statement that a connection reads once and, after five executions, need not plan again:
 * planning is a third of what one with many parts takes. PostgreSQL goes on planning where a plan
 * for the very values looks cheaper (`plan_cache_mode`), so a test should ask it. Only for those
 * executed all the time, because every connection keeps its plans. The values are named by
 * `sql.placeholder`.
 */
export class PreparedStatement<Row extends Record<string, unknown>> {
  readonly #name: string;
  readonly #query: Query;

  /** `name` is known to the whole connection: no other statement may have it. */
  constructor(name: string, statement: SQL) {
    this.#name = name;
    this.#query = dialect.sqlToQuery(statement);
  }

  async execute(db: Database, values: Readonly<Record<string, unknown>>): Promise<Row[]> {
    const prepared = db._.session.prepareQuery<{
      execute: { rows: Row[] };
      all: unknown;
      values: unknown;
    }>(this.#query, undefined, this.#name, false);
    return (await prepared.execute(values)).rows;
  }
}
