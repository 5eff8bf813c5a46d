/**
 * npm run migrate:postgres
 *
 * Copies the embedded database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL and
 * verifies the copy. The folder is not modified.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { openEmbedded } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { reachPostgres, inStartLock } from '../app/platform/db/postgres.server.ts';
import { createLog } from '../app/platform/log.server.ts';
import { compareFiles } from '../app/files/server/backup/back-up-files.server.ts';
import { openStore } from '../app/files/server/open-files.server.ts';
import { readSettings, type Settings } from '../app/platform/settings.server.ts';
import { explainRefusals } from './explain-refusals.ts';
import { copyTables, MoveRefusedError } from '../db/move/copy-tables.ts';

await explainRefusals(run);

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const folder = resolve(settings.dataDir);
  if (!settings.databaseUrl) {
    throw new MoveRefusedError('Set DATABASE_URL to the empty PostgreSQL database to move to.');
  }
  if (!existsSync(join(folder, 'db'))) {
    throw new MoveRefusedError(
      `${folder} contains no embedded database. Set DATA_DIR to the folder of the database.`,
    );
  }
  const target = await reachPostgres(settings.databaseUrl, createLog(settings.logLevel));
  try {
    await move(settings, folder, target);
  } finally {
    await target.close();
  }
}

async function move(settings: Settings, folder: string, target: OpenDatabase): Promise<void> {
  // The folder stays locked, so that nobody writes into the old database.
  const source = await openEmbedded(folder);
  try {
    await migrateDatabase(source.pool);
    await migrateDatabase(target.pool);
    const tables = await inStartLock(target, () => copyTables(source.pool, target.pool));
    const differing = tables.filter(
      (table) => table.rows !== table.copiedRows || table.checksum !== table.copiedChecksum,
    );
    console.table(
      tables.map((table) => ({
        table: table.name,
        rows: Number(table.rows),
        'in PostgreSQL': Number(table.copiedRows),
        checksum: table.checksum,
        'checksum in PostgreSQL': table.copiedChecksum,
        same: !differing.includes(table),
      })),
    );
    if (differing.length > 0) {
      throw new MoveRefusedError('Some tables differ after the copy: PostgreSQL was left empty.');
    }
    await printFiles(settings, target);
    console.log(
      'All data is in PostgreSQL. From now on, start with this DATABASE_URL. ' +
        `${folder} was not changed: keep it as a backup.`,
    );
  } finally {
    await source.close();
  }
}

/** Files are not copied: the settings must lead to the files that the new database refers to. */
async function printFiles(settings: Settings, { pool }: OpenDatabase): Promise<void> {
  const { store } = await openStore(settings);
  const { named, missing } = await compareFiles(
    store,
    async <R>(text: string) => (await pool.query(text)).rows as R[],
  );
  if (named === 0) return;
  console.log(`${named} files of the chat stay in ${store.place}: keep DATA_DIR as it is.`);
  if (missing > 0) console.log(`${missing} of them are missing, and were missing before.`);
}
