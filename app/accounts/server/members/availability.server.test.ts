import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { profiles } from '../tables.server.ts';
import { renewPresence } from './availability.server.ts';

const store = useDatabase();

test('who left just before the clock was set back an hour is not taken for present until then', async () => {
  const { db } = store;
  await hire(db, 'maya', { connectedUntil: sql`clock_timestamp() + interval '1 hour'` as never });
  const { id } = await hire(db, 'leo', {
    connectedUntil: sql`clock_timestamp() + interval '40 seconds'` as never,
  });
  const present = async () =>
    (
      await db
        .select({ id: profiles.id })
        .from(profiles)
        .where(sql`${profiles.connectedUntil} > clock_timestamp()`)
    ).map((person) => person.id);
  await renewPresence(db, []);
  expect(await present()).toEqual([id]);
  // A connected member gets a new lease at once.
  await db
    .update(profiles)
    .set({ connectedUntil: sql`clock_timestamp() + interval '1 hour'` })
    .where(eq(profiles.id, 'maya'));
  await renewPresence(db, ['maya']);
  expect((await present()).toSorted()).toEqual(['maya', id].toSorted());
});
