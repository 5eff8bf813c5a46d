import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log.server.ts';
import type { OpenDatabase } from './database.server.ts';

/** Opens PostgreSQL 15 or newer. A lost connection is logged and replaced, never fatal. */
export function openPostgres(url: string, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // A database that cannot be reached is said so before a browser gives up by itself.
    connectionTimeoutMillis: 10_000,
  });
  const report = (error: Error) => log.warn({ err: error }, 'PostgreSQL connection lost');
  // Without listeners on the pool and on every client, a restart of PostgreSQL ends the process.
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return { db: drizzle(pool), pool, engine: 'postgres', isNew: false, close: () => pool.end() };
}
