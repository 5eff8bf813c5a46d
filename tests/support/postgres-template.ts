import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of a test's own. */
export interface ScratchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database on the server that `url` names. */
export function createDatabase(url: string): Promise<ScratchDatabase> {
  return create(url, '');
}

/** A copy of the database that `url` names, which nobody may be connected to. */
export function copyDatabase(url: string): Promise<ScratchDatabase> {
  return create(url, ` template ${pg.escapeIdentifier(new URL(url).pathname.slice(1))}`);
}

async function create(url: string, template: string): Promise<ScratchDatabase> {
  const name = `embarka_e2e_${randomUUID().replaceAll('-', '')}`;
  await ask(url, `create database ${name}${template}`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return { url: created.href, drop: () => ask(url, `drop database ${name} with (force)`) };
}

/** From another database: one that somebody is connected to is neither copied nor dropped. */
async function ask(url: string, statement: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
