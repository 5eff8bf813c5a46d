import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows } from '../backup/make-backup.server.ts';
import { OperatorError } from '../operator-error.ts';
import { fingerprint, unpackImage } from './database-image.server.ts';
import type { OpenDatabase } from './database.server.ts';
import { openCluster } from './embedded.server.ts';
import { readIdentity } from './installation-marker.server.ts';
import { makeImage } from './make-image.server.ts';
import { MIGRATIONS_FOLDER, migrateDatabase } from './migrate.server.ts';

const SCHEMA = {
  tables: `select table_schema, table_name, table_type from information_schema.tables
    where table_schema in ('public', 'drizzle') order by 1, 2`,
  columns: `select attrelid::regclass::text as table, attname, format_type(atttypid, atttypmod) as type,
      attnotnull, attidentity, attgenerated, attcollation, pg_get_expr(adbin, adrelid) as value, attnum
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid >= 16384 and attnum > 0 and not attisdropped order by 1, attnum`,
  constraints: `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexdef from pg_indexes where schemaname in ('public', 'drizzle') order by 1`,
  views: `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  functions: `select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`,
  triggers: `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal order by 1, 2`,
  sequences: `select * from pg_sequences order by 1, 2`,
  extensions: `select extname, extversion from pg_extension order by 1`,
  databases: `select datname, datcollate, datctype, encoding from pg_database order by 1`,
  roles: `select rolname, rolsuper from pg_roles order by 1`,
  // Settings with a dot belong to modules that are loaded on demand.
  settings: `select name, setting from pg_settings where name not like '%.%'
    and name not in ('data_directory', 'config_file', 'hba_file', 'ident_file') order by 1`,
  migrations: `select * from drizzle.__drizzle_migrations order by 1`,
} as const;

async function readSchema({ pool }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const read: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(SCHEMA)) read[name] = (await pool.query(query)).rows;
  return read;
}

let folder: string;
let image: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embarka-image-'));
  image = await makeImage();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string) => join(folder, name);

async function withCluster<Result>(cluster: string, work: (open: OpenDatabase) => Promise<Result>) {
  const open = await openCluster(cluster);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

test('a database from the image is the one its migrations make, and has no row of its own', async () => {
  const migrated = await withCluster(place('migrated'), async (open) => {
    await migrateDatabase(open.pool);
    return readSchema(open);
  });
  await unpackImage(image, place('unpacked'));
  const [unpacked, rows] = await withCluster(place('unpacked'), async (open) => {
    const before = await readSchema(open);
    await migrateDatabase(open.pool);
    expect(await readSchema(open)).toEqual(before);
    return [before, await countRows(open.pool)];
  });
  expect(unpacked).toEqual(migrated);
  // A query without results compares nothing; only these may be empty so far.
  const idle = Object.keys(migrated).filter((name) => migrated[name]?.length === 0);
  expect(['functions', 'triggers', 'sequences']).toEqual(expect.arrayContaining(idle));
  expect(Object.keys(rows).length).toBeGreaterThan(20);
  expect(Object.values(rows).filter((count) => count > 0)).toEqual([]);
});

test('two databases from one image are two installations, and each opens again as itself', async () => {
  const identities = new Set<string | undefined>();
  for (const name of ['one', 'other']) {
    await unpackImage(image, place(name));
    const identity = await withCluster(place(name), ({ pool }) => readIdentity(pool, true));
    expect(await withCluster(place(name), ({ pool }) => readIdentity(pool, false))).toBe(identity);
    identities.add(identity);
  }
  expect(identities.size).toBe(2);
});

test('an image is of the very migrations there are: one that was added or changed asks for another', () => {
  const migrations = place('migrations');
  cpSync(MIGRATIONS_FOLDER, migrations, { recursive: true });
  const made = fingerprint(migrations);
  expect(image).toContain(made);
  writeFileSync(join(migrations, '9999_more.sql'), 'select 1');
  const added = fingerprint(migrations);
  rmSync(join(migrations, '9999_more.sql'));
  const [first = ''] = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  writeFileSync(join(migrations, first), `${readFileSync(join(migrations, first), 'utf8')} `);
  const changed = fingerprint(migrations);
  expect(new Set([made, added, changed]).size).toBe(3);
});

test('an image that is cut or changed is refused with a sentence', async () => {
  const damaged = place('damaged.tar.gz');
  for (const damage of [
    (bytes: Buffer) => bytes.subarray(0, bytes.byteLength - 1000),
    (bytes: Buffer) => bytes.fill(0, 100_000, 100_100),
  ]) {
    writeFileSync(damaged, damage(readFileSync(image)));
    const unpacked = unpackImage(damaged, place('from-damaged'));
    await expect(unpacked).rejects.toThrow(OperatorError);
    await expect(unpacked).rejects.toThrow(
      /Could not unpack a new database from .* install Embarka again/,
    );
    rmSync(place('from-damaged'), { recursive: true });
  }
});
