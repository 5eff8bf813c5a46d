import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { everythingOf, openOrderScene } from '../../../tests/support/order-scene.ts';
import { makeBackup } from '../../platform/backup/make-backup.server.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.server.ts';
import { saveBackup } from '../../platform/backup/save-backup.server.ts';
import { openEmbedded } from '../../platform/db/embedded.server.ts';
import { migrateDatabase } from '../../platform/db/migrate.server.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

test('a restored backup has the orders with their comments, steps, history and money', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-orders-backup-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const database = await openEmbedded(join(folder, 'data'));
  cleanUp.push(() => database.close());
  await migrateDatabase(database.pool);
  const scene = await openOrderScene(database.db);
  cleanUp.push(() => scene.close());
  const before = await everythingOf(database.db);
  const archive = makeBackup(database.pool, join(folder, 'data'));
  await saveBackup(archive, join(folder, 'backup.tar.gz'));

  const place = join(folder, 'restored');
  await restoreBackup(join(folder, 'backup.tar.gz'), place);
  const restored = await openEmbedded(place);
  cleanUp.push(() => restored.close());
  expect(await everythingOf(restored.db)).toBe(before);
  for (const table of ['proof_comments', 'order_checklist_items', 'order_events', 'ledger']) {
    const { rows } = await restored.db.execute(sql.raw(`select 1 from ${table} limit 1`));
    expect(rows, table).toHaveLength(1);
  }
}, 120_000);
