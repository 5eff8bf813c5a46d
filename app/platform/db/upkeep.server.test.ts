import { expect, test } from 'vitest';
import { openInMemory } from './embedded.server.ts';
import { keepUp } from './upkeep.server.ts';

test('the embedded database lets go of its log and of dead rows, and then rests', async () => {
  const database = await openInMemory();
  const { pool } = database;
  const dead = async () => {
    const { rows } = await pool.query<{ dead: string }>(
      `select n_dead_tup as dead from pg_stat_user_tables where relname = 'notes'`,
    );
    return Number(rows[0]?.dead);
  };
  await pool.query('create table notes (number int primary key, text text not null)');
  await pool.query(`insert into notes
    select number, repeat('note ', 200) from generate_series(1, 20000) number`);
  await pool.query('delete from notes where number <= 6000');
  // Begins new log segments of 16 MB each.
  for (let file = 0; file < 4; file += 1) {
    await pool.query('select pg_switch_wal()');
    await pool.query('insert into notes select max(number) + 1, $1 from notes', ['more']);
  }
  // PostgreSQL updates its statistics with a delay.
  await expect.poll(dead, { timeout: 10_000 }).toBe(6000);
  const done: unknown[] = [];
  for (let step = await keepUp(pool); step; step = await keepUp(pool)) done.push(step);
  expect(done.slice(0, 2)).toEqual(['checkpoint', 'table']);
  await expect.poll(dead, { timeout: 10_000 }).toBe(0);
  await database.close();
});
