import type pg from 'pg';

/**
 * The log may grow this far before what it holds is written to the tables' files, which holds up everybody's
 * messages. After a crash so much is done again in 0.3 s, and PostgreSQL keeps files for more than that anyway.
 */
const LOG_BYTES = 64 * 1024 * 1024;

/** As PostgreSQL's own rule: a fifth of a table, and a few rows more. */
const DEAD_ROWS = 'n_dead_tup > 500 + 0.2 * n_live_tup';
const CHANGED_ROWS = 'n_mod_since_analyze > 500 + 0.1 * n_live_tup';

/** Databases whose log is being copied. The backup and the chore share this process. */
const held = new WeakSet<pg.Pool>();

/** Keeps {@link keepUp} from checkpoints. One at a time: throws when it is held already. */
export function holdCheckpoints(pool: pg.Pool): () => void {
  if (held.has(pool))
    throw new Error('A backup is under way already. Try again when it has ended.');
  held.add(pool);
  return () => held.delete(pool);
}

/**
 * What PostgreSQL's background processes would do. The embedded database has none: without this its
 * log keeps every byte ever written until the process ends, its tables every row ever changed. One
 * step a call, because nothing else runs meanwhile.
 */
export async function keepUp(pool: pg.Pool): Promise<'checkpoint' | 'vacuum' | undefined> {
  if (held.has(pool)) return undefined;
  const log = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  );
  if (Number(log.rows[0]?.bytes) > LOG_BYTES) {
    await pool.query('checkpoint');
    return 'checkpoint';
  }
  const worn = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where ${DEAD_ROWS} or ${CHANGED_ROWS}
    order by n_dead_tup + n_mod_since_analyze desc limit 1`);
  const name = worn.rows[0]?.name;
  if (name === undefined) return undefined;
  await pool.query(`vacuum (analyze) ${name}`);
  return 'vacuum';
}
