import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER } from '../../app/platform/db/migrate.server.ts';

/** Copies the migrations of an earlier version, up to the given number, into a folder that `cleanUp` removes. */
export function copyMigrationsUpTo(newest: number, cleanUp: (() => unknown)[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-upgrade-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: readonly { idx: number }[];
  };
  const had = entries.filter(({ idx }) => idx <= newest);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: had }));
  return folder;
}
