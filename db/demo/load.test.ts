import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { teamServices } from '../../tests/support/team.ts';
import { profiles } from '../../app/accounts/server/tables.server.ts';
import { loadDemo } from './load.ts';

const store = useDatabase();

test('demo accounts have passwords nobody can know, and come into no team that exists', async () => {
  const { auth, clock } = teamServices(store.db);
  const first = await loadDemo(store.db, auth, clock);
  expect(first.every(({ password }) => /^[\w-]{16}$/.test(password))).toBe(true);
  expect(await loadDemo(store.db, auth, clock)).toEqual([]);
  expect(await store.db.select().from(profiles)).toHaveLength(first.length);
  await store.db.delete(profiles);
  await store.db.execute('truncate auth_users, visitors, conversations, service_reviews cascade');
  const second = await loadDemo(store.db, auth, clock);
  const all = [...first, ...second].map(({ password }) => password);
  expect(new Set(all).size).toBe(all.length);
});
