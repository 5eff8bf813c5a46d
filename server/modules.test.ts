import { expect, test } from 'vitest';
import { createTestAppContext } from '../tests/support/app-context.ts';
import { useDatabase } from '../tests/support/database.ts';
import { teamServices } from '../tests/support/team.ts';
import { MODULES } from './modules.ts';

const store = useDatabase();

test('whatever rooms do by the clock comes round in a process that is restarted every few hours', () => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const scheduledJobs = MODULES.flatMap(
    (featureModule) => featureModule.scheduledJobs?.(appContext) ?? [],
  );
  expect(scheduledJobs.length).toBeGreaterThan(5);
  // The interval is counted from the start of the process, so longer ones might never run.
  expect(scheduledJobs.filter(({ everyMs }) => everyMs > 60 * 60_000)).toEqual([]);
});
