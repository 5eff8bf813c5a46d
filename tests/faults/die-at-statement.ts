/**
 * Loaded into a server with --import: it kills itself before the first statement to its database
 * that is DIE_AT_STATEMENT.
 */
import pg from 'pg';

const last = process.env.DIE_AT_STATEMENT;
const { query } = pg.Client.prototype;

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [asked] = args as [string | { readonly text?: string } | undefined];
  const text = typeof asked === 'string' ? asked : asked?.text;
  if (text !== undefined && text === last) process.kill(process.pid, 'SIGKILL');
  return Reflect.apply(query, this, args) as unknown;
} as typeof query;
