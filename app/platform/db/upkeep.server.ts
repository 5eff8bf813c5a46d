import type pg from 'pg';

/**
 * The log may grow this far before what it holds is written to the tables' files, which holds up everybody's
 * messages. After a crash so much is done again in 0.3 s, and PostgreSQL keeps files for more than that anyway.
 */
const LOG_BYTES = 64 * 1024 * 1024;

/** As PostgreSQL's own rule: a fifth of a table, and a few rows more. */
const IS_WORN = 'dead > 500 + 0.2 * live';
const IS_OTHER = 'changed > 500 + 0.1 * live';

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
 * table a call, because nothing else runs meanwhile, and its statistics by themselves.
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
  // The view of the same figures takes longer to plan. Below that number are the database's own tables.
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
