import type { Query, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.server.ts';

const dialect = new PgDialect();

/**
 * A prepared statement, which PostgreSQL may stop planning after five executions: planning takes a
 * third of a complex one. A test should check the plan (`plan_cache_mode`). Only for frequent
 * statements, because each connection stores its plans. `sql.placeholder` names the values.
 */
export class PreparedStatement<Row extends Record<string, unknown>> {
  readonly #name: string;
  readonly #query: Query;

  /** `name` must be unique within a connection. */
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
