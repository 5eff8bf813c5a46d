import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { crc32c } from './crc32c.server.ts';

/** The PostgreSQL version in PGlite: a folder of another version would be misread. */
const MAJOR_VERSION = '18';
const CONTROL_VERSION = 1800;

const CONTROL_BYTES = 8192;
const PAGE_BYTES = 8192;
const MAP_BYTES = 524;
const MAP_MAGIC = 0x59_27_17;
const TRANSACTIONS_PER_PAGE = PAGE_BYTES * 4;
const PAGES_PER_SEGMENT = 32;
const SEGMENT_BYTES = 2n ** 32n;

export const CONTROL_FILE = 'global/pg_control';
/** Offsets in the control file in the 64-bit layout, which WebAssembly shares. */
export const CONTROL = {
  systemId: 0,
  version: 8,
  state: 16,
  checkpoint: 32,
  redo: 40,
  timeline: 48,
  nextXid: 64,
  segmentBytes: 228,
  /** A secret of 32 bytes for mock authentication of unknown users. */
  nonce: 257,
  crc: 292,
};
/** Offsets in the first page of a log segment: the system id and the segment size. */
export const LOG_SYSTEM_ID = 24;
const LOG_SEGMENT_BYTES = 32;

/** Folders that PostgreSQL creates and needs to start. */
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
const FILES = ['PG_VERSION', 'postgresql.conf', CONTROL_FILE];
/** The template database and our own. */
const DATABASES = ['1', '5'];
/** Catalogues that are never empty: databases and roles; types, columns, functions and tables. */
const FILLED_CATALOGUES = new Set([1262, 1260, 1247, 1249, 1255, 1259]);

export class DamagedError extends OperatorError {
  override readonly name = 'DamagedError';

  constructor(cluster: string, what: string, { isUntouched }: { readonly isUntouched: boolean }) {
    super(
      `The database in ${cluster} cannot be used: ${what}${isUntouched ? '; nothing was changed' : ''}. ` +
        'Put the folder back as it was, or move it away and put a backup in its place with ' +
        "'npm run restore -- --from FILE'.",
    );
  }
}

export interface ClusterFacts {
  /** The id from initialization, which copies and backups share. */
  readonly systemId: string;
}

/**
 * Checks without writing that a folder holds a complete database of this version. PostgreSQL itself
 * would recreate some missing parts, and write into others before it notices. Throws {@link
 * DamagedError}.
 */
export function checkCluster(cluster: string): ClusterFacts {
  try {
    if (!statSync(cluster).isDirectory()) throw new Flaw('it is not a folder');
    for (const name of FOLDERS) requireFolder(cluster, name);
    for (const name of FILES) requireFile(cluster, name);
    checkVersion(cluster);
    const control = readControl(cluster);
    checkDatabases(cluster);
    checkLog(cluster, control);
    checkTransactions(cluster, control);
    return { systemId: String(control.readBigUInt64LE(CONTROL.systemId)) };
  } catch (error) {
    const what = error instanceof Flaw ? error.message : unreadable(error, cluster);
    throw new DamagedError(cluster, what, { isUntouched: true });
  }
}

class Flaw extends Error {}

/** An error while reading means damage as well. */
function unreadable(error: unknown, cluster: string): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const name = path?.startsWith(cluster) ? path.slice(cluster.length + 1) : path;
  if (code === 'ENOENT' && !name) return 'it is a link to a place that is not there';
  if (code === 'ENOENT') return `${name} is missing`;
  if (code === 'EACCES' || code === 'EPERM') {
    return `this user may not read ${name || 'it'}`;
  }
  return `${name || 'it'} cannot be read (${code})`;
}

function requireFolder(cluster: string, name: string): void {
  if (!statSync(join(cluster, name)).isDirectory()) throw new Flaw(`${name} is not a folder`);
  readdirSync(join(cluster, name));
}

function requireFile(cluster: string, name: string): void {
  const info = statSync(join(cluster, name));
  if (!info.isFile()) throw new Flaw(`${name} is not a file`);
  if (info.size === 0) throw new Flaw(`${name} is empty`);
}

function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new Flaw(
    /^\d{1,3}(\.\d{1,3})?$/.test(version)
      ? `it is of PostgreSQL ${version}, and this version of the product works with ${MAJOR_VERSION}`
      : 'PG_VERSION does not name a version',
  );
}

