/** The floor of a list: Node, the same database, one plain query for fifty rows, and a page that holds them. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

interface Row {
  readonly email: string;
}

interface Plain {
  read(): Promise<{ rows: Row[] }>;
  close(): Promise<void>;
}

const { DATA_DIR = '', DATABASE_URL, PORT } = process.env;
const QUERY = `select v.id, v.email, v.state, v.waiting_since, v.updated_at from visitors v
  where v.state in ('waiting', 'open') and v.agent_id = (select id from profiles limit 1)
  order by v.updated_at desc, v.id desc limit 50`;

const database = DATABASE_URL ? onPostgres(DATABASE_URL) : await embedded();
const http = createServer((request, response) => {
  void database.read().then(({ rows }) => {
    if (request.url === '/list.json') return response.end(JSON.stringify(rows));
    const items = rows.map(({ email }) => `<li>${email}</li>`).join('');
    response.setHeader('Content-Type', 'text/html');
    return response.end(`<!doctype html><title>List</title><aside><ul>${items}</ul></aside>`);
  });
});
http.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => void database.close().then(() => process.exit()));

function onPostgres(connectionString: string): Plain {
  const pool = new pg.Pool({ connectionString });
  return { read: () => pool.query<Row>(QUERY), close: () => pool.end() };
}

async function embedded(): Promise<Plain> {
  const lite = await PGlite.create(join(DATA_DIR, 'db'));
  return { read: () => lite.query<Row>(QUERY), close: () => lite.close() };
}
