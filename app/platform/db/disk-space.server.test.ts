import { expect, test, vi } from 'vitest';
import { createLog } from '../log.server.ts';
import { isDatabaseAway } from './database.server.ts';
import { DiskSpace, RESERVE_BYTES } from './disk-space.server.ts';
import { openInMemory } from './embedded.server.ts';

const disk = vi.hoisted(() => ({ free: 0 }));
vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:fs/promises')>()),
  statfs: () => Promise.resolve({ bavail: disk.free, bsize: 1 }),
}));

test('with the disk nearly full the database reads, refuses to write, and writes again afterwards', async () => {
  const database = await openInMemory();
  const { pool } = database;
  const lines: string[] = [];
  const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
  const space = new DiskSpace(database, '/data', log);
  await pool.query('create table notes (text text)');
  const write = (text: string) => pool.query('insert into notes values ($1)', [text]);
  await write('before');

  disk.free = RESERVE_BYTES - 1;
  await space.look();
  const refusal = await write('meanwhile').catch((error: unknown) => error);
  expect(isDatabaseAway(refusal)).toBe(true);
  expect((await pool.query('select * from notes')).rows).toEqual([{ text: 'before' }]);

  disk.free = RESERVE_BYTES;
  await space.look();
  await space.look();
  await write('after');
  expect((await pool.query('select * from notes')).rows).toHaveLength(2);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('the database is read-only');
  await database.close();
});