export function readControl(cluster: string): Buffer {
  const control = readFileSync(join(cluster, CONTROL_FILE));
  if (control.byteLength !== CONTROL_BYTES) {
    throw new Flaw(`${CONTROL_FILE} has ${control.byteLength} bytes instead of ${CONTROL_BYTES}`);
  }
  const isWhole = crc32c(control.subarray(0, CONTROL.crc)) === control.readUInt32LE(CONTROL.crc);
  if (!isWhole) throw new Flaw(`${CONTROL_FILE} does not agree with its checksum`);
  if (control.readUInt32LE(CONTROL.version) !== CONTROL_VERSION) {
    throw new Flaw(`${CONTROL_FILE} was written by another version of PostgreSQL`);
  }
  return control;
}

function checkDatabases(cluster: string): void {
  checkCatalogues(cluster, 'global');
  const found = readdirSync(join(cluster, 'base')).filter((name) => /^\d+$/.test(name));
  for (const name of new Set([...DATABASES, ...found])) {
    requireFolder(cluster, `base/${name}`);
    requireFile(cluster, `base/${name}/PG_VERSION`);
    checkCatalogues(cluster, `base/${name}`);
  }
}

/** The relation map names the files of the catalogues through which everything else is found. */
function checkCatalogues(cluster: string, folder: string): void {
  const name = `${folder}/pg_filenode.map`;
  requireFile(cluster, name);
  const map = readFileSync(join(cluster, name));
  const isWhole =
    map.byteLength === MAP_BYTES &&
    map.readUInt32LE(0) === MAP_MAGIC &&
    crc32c(map.subarray(0, MAP_BYTES - 4)) === map.readUInt32LE(MAP_BYTES - 4);
  if (!isWhole) throw new Flaw(`${name} does not agree with its checksum`);
  const count = map.readUInt32LE(4);
  for (let index = 0; index < count; index += 1) {
    const catalogue = map.readUInt32LE(8 + index * 8);
    const file = `${folder}/${map.readUInt32LE(12 + index * 8)}`;
    const { size } = statSync(join(cluster, file));
    if (FILLED_CATALOGUES.has(catalogue) && size < PAGE_BYTES) {
      throw new Flaw(`${file} has ${size} bytes and must have more`);
    }
  }
}

/** The next start first reads the log from the last checkpoint on. */
function checkLog(cluster: string, control: Buffer): void {
  const segmentBytes = control.readUInt32LE(CONTROL.segmentBytes);
  for (const name of readdirSync(join(cluster, 'pg_wal'))) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue;
    const { size } = statSync(join(cluster, 'pg_wal', name));
    if (size !== segmentBytes) {
      throw new Flaw(`pg_wal/${name} has ${size} bytes instead of ${segmentBytes}`);
    }
  }
  for (const name of neededLog(control)) {
    const head = readStart(join(cluster, name), 40);
    const isOurs =
      head.readBigUInt64LE(LOG_SYSTEM_ID) === control.readBigUInt64LE(CONTROL.systemId) &&
      head.readUInt32LE(LOG_SEGMENT_BYTES) === segmentBytes;
    if (!isOurs) throw new Flaw(`${name} is not this database's`);
  }
}

/**
 * Returns the log files of the last checkpoint and of the start of the replay: a single file after
 * a clean shutdown.
 */
export function neededLog(control: Buffer): ReadonlySet<string> {
  const timeline = control.readUInt32LE(CONTROL.timeline);
  const segmentBytes = BigInt(control.readUInt32LE(CONTROL.segmentBytes));
  const names = [CONTROL.redo, CONTROL.checkpoint].map((place) =>
    logName(timeline, control.readBigUInt64LE(place), segmentBytes),
  );
  return new Set(names.map((name) => `pg_wal/${name}`));
}

function logName(timeline: number, position: bigint, segmentBytes: bigint): string {
  const segment = position / segmentBytes;
  const perFile = SEGMENT_BYTES / segmentBytes;
  return [BigInt(timeline), segment / perFile, segment % perFile]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

function checkTransactions(cluster: string, control: Buffer): void {
  const last = control.readUInt32LE(CONTROL.nextXid) - 1;
  const page = Math.floor(last / TRANSACTIONS_PER_PAGE);
  const segment = Math.floor(page / PAGES_PER_SEGMENT);
  const name = `pg_xact/${segment.toString(16).toUpperCase().padStart(4, '0')}`;
  requireFile(cluster, name);
  const { size } = statSync(join(cluster, name));
  const wanted = ((page % PAGES_PER_SEGMENT) + 1) * PAGE_BYTES;
  if (size < wanted) throw new Flaw(`${name} has ${size} bytes instead of ${wanted}`);
}

function readStart(path: string, bytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(bytes);
    readSync(file, head, 0, bytes, 0);
    return head;
  } finally {
    closeSync(file);
  }
}
