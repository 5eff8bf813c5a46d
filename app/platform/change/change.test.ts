import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { NOBODY, teamServices } from '../../../tests/support/team.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { auditLog, installationSecrets, jobsTable } from '../tables.server.ts';
import { change } from './change.server.ts';

const store = useDatabase();

function createTestContext() {
  const told: string[] = [];
  const appContext = {
    ...teamServices(store.db),
    afterChange: {
      nudge: () => void told.push('nudge'),
      pageChanged: (path: string) => void told.push(`page ${path}`),
      committed: () => void told.push('committed'),
    },
  };
  return { appContext, told };
}

/**
 * The driver's error when PostgreSQL ends a transaction because of a deadlock or a serialization
 * failure.
 */
const ended = (code: string) => new Error('Failed query', { cause: { code } });

describe('a change', () => {
  test('writes its audit entries and outbox rows with it, and tells after the commit', async () => {
    const { appContext, told } = createTestContext();
    const value = await change(appContext, NOBODY, async (tx, after) => {
      await tx.insert(installationSecrets).values({ name: 'a', value: '1' });
      after.audit('invited', { subject: 'maya@embarka.example' });
      after.deliver('mail', { key: 'one', payload: { a: 1 } });
      after.hint(async () => {
        const rows = await store.db.select().from(jobsTable);
        told.push(`hint beside ${rows.length}`);
      });
      after.changed('page', '/services');
      after.changed('page', '/services');
      expect(told).toEqual([]);
      return 7;
    });
    expect(value).toBe(7);
    expect(told).toEqual(['page /services', 'hint beside 1', 'nudge', 'committed']);
    expect(await store.db.select().from(auditLog)).toMatchObject([
      { action: 'invited', subject: 'maya@embarka.example', requestId: 'request-1' },
    ]);
    expect(await store.db.select().from(jobsTable)).toMatchObject([
      { kind: 'mail', key: 'one', lane: '', payload: { a: 1 }, state: 'open', attempts: 0 },
    ]);
  });

  test('that is refused leaves and tells nothing', async () => {
    const { appContext, told } = createTestContext();
    const work = change(appContext, NOBODY, async (tx, after) => {
      await tx.insert(installationSecrets).values({ name: 'a', value: '1' });
      after.audit('invited', {});
      after.deliver('mail', { key: 'one', payload: {} });
      after.hint(() => told.push('hint'));
      throw new Error('No');
    });
    await expect(work).rejects.toThrow('No');
    expect(told).toEqual([]);
    expect(await store.db.select().from(auditLog)).toEqual([]);
    expect(await store.db.select().from(jobsTable)).toEqual([]);
    expect(await store.db.select().from(installationSecrets)).toEqual([]);
  });

  test.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('starts over after %s, and nothing of the first try is left', async (_, code) => {
    const { appContext, told } = createTestContext();
    let tries = 0;
    await change(appContext, NOBODY, async (tx, after) => {
      tries += 1;
      await tx.insert(installationSecrets).values({ name: `try ${tries}`, value: '1' });
      after.audit('invited', { subject: `try ${tries}` });
      after.deliver('mail', { key: `try ${tries}`, payload: {} });
      after.hint(() => told.push(`try ${tries}`));
      after.changed('page', `/${tries}`);
      if (tries === 1) throw ended(code);
    });
    expect(told).toEqual(['page /2', 'try 2', 'nudge', 'committed']);
    const left = {
      secrets: (await store.db.select().from(installationSecrets)).map(({ name }) => name),
      audit: (await store.db.select().from(auditLog)).map(({ subject }) => subject),
      outbox: (await store.db.select().from(jobsTable)).map(({ key }) => key),
    };
    expect(left).toEqual({ secrets: ['try 2'], audit: ['try 2'], outbox: ['try 2'] });
  });

  test('gives up when it is ended again and again, and other faults at once', async () => {
    const { appContext } = createTestContext();
    let tries = 0;
    const again = (code: string) =>
      change(appContext, NOBODY, () => {
        tries += 1;
        return Promise.reject(ended(code));
      });
    await expect(again('40P01')).rejects.toThrow('Failed query');
    expect(tries).toBe(8);
    await expect(again('23505')).rejects.toThrow('Failed query');
    expect(tries).toBe(9);
  });

  test('is done although what it tells fails', async () => {
    const { appContext, told } = createTestContext();
    await change(appContext, NOBODY, async (tx, after) => {
      await tx.insert(installationSecrets).values({ name: 'a', value: '1' });
      after.hint(() => Promise.reject(new Error('The socket is gone')));
      after.hint(() => told.push('the next'));
    });
    expect(told).toEqual(['the next', 'committed']);
    expect(await store.db.$count(installationSecrets)).toBe(1);
  });

  test('adds nothing to the outbox that is open there already, and does once it is over', async () => {
    const { appContext } = createTestContext();
    const add = (value: number) =>
      change(appContext, NOBODY, (_tx, after) => {
        after.deliver('mail', { key: 'one', payload: { value } });
        after.deliver('mail', { key: 'one', payload: { value } });
        return Promise.resolve();
      });
    await Promise.all([add(1), add(2)]);
    expect(await store.db.$count(jobsTable)).toBe(1);
    await store.db.execute(sql`update outbox set state = 'failed', ended_at = now()`);
    await add(3);
    expect(await store.db.$count(jobsTable)).toBe(2);
  });

  test('that meets another head-on is done, both of them', async () => {
    const { appContext } = createTestContext();
    await store.db.insert(installationSecrets).values([
      { name: 'a', value: '' },
      { name: 'b', value: '' },
    ]);
    const inOrder = (names: readonly string[], by: string) =>
      change(appContext, NOBODY, async (tx) => {
        for (const name of names) {
          await tx.execute(
            sql`update installation_secrets set value = value || ${by} where name = ${name}`,
          );
          await tx.execute(sql`select pg_sleep(0.05)`);
        }
      });
    await Promise.all([inOrder(['a', 'b'], '1'), inOrder(['b', 'a'], '2')]);
    const rows = await store.db.select().from(installationSecrets);
    expect(rows.map(({ value }) => value.split('').sort().join(''))).toEqual(['12', '12']);
  });
});
