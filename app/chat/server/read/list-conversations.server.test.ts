import { expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { visitorAddressParts, visitors } from '../tables.server.ts';
import { readInbox } from './read-inbox.server.ts';

const store = useDatabase();
const clock = new TestClock();
const MINUTE_MS = 60_000;

/** Inserts more visitors than the search scans. `first` is the oldest and comes last in the list. */
async function fillList(first: string, others = 600): Promise<void> {
  const emails = Array.from({ length: others }, (_, n) => `person-${n}@saltworks.example`);
  await store.db.insert(visitors).values(
    [first, ...emails].map((email, n) => {
      const at = new Date(clock.now().getTime() + n * MINUTE_MS);
      return { email, agentId: 'maya', createdAt: at, updatedAt: at };
    }),
  );
}

const find = async (search: string, page = {}) => {
  const entries = await readInbox(store.db, { agentId: 'maya', search, ...page });
  return entries.map(({ email }) => email);
};

test('whoever is far down the list is found by any part of the address', async () => {
  await hire(store.db, 'maya');
  await fillList(VISITORS.elena);
  for (const part of ['elena', 'ELENA.ruiz@', 'z@n', 'z@', '@northfold.example', VISITORS.elena]) {
    expect(await find(part)).toEqual([VISITORS.elena]);
  }
  expect(await find('elenaruiz')).toEqual([]);
  expect(await find('?')).toEqual([]);
});

test('what means something to the database is looked for as it is typed', async () => {
  await hire(store.db, 'maya');
  await fillList(String.raw`50%_\o'hara@northfold.example`);
  for (const part of ['50%', '%_', String.raw`_\o`, "o'h"]) {
    expect(await find(part)).toEqual([String.raw`50%_\o'hara@northfold.example`]);
  }
  expect(await find('5_%')).toEqual([]);
  expect(await find('%hara')).toEqual([]);
});

test('pages of what is found follow one another without gap or repeat', async () => {
  await hire(store.db, 'maya');
  await fillList(VISITORS.elena);
  // One visitor in a hundred matches, which is fewer than a page among the scanned visitors.
  const pages: string[] = [];
  let after: { at: string; visitorId: string } | undefined;
  for (;;) {
    const entries = await readInbox(store.db, {
      agentId: 'maya',
      search: '00@',
      entriesPerPage: 2,
      ...(after ? { after } : {}),
    });
    pages.push(...entries.map(({ email }) => email));
    const last = entries.at(-1);
    if (!last || entries.length < 2) break;
    after = { at: last.updatedAt, visitorId: last.visitorId };
  }
  expect(pages).toEqual(
    ['500', '400', '300', '200', '100'].map((n) => `person-${n}@saltworks.example`),
  );
});

test('nobody else’s visitors are found, and who is gone is not', async () => {
  await hire(store.db, 'maya');
  await hire(store.db, 'leo');
  await fillList(VISITORS.elena);
  const leos = await readInbox(store.db, { agentId: 'leo', search: 'elena' });
  expect(leos).toEqual([]);
  expect(await readInbox(store.db, { agentId: 'leo', scope: 'all', search: 'elena' })).toHaveLength(
    1,
  );
  await store.db.delete(visitors);
  expect(await find('elena')).toEqual([]);
  expect(await store.db.$count(visitorAddressParts)).toBe(0);
});
