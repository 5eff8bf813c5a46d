import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';

const store = useDatabase();

const ROW_BYTES = 20_000;
const QUERIES = 400;

setFlagsFromString('--expose-gc');
const collectYoung = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/** Memory that only a full garbage collection frees. */
const oldBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((sum, { space_used_size: used }) => sum + used, 0);

test('what queries leave behind does not outlive them, in a transaction neither', async () => {
  const ask = () =>
    store.db.transaction((tx) =>
      tx.execute<{ text: string }>(sql`select repeat('x', ${ROW_BYTES}::int) as text`),
    );
  await ask();
  // Surviving objects move to the old generation.
  for (let time = 0; time < 2; time += 1) collectYoung({ type: 'minor' });
  const before = oldBytes();
  let answered = 0;
  for (let asked = 0; asked < QUERIES; asked += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as the garbage of a server comes
    const { rows } = await ask();
    answered += rows[0]?.text.length ?? 0;
    if (asked % 20 === 0) collectYoung({ type: 'minor' });
  }
  expect(answered).toBe(ROW_BYTES * QUERIES);
  expect(oldBytes() - before).toBeLessThan((ROW_BYTES * QUERIES) / 4);
});

test('a query that fails says where it was asked from', async () => {
  const failed = store.db
    .transaction((tx) => tx.execute(sql`select 1 / 0`))
    .catch((error: { cause?: Error }) => error.cause?.stack);
  expect(await failed).toContain('brief-queries.server.test.ts');
});
