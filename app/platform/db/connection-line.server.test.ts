import { afterAll, expect, test } from 'vitest';
import { ConnectionLine, MAX_WAITING } from './connection-line.server.ts';
import { isDatabaseAway } from './database.server.ts';
import { openInMemory } from './embedded.server.ts';

const database = await openInMemory();
const { pool } = database;

afterAll(() => database.close());

test('what is prepared goes before what waits longer', async () => {
  const done: string[] = [];
  const ask = async (text: string, name?: string) => {
    await pool.query(name === undefined ? { text } : { text, name });
    done.push(name ?? text);
  };
  const asked = [
    ask('select pg_sleep(0.05)'),
    ask('select 1'),
    ask('select 2'),
    ask('select 3', 'message'),
  ];
  expect(database.countWaiting()).toBe(3);
  await Promise.all(asked);
  expect(done).toEqual(['select pg_sleep(0.05)', 'message', 'select 1', 'select 2']);
  expect(database.countWaiting()).toBe(0);
});

test('nobody waits behind a flood of it for ever', async () => {
  const line = new ConnectionLine();
  const went: string[] = [];
  await line.enter(true);
  const others = ['report', 'search'].map((name) => line.enter(false).then(() => went.push(name)));
  const flood = Array.from({ length: 30 }, () => line.enter(true).then(() => went.push('message')));
  for (let turn = 0; turn < 32; turn += 1) {
    line.leave();
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await Promise.resolve();
  }
  await Promise.all([...others, ...flood]);
  expect([went.indexOf('report'), went.indexOf('search')]).toEqual([8, 17]);
  line.leave();
  await line.enter(false);
});

test('a full queue refuses the next query as a database that passes, and serves those that wait', async () => {
  const line = new ConnectionLine();
  await line.enter(false);
  let served = 0;
  const waiting = Array.from({ length: MAX_WAITING }, (_, n) =>
    line.enter(n % 2 === 0).then(() => {
      served += 1;
      line.leave();
    }),
  );
  const refusal = await line.enter(true).catch((error: unknown) => error);
  expect(isDatabaseAway(refusal)).toBe(true);
  line.leave();
  await Promise.all(waiting);
  expect(served).toBe(MAX_WAITING);
  await line.enter(false);
});

test('a transaction keeps the connection until its end, and a failure hands it on', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const failing = pool.query('select 1 / 0').catch((error: unknown) => (error as Error).message);
  const message = pool.query({ name: 'one', text: 'select 1 as one' });
  await client.query('select 1');
  expect(database.countWaiting()).toBe(2);
  await client.query('commit');
  client.release();
  expect(() => client.release()).toThrow('already been released');
  expect((await message).rows).toEqual([{ one: 1 }]);
  expect(await failing).toBe('division by zero');
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});
