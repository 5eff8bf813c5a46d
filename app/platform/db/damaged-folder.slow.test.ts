import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../tests/support/long-form.ts';
import { OperatorError } from '../operator-error.ts';
import { DamagedError } from './check-folder.server.ts';
import { openEmbedded } from './embedded.server.ts';

let root: string;
let folder: string;
const db = (name = '') => join(folder, 'db', name);
const aside = () => join(root, 'aside');
const markerFile = () => join(folder, 'installation.json');

// Creating a database takes seconds, so one database is damaged and repaired in every way.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'embarka-damaged-'));
  folder = join(root, 'data');
  const database = await openEmbedded(folder);
  await database.pool.query("insert into saved_settings values ('BRAND_NAME', 'Kept', 1, now())");
  await database.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function listing(): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith('embarka.'))
    .toSorted()
    .map((name) => {
      const { size, mtimeMs } = lstatSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

async function brandOf(place: string): Promise<unknown> {
  const database = await openEmbedded(place);
  try {
    const { rows } = await database.pool.query<{ value: string }>(
      "select value from saved_settings where name = 'BRAND_NAME'",
    );
    return rows[0]?.value;
  } finally {
    await database.close();
  }
}

/** Expects a refusal in one sentence with instructions. */
async function refusal(): Promise<string> {
  const error: unknown = await openEmbedded(folder).then(
    async (database) => database.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as Error;
  expect(message).toContain('npm run restore');
  expect(message).not.toMatch(/\n|undefined/);
  return message;
}

/** Damages a file or folder while a start is refused without any other change, and restores it. */
async function damage(name: string, change: (path: string) => void): Promise<string> {
  const path = join(folder, name);
  const modified = lstatSync(path).mtimeMs;
  renameSync(path, aside());
  try {
    change(path);
    const before = listing();
    const message = await refusal();
    expect(listing()).toEqual(before);
    return message;
  } finally {
    rmSync(path, { recursive: true, force: true });
    renameSync(aside(), path);
    expect(lstatSync(path).mtimeMs).toBe(modified);
  }
}

/**
 * Damages a copy in ways that only PostgreSQL can refuse, of which the short form takes the last, and
 * returns the refusals, one a line. The copy must open again once the file is as it was.
 */
async function refusalsOf(name: string, changes: readonly Change[]): Promise<string> {
  const messages: string[] = [];
  const copy = join(root, 'copy');
  const path = join(copy, 'db', name);
  for (const change of isLong ? changes : changes.slice(-1)) {
    cpSync(folder, copy, { recursive: true });
    renameSync(path, aside());
    change(path);
    const error: unknown = await openEmbedded(copy).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DamagedError);
    messages.push((error as DamagedError).message);
    rmSync(path, { recursive: true, force: true });
    renameSync(aside(), path);
    expect(await brandOf(copy)).toBe('Kept');
    rmSync(copy, { recursive: true });
  }
  return messages.join('\n');
}

async function ask(question: string): Promise<string> {
  const database = await openEmbedded(folder);
  const { rows } = await database.pool.query<{ found: string }>(question);
  await database.close();
  return rows[0]?.found ?? '';
}

const DO_NOT_OPEN = /^(?:.* cannot be used: it cannot be opened \(.+npm run restore.*\n?)+$/;

type Change = (path: string) => void;

const nothing = () => {};
const emptyFile = (path: string) => writeFileSync(path, '');
const emptyFolder = (path: string) => mkdirSync(path);
const garbage = (path: string) => {
  const { size } = lstatSync(aside());
  writeFileSync(path, Buffer.alloc(size, 'garbage'));
};
const half = (path: string) => {
  cpSync(aside(), path);
  truncateSync(path, Math.floor(lstatSync(aside()).size / 2));
};
const holding = (text: string) => (path: string) => writeFileSync(path, text);

const FOLDERS = [
  'base',
  'base/1',
  'base/5',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_multixact',
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

describe('a data folder is refused, unchanged, when in its database', () => {
  test.each(FOLDERS)('%s is missing, or a file', async (name) => {
    expect(await damage(`db/${name}`, nothing)).toMatch(name);
    expect(await damage(`db/${name}`, emptyFile)).toMatch(name);
  });

  test.each(['base', 'base/1', 'base/5', 'global', 'pg_multixact', 'pg_wal', 'pg_xact'])(
    '%s is empty',
    async (name) => {
      expect(await damage(`db/${name}`, emptyFolder)).toMatch(name);
    },
  );

  test.each([
    'PG_VERSION',
    'postgresql.conf',
    'global/pg_control',
    'base/1/PG_VERSION',
    'base/5/PG_VERSION',
  ])('%s is missing, empty or a folder', async (name) => {
    expect(await damage(`db/${name}`, nothing)).toMatch(name);
    expect(await damage(`db/${name}`, emptyFile)).toMatch(name);
    expect(await damage(`db/${name}`, emptyFolder)).toMatch(name);
  });

  test('the log is short or empty', async () => {
    const [name = ''] = readdirSync(db('pg_wal')).filter((one) => one.length === 24);
    for (const change of [emptyFile, half]) {
      expect(await damage(`db/pg_wal/${name}`, change)).toMatch(`pg_wal/${name} has`);
    }
  });

  test('PG_VERSION holds something else', async () => {
    expect(await damage('db/PG_VERSION', garbage)).toMatch('PG_VERSION contains no version');
  });

  test('the version is another one of PostgreSQL', async () => {
    for (const version of ['17', '19', '9.6', '8']) {
      expect(await damage('db/PG_VERSION', holding(`${version}\n`))).toMatch(
        `PostgreSQL ${version} created it, and`,
      );
    }
  });
});

describe('a data folder is refused, and can be mended, when its database does not open because', () => {
  test.each(['global/pg_filenode.map', 'base/5/pg_filenode.map'])(
    '%s is missing or garbage',
    async (name) => {
      expect(await refusalsOf(name, [nothing, garbage])).toMatch(DO_NOT_OPEN);
    },
  );

  test('one bit of the control file has turned', async () => {
    const offsets = [0, 40, 291];
    const turns = offsets.map((place) => (path: string) => {
      const bytes = readFileSync(aside());
      bytes[place]! ^= 4;
      writeFileSync(path, bytes);
    });
    expect(await refusalsOf('global/pg_control', turns)).toMatch(DO_NOT_OPEN);
  });

  test('the states of transactions are empty or cut in half', async () => {
    expect(await refusalsOf('pg_xact/0000', [emptyFile, half])).toMatch(DO_NOT_OPEN);
  });

  test('the log is missing or garbage', async () => {
    // Segments that were recycled for later are not needed.
    const name = await ask('select pg_walfile_name(pg_current_wal_lsn()) as found');
    expect(await refusalsOf(`pg_wal/${name}`, [garbage, nothing])).toMatch(DO_NOT_OPEN);
  });

  test('a catalogue is missing or empty', async () => {
    const path = await ask("select pg_relation_filepath('pg_class') as found");
    expect(await refusalsOf(path, [nothing, emptyFile])).toMatch(DO_NOT_OPEN);
  });
});

describe('a data folder is refused, unchanged, when its database', () => {
  test('is an empty folder, a file, or a link to nowhere', async () => {
    expect(await damage('db', emptyFolder)).toMatch('base is missing');
    expect(await damage('db', emptyFile)).toMatch('it is not a folder');
    expect(await damage('db', (path) => symlinkSync(join(root, 'away'), path))).toMatch(
      'a link whose target is missing',
    );
  });

  test('is gone', async () => {
    expect(await damage('db', nothing)).toMatch(/is missing, and no new one was created/);
  });

  test('has a marker that nobody can read', async () => {
    const before = listing();
    for (const text of ['', '{', '[]', '{"installation":7}']) {
      renameSync(markerFile(), aside());
      writeFileSync(markerFile(), text);
      await expect(openEmbedded(folder)).rejects.toThrow(/installation\.json is damaged/);
      renameSync(aside(), markerFile());
    }
    expect(listing()).toEqual(before);
  });
});

test('the database of another installation is noticed', async () => {
  const marker = JSON.parse(readFileSync(markerFile(), 'utf8')) as Record<string, string>;
  writeFileSync(markerFile(), JSON.stringify({ ...marker, installation: 'another' }));
  await expect(openEmbedded(folder)).rejects.toThrow(/does not match .*installation\.json/);
  writeFileSync(markerFile(), JSON.stringify(marker));
  expect(await brandOf(folder)).toBe('Kept');
});

test('a restore that was killed is not taken for a new installation', async () => {
  const place = join(root, 'half-restored');
  mkdirSync(join(place, 'restore.unfinished', 'db'), { recursive: true });
  await expect(openEmbedded(place)).rejects.toThrow(/A restore into .* was not finished/);
  expect(readdirSync(place).filter((name) => name.startsWith('db'))).toEqual([]);
});

test('a whole database is used through a link, and what killed starts left beside it goes', async () => {
  const place = join(root, 'linked');
  mkdirSync(join(place, 'db.unfinished', 'base'), { recursive: true });
  mkdirSync(join(place, 'restore.unfinished'));
  symlinkSync(db(), join(place, 'db'));
  expect(await brandOf(place)).toBe('Kept');
  expect(readdirSync(place).filter((name) => name.endsWith('unfinished'))).toEqual([]);
});

test('an installation of a version without markers is taken over once, and known from then on', async () => {
  rmSync(markerFile());
  expect(await brandOf(folder)).toBe('Kept');
  const marker = readFileSync(markerFile(), 'utf8');
  expect(lstatSync(markerFile()).mode & 0o777).toBe(0o600);
  expect(await brandOf(folder)).toBe('Kept');
  expect(readFileSync(markerFile(), 'utf8')).toBe(marker);
});

test('a marker of the version before, which also has the id of PostgreSQL, is still known', async () => {
  const marker = JSON.parse(readFileSync(markerFile(), 'utf8')) as Record<string, string>;
  const former = JSON.stringify({ ...marker, database: '7000000000000000001' });
  writeFileSync(markerFile(), former);
  expect(await brandOf(folder)).toBe('Kept');
  writeFileSync(markerFile(), JSON.stringify({ ...marker, database: '7', installation: 'other' }));
  await expect(openEmbedded(folder)).rejects.toThrow(/does not match .*installation\.json/);
  writeFileSync(markerFile(), former);
});

test('a folder that cannot be had is told in one sentence', async () => {
  const file = join(root, 'a-file');
  writeFileSync(file, '');
  for (const place of [file, join(file, 'below')]) {
    const refused = openEmbedded(place);
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow(/cannot be used: a file is in its place\. Fix this/);
  }
});
