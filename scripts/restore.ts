/**
 * npm run restore -- --from FILE
 *
 * Restores a backup into DATA_DIR, which must not contain a database.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RestoreError, restoreBackup } from '../app/platform/backup/restore-backup.server.ts';
import { restoreFiles } from '../app/files/server/backup/back-up-files.server.ts';
import { openStore } from '../app/files/server/open-files.server.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { explainRefusals } from './explain-refusals.ts';

const USAGE = 'Usage: npm run restore -- --from FILE';

await explainRefusals(run);

async function run(): Promise<void> {
  const file = readArguments();
  const settings = readSettings(process.env);
  if (settings.databaseUrl) {
    throw new RestoreError(
      'DATABASE_URL is set: restore PostgreSQL with pg_restore into an empty database.\n' +
        `  pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" ${file}`,
    );
  }
  const dataDir = resolve(settings.dataDir);
  const { store } = await openStore(settings);
  const { rows, finishedAt } = await restoreBackup(file, dataDir, restoreFiles(store));
  console.log(`Restored ${dataDir} to its state of ${finishedAt}. Verified rows:`);
  for (const [table, count] of Object.entries(rows)) console.log(`  ${table.padEnd(24)} ${count}`);
}

function readArguments(): string {
  let from: string | undefined;
  try {
    from = parseArgs({ options: { from: { type: 'string' } } }).values.from;
  } catch (error) {
    throw new RestoreError(`${(error as Error).message}\n${USAGE}`);
  }
  if (!from) throw new RestoreError(USAGE);
  return resolve(from);
}
