import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/database.server.ts';
import { openEmbedded } from '../db/embedded.server.ts';
import { FolderInUseError } from '../db/folder-lock.server.ts';
import { migrateDatabase } from '../db/migrate.server.ts';
import { keepUp } from '../db/upkeep.server.ts';
import { makeBackup } from './make-backup.server.ts';
import { restoreBackup } from './restore-backup.server.ts';
import { saveBackup } from './save-backup.server.ts';

let folder: string;
let database: OpenDatabase;
const dataDir = () => join(folder, 'data');
const file = () => join(folder, 'backup.tar.gz');
const archive = () => makeBackup(database.pool, dataDir());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-backup-'));
  database = await openEmbedded(dataDir());
  await migrateDatabase(database.pool);
  await database.pool.query('create table notes (number int primary key, text text not null)');
});

afterEach(async () => {
  await database.pool.query('truncate notes');
  for (const name of await readdir(folder)) {
    if (name !== 'data') await rm(join(folder, name), { recursive: true });
  }
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function writeNotes() {
  const enough = new AbortController();
  let acknowledged = 0;
  const done = (async () => {
    while (!enough.signal.aborted) {
      await database.pool.query('insert into notes values ($1, repeat($2, 500))', [
        acknowledged + 1,
        'note ',
      ]);
      acknowledged += 1;
    }
  })();
  return {
    get acknowledged() {
      return acknowledged;
    },
    async stop() {
      enough.abort();
      await done;
    },
  };
}

async function notesIn(place: string): Promise<number[]> {
  const restored = await openEmbedded(place);
  const { rows } = await restored.pool.query<{ number: number }>(
    'select number from notes order by number',
  );
  await restored.close();
  return rows.map(({ number }) => number);
}

describe('a backup made while people write', () => {
  test('is the database of one moment, with everything acknowledged before it began', async () => {
    const writing = writeNotes();
    await expect.poll(() => writing.acknowledged, { timeout: 20_000 }).toBeGreaterThan(50);
    const before = writing.acknowledged;
    const manifest = await saveBackup(archive(), file());
    const after = writing.acknowledged;
    await writing.stop();
    const place = join(folder, 'restored');
    await restoreBackup(file(), place);
    const notes = await notesIn(place);
    expect(after).toBeGreaterThan(before);
    expect(notes.length).toBeGreaterThanOrEqual(before);
    expect(notes.length).toBeLessThanOrEqual(after + 1);
    // A restored note implies that all earlier notes were restored.
    expect(notes).toEqual(notes.map((_, index) => index + 1));
    expect(manifest.rows.notes).toBe(notes.length);
  }, 180_000);

  test('keeps the log it needs from the upkeep, and only as long as it is made', async () => {
    await database.pool.query(`insert into notes
      select number, repeat('note ', 400) from generate_series(1, 12000) number`);
    const reading = archive();
    await new Promise((resolve) => reading.once('readable', resolve));
    expect(await keepUp(database.pool)).toBeUndefined();
    await saveBackup(reading, file());
    expect(await keepUp(database.pool)).toBeDefined();
  }, 180_000);
});

describe('a backup', () => {
  test('is readable by its owner alone, and replaces no file', async () => {
    await saveBackup(archive(), file());
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const first = await readFile(file());
    await expect(saveBackup(archive(), file())).rejects.toThrow('already exists');
    expect(await readFile(file())).toEqual(first);
  }, 180_000);

  test('that broke off leaves no file, and the next one works', async () => {
    const breakOff = () => {
      const broken = archive();
      broken.once('data', () => broken.destroy(new Error('The connection was lost')));
      return saveBackup(broken, file()).then(() => 'saved', String);
    };
    // The database learns of an ended connection with a short delay; here it learns of the
    // connection refused above.
    await expect.poll(breakOff, { timeout: 20_000 }).toContain('The connection was lost');
    expect(await readdir(folder)).toEqual(['data']);
    const again = () => saveBackup(archive(), file()).then(() => 'saved', String);
    await expect.poll(again, { timeout: 20_000 }).toBe('saved');
  }, 180_000);
});

describe('restoring', () => {
  test('changes nothing in a folder that has a database, or that a server has open', async () => {
    await saveBackup(archive(), file());
    await expect(restoreBackup(file(), dataDir())).rejects.toThrow(FolderInUseError);
    const place = join(folder, 'restored');
    await restoreBackup(file(), place);
    await expect(restoreBackup(file(), place)).rejects.toThrow('already contains a database');
    expect(await notesIn(place)).toEqual([]);
  }, 180_000);

  test('refuses a file that is cut, changed or not a backup, and leaves no database', async () => {
    await saveBackup(archive(), file());
    const place = join(folder, 'restored');
    const whole = await readFile(file());
    await truncate(file(), whole.byteLength - 1000);
    await expect(restoreBackup(file(), place)).rejects.toThrow('cannot be read');
    whole[Math.floor(whole.byteLength / 2)]! ^= 1;
    await writeFile(file(), whole);
    await expect(restoreBackup(file(), place)).rejects.toThrow('cannot be read');
    await writeFile(file(), 'hello');
    await expect(restoreBackup(file(), place)).rejects.toThrow('cannot be read');
    await expect(restoreBackup(join(folder, 'none'), place)).rejects.toThrow('does not exist');
    expect((await readdir(place)).filter((name) => !name.startsWith('embarka.'))).toEqual([]);
  }, 180_000);
});
