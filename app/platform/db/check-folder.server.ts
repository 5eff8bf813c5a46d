import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

/** The PostgreSQL version in PGlite: a folder of another version would be misread. */
const MAJOR_VERSION = '18';

/** The folders of a database that PostgreSQL documents ("Database File Layout"). */
const FOLDERS = [
  'base',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
];
const FILLED_FOLDERS = ['pg_wal', 'pg_xact'];
const FILES = ['PG_VERSION', 'postgresql.conf', 'global/pg_control'];
/** PostgreSQL's default size of a segment of the log, which PGlite uses. */
const SEGMENT_BYTES = 16 * 1024 * 1024;
/** The template database and our own. */
const DATABASES = ['1', '5'];

export class DamagedError extends OperatorError {
  override readonly name = 'DamagedError';

  constructor(folder: string, what: string, { isUntouched }: { readonly isUntouched: boolean }) {
    super(
      `The database in ${folder} cannot be used: ${what}${isUntouched ? '. Nothing was changed' : ''}. ` +
        'Put the folder back as it was, or move it away and restore a backup with ' +
        "'npm run restore -- --from FILE'.",
    );
  }
}

/**
 * Checks without writing that a folder has the parts of a database of this version: PGlite would
 * create a new database in a folder without a version, and PostgreSQL recreates some missing parts.
 * PostgreSQL itself checks the contents when it opens the folder. Throws {@link DamagedError}.
 */
export function checkFolder(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Flaw('it is not a folder');
    for (const name of FOLDERS) requireFolder(folder, name);
    for (const name of FILLED_FOLDERS) requireContent(folder, name);
    for (const name of FILES) requireFile(folder, name);
    checkVersion(folder);
    checkLog(folder);
    for (const name of DATABASES) {
      requireFolder(folder, `base/${name}`);
      requireFile(folder, `base/${name}/PG_VERSION`);
    }
  } catch (error) {
    const what = error instanceof Flaw ? error.message : unreadable(error, folder);
    throw new DamagedError(folder, what, { isUntouched: true });
  }
}

class Flaw extends Error {}

/** An error while reading means damage as well. */
function unreadable(error: unknown, folder: string): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const name = path?.startsWith(folder) ? path.slice(folder.length + 1) : path;
  if (code === 'ENOENT' && !name) return 'it is a link whose target is missing';
  if (code === 'ENOENT') return `${name} is missing`;
  if (code === 'EACCES' || code === 'EPERM') {
    return `this user has no permission to read ${name || 'it'}`;
  }
  return `${name || 'it'} cannot be read (${code})`;
}

function requireFolder(folder: string, name: string): void {
  if (!statSync(join(folder, name)).isDirectory()) throw new Flaw(`${name} is not a folder`);
  readdirSync(join(folder, name));
}

function requireContent(folder: string, name: string): void {
  if (readdirSync(join(folder, name)).length === 0) throw new Flaw(`${name} is empty`);
}

function requireFile(folder: string, name: string): void {
  const info = statSync(join(folder, name));
  if (!info.isFile()) throw new Flaw(`${name} is not a file`);
  if (info.size === 0) throw new Flaw(`${name} is empty`);
}

function checkVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new Flaw(
    /^\d{1,3}(\.\d{1,3})?$/.test(version)
      ? `PostgreSQL ${version} created it, and this version of Embarka requires PostgreSQL ${MAJOR_VERSION}`
      : 'PG_VERSION contains no version',
  );
}

/** PostgreSQL would take the end of a segment that was cut for the end of the log. */
function checkLog(folder: string): void {
  for (const name of readdirSync(join(folder, 'pg_wal'))) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue;
    const { size } = statSync(join(folder, 'pg_wal', name));
    if (size !== SEGMENT_BYTES) {
      throw new Flaw(`pg_wal/${name} has ${size} bytes instead of ${SEGMENT_BYTES}`);
    }
  }
}
