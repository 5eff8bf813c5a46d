/** The baseline of a start: Node and PGlite on the same folder, nothing else. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const { DATA_DIR = '', PORT } = process.env;
const database = await PGlite.create(join(DATA_DIR, 'db'));
const http = createServer((_request, response) => response.end('hello'));
http.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => void database.close().then(() => process.exit()));
