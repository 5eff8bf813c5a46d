import { expect, test } from 'vitest';
import { testHost } from '../tests/support/host.ts';
import { useDatabase } from '../tests/support/database.ts';
import { teamServices } from '../tests/support/team.ts';
import { ROOMS } from './modules.ts';

const store = useDatabase();

test('whatever rooms do by the clock comes round in a process that is restarted every few hours', () => {
  const host = testHost(store.db, teamServices(store.db));
  const chores = ROOMS.flatMap((room) => room.chores?.(host) ?? []);
  expect(chores.length).toBeGreaterThan(5);
  // The interval is counted from the start of the process, so longer ones might never run.
  expect(chores.filter(({ everyMs }) => everyMs > 60 * 60_000)).toEqual([]);
});
