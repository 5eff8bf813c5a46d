import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of a test's own. */
export interface ScratchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database on the server that `url` names. */
export function createDatabase(url: string): Promise<ScratchDatabase> {
  return create(url, `embarka_e2e_${randomUUID().replaceAll('-', '')}`, '');
}

/** A copy of the database that `url` names, which nobody may be connected to, named after it. */
export function copyDatabase(url: string): Promise<ScratchDatabase> {
  const template = new URL(url).pathname.slice(1);
  const copy = `${template}_${randomUUID().slice(0, 8)}`;
  return create(url, copy, ` template ${pg.escapeIdentifier(template)}`);
}

/** Drops every copy of this database that is left, whoever made it and ended without a word. */
export async function dropCopies(url: string): Promise<void> {
  const template = new URL(url).pathname.slice(1);
  const { rows } = await ask<{ datname: string }>(
    url,
    `select datname from pg_database where starts_with(datname, ${pg.escapeLiteral(`${template}_`)})`,
  );
  for (const { datname } of rows) await ask(url, `drop database ${datname} with (force)`);
}

async function create(url: string, name: string, template: string): Promise<ScratchDatabase> {
  await ask(url, `create database ${name}${template}`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return {
    url: created.href,
    drop: async () => void (await ask(url, `drop database ${name} with (force)`)),
  };
}

/** From another database: one that somebody is connected to is neither copied nor dropped. */
async function ask<Row extends object>(
  url: string,
  statement: string,
): Promise<pg.QueryResult<Row>> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    await client.end();
  }
}
