/**
 * npm run backup -- [--to FILE]
 *
 * Saves the embedded database of DATA_DIR and the files of the chat, whether the server runs or
 * not.
 */
import { existsSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { controlPath } from '../app/platform/backup/control-path.server.ts';
import { makeBackup } from '../app/platform/backup/make-backup.server.ts';
import { RestoreError } from '../app/platform/backup/restore-backup.server.ts';
import { saveBackup } from '../app/platform/backup/save-backup.server.ts';
import { openEmbedded } from '../app/platform/db/embedded.server.ts';
import { backUpFiles } from '../app/files/server/backup/back-up-files.server.ts';
import { openStore } from '../app/files/server/open-files.server.ts';
import { readSettings, type Settings } from '../app/platform/settings.server.ts';
import { explainRefusals } from './explain-refusals.ts';

const USAGE = 'Usage: npm run backup -- [--to FILE]';

await explainRefusals(run);

async function run(): Promise<void> {
  const file = readArguments();
  const settings = readSettings(process.env);
  if (settings.databaseUrl) {
    throw new RestoreError(
      'DATABASE_URL is set: back up PostgreSQL with pg_dump.\n' +
        `  pg_dump --format=custom --no-owner --file=${file} "$DATABASE_URL"\n` +
        (settings.bucket
          ? `Then save the bucket ${settings.bucket.bucket}, which contains the files of the chat.`
          : `Then save the files of the chat:\n  tar -czf ${file}.files.tar.gz -C ${resolve(settings.filesDir)} stored`),
    );
  }
  const dataDir = resolve(settings.dataDir);
  if (!existsSync(join(dataDir, 'db'))) {
    throw new RestoreError(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder of the database.`,
    );
  }
  if (existsSync(file)) throw new RestoreError(`${file} already exists and was not changed.`);
  const answer = await askRunningServer(dataDir);
  const { rows, finishedAt } = answer
    ? await saveBackup(answer, file)
    : await backUpByOurselves(settings, dataDir, file);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `${file}\n${total} rows as of ${finishedAt}, including sessions and secrets: keep the file private.`,
  );
}

function readArguments(): string {
  const today = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } });
    return resolve(values.to ?? `embarka-${today}Z.tar.gz`);
  } catch (error) {
    throw new RestoreError(`${(error as Error).message}\n${USAGE}`);
  }
}

function askRunningServer(dataDir: string): Promise<IncomingMessage | undefined> {
  return new Promise((answered, failed) => {
    const asked = request({ socketPath: controlPath(dataDir), method: 'POST', path: '/backup' });
    asked.once('response', answered);
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') answered(undefined);
      else failed(error);
    });
    asked.end();
  });
}

async function backUpByOurselves(settings: Settings, dataDir: string, file: string) {
  const { store } = await openStore(settings);
  const database = await openEmbedded(dataDir);
  try {
    return await saveBackup(makeBackup(database.pool, dataDir, backUpFiles(store)), file);
  } finally {
    await database.close();
  }
}
