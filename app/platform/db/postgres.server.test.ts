import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../../tests/support/server.ts';
import { createLog } from '../log.server.ts';
import { OperatorError } from '../operator-error.ts';
import { isDatabaseAway } from './database.server.ts';
import { reachPostgres } from './postgres.server.ts';

const log = createLog('silent');

async function refusalOf(url: string): Promise<string> {
  const refusal: unknown = await reachPostgres(url, log).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  return (refusal as OperatorError).message;
}

test('a PostgreSQL that nobody started is one sentence with its place and without the password', async () => {
  const port = await freePort();
  expect(await refusalOf(`postgres://embarka:secret@127.0.0.1:${port}/embarka`)).toBe(
    `PostgreSQL at 127.0.0.1:${port} cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL.`,
  );
  expect(await refusalOf('postgres:///embarka?host=/nowhere')).toBe(
    'PostgreSQL at /nowhere:5432 cannot be reached (ENOENT): start it, or correct DATABASE_URL.',
  );
});

test('a name with two addresses, neither of which answers, is a database that is away', async () => {
  const port = await freePort();
  const socket = connect({
    port,
    host: 'localhost',
    lookup: (_host, _options, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]),
  });
  const [error] = (await once(socket, 'error')) as unknown[];
  expect(error).toBeInstanceOf(AggregateError);
  expect(isDatabaseAway(error)).toBe(true);
});
