/**
 * npm run migrate:postgres
 * Moves the embedded database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL and
 * proves that everything arrived. The folder is only read; it stays as it is.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openEmbedded } from '../app/platform/db/embedded.server.ts';
import { FolderInUseError } from '../app/platform/db/folder-lock.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { openPostgres } from '../app/platform/db/postgres.server.ts';
import { inStartLock } from '../app/platform/db/start-lock.server.ts';
import { createLog } from '../app/platform/log.server.ts';
import { readSettings, SettingsError } from '../app/platform/settings.server.ts';
import { copyTables, MoveRefusedError } from '../db/move/copy-tables.ts';

try {
  await run();
} catch (error) {
  const isTheirs = [SettingsError, FolderInUseError, MoveRefusedError].some(
    (kind) => error instanceof kind,
  );
  if (!isTheirs) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const folder = resolve(settings.dataDir);
  if (!settings.databaseUrl) {
    throw new MoveRefusedError('Set DATABASE_URL to the empty PostgreSQL database to move to.');
  }
  if (!existsSync(join(folder, 'db'))) {
    throw new MoveRefusedError(`${folder} holds no embedded database. Set DATA_DIR to its folder.`);
  }
  // Locked until the end: nobody writes into a database that is being left.
  const source = await openEmbedded(folder);
  const target = openPostgres(settings.databaseUrl, createLog(settings.logLevel));
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
        'checksum there': table.copiedChecksum,
        same: !differing.includes(table),
      })),
    );
    if (differing.length > 0) {
      throw new MoveRefusedError('Not everything arrived the same: PostgreSQL was left empty.');
    }
    console.log(
      'Everything is in PostgreSQL. Start with the same DATABASE_URL from now on; ' +
        `${folder} was left as it is, as a backup.`,
    );
  } finally {
    await target.close();
    await source.close();
  }
}
