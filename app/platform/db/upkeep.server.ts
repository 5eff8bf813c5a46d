import type pg from 'pg';

/**
 * The log may grow to this size before a checkpoint, which blocks all messages. Replaying it after
 * a crash takes 0.3 s, and PostgreSQL keeps log files for more than that anyway.
 */
const LOG_BYTES = 64 * 1024 * 1024;

/** PostgreSQL's own thresholds of autovacuum: a fifth of the table and a fixed number of rows. */
const IS_WORN = 'dead > 500 + 0.2 * live';
const IS_OTHER = 'changed > 500 + 0.1 * live';

/** Databases with a running backup, which shares this process with the scheduled job. */
const held = new WeakSet<pg.Pool>();

/** Keeps {@link keepUp} from checkpoints. Throws when a backup is already running. */
export function holdCheckpoints(pool: pg.Pool): () => void {
  if (held.has(pool))
    throw new Error('Another backup is already running. Try again when it has finished.');
  held.add(pool);
  return () => held.delete(pool);
}

/**
 * Replaces PostgreSQL's background processes, which the embedded database lacks: without
 * checkpoints and vacuum, its log and tables would grow until the process ends. One table per call,
 * and its statistics separately, because other queries wait meanwhile.
 */
export async function keepUp(pool: pg.Pool): Promise<'checkpoint' | 'table' | undefined> {
  if (held.has(pool)) return undefined;
  const log = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  );
  if (Number(log.rows[0]?.bytes) > LOG_BYTES) {
    await pool.query('checkpoint');
    return 'checkpoint';
  }
  // Planning the equivalent view takes longer. Lower ids are system tables.
  const { rows } = await pool.query<{ name: string; worn: boolean; other: boolean }>(`
    select c.oid::regclass::text as name, ${IS_WORN} as worn, ${IS_OTHER} as other
    from pg_class c, pg_stat_get_dead_tuples(c.oid) dead, pg_stat_get_live_tuples(c.oid) live,
      pg_stat_get_mod_since_analyze(c.oid) changed
    where c.relkind = 'r' and c.oid >= 16384 and (${IS_WORN} or ${IS_OTHER})
    order by dead + changed desc limit 1`);
  const [table] = rows;
  if (!table) return undefined;
  if (table.worn) await pool.query(`vacuum ${table.name}`);
  if (table.other) await pool.query(`analyze ${table.name}`);
  return 'table';
}
