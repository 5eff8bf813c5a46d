import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hire } from '../../../../tests/support/database.ts';
import { openVisitor } from '../../../../tests/support/visitor.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { makeBackup } from '../../../platform/backup/make-backup.server.ts';
import { restoreBackup } from '../../../platform/backup/restore-backup.server.ts';
import { saveBackup } from '../../../platform/backup/save-backup.server.ts';
import type { OpenDatabase } from '../../../platform/db/database.server.ts';
import { openEmbedded } from '../../../platform/db/embedded.server.ts';
import { migrateDatabase } from '../../../platform/db/migrate.server.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { openStore } from '../open-files.server.ts';
import { backUpFiles, compareFiles, restoreFiles } from './back-up-files.server.ts';

let folder: string;
let database: OpenDatabase;
const stored: string[] = [];
const storeOf = async (place: string) =>
  (await openStore(readSettings({ DATA_DIR: join(folder, place) }))).store;
const query = async <R>(text: string) => (await database.pool.query(text)).rows as R[];

async function wordsOf(place: string, id: string): Promise<string | undefined> {
  const found = await (await storeOf(place)).open(id, 'original');
  return found && (await buffer(found.stream)).toString();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-files-backup-'));
  database = await openEmbedded(join(folder, 'data'));
  await migrateDatabase(database.pool);
  await hire(database.db, 'maya');
  const visitor = await openVisitor(database.db, 'elena@northfold.example');
  const store = await storeOf('data');
  for (const size of [5, 700_000]) {
    const id = randomUUID();
    const path = join(folder, id);
    await writeFile(path, 'x'.repeat(size));
    await store.put(id, 'original', path);
    await database.db.insert(files).values({
      id,
      conversationId: visitor.id,
      browserId: visitor.browserId,
      isAgent: false,
      name: 'a.txt',
      declaredSize: size,
      size,
      type: 'text/plain',
      createdAt: new Date(),
      storedAt: new Date(),
    });
    stored.push(id);
  }
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('a backup holds the files that its rows name, and a restore puts them where they belong', async () => {
  const store = await storeOf('data');
  const archive = makeBackup(database.pool, join(folder, 'data'), backUpFiles(store));
  await saveBackup(archive, join(folder, 'backup.tar.gz'));
  const place = join(folder, 'restored');
  await restoreBackup(
    join(folder, 'backup.tar.gz'),
    place,
    restoreFiles(await storeOf('restored')),
  );
  expect(await readdir(place)).toEqual(expect.arrayContaining(['db', 'files']));
  const words = await Promise.all(stored.map((id) => wordsOf('restored', id)));
  expect(words.map((one) => one?.length)).toEqual([5, 700_000]);
}, 120_000);

test('a backup that lacks a file is not restored, and says how many', async () => {
  const archive = makeBackup(database.pool, join(folder, 'data'));
  await saveBackup(archive, join(folder, 'lacking.tar.gz'));
  const place = join(folder, 'lacking');
  await expect(
    restoreBackup(join(folder, 'lacking.tar.gz'), place, restoreFiles(await storeOf('lacking'))),
  ).rejects.toThrow('The backup lacks 2 of the files that its database refers to.');
  expect(await readdir(place)).not.toContain('db');
}, 120_000);

test('what rows name and the store lacks is counted', async () => {
  const store = await storeOf('data');
  expect(await compareFiles(store, query)).toEqual({ named: 2, missing: 0 });
  await store.remove(stored[0] ?? '');
  expect(await compareFiles(store, query)).toEqual({ named: 2, missing: 1 });
});
