import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { NOBODY, teamServices } from '../../../tests/support/team.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { jobsTable } from '../tables.server.ts';
import { change, type Delivery } from './change.server.ts';
import { claimEntry, findDueGroups, forgetEnded } from './claim.server.ts';
import type { Job, JobKind, Outcome } from './kind.ts';
import { JobWorker } from './job-worker.server.ts';
import { storedText } from '../stored-message.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const store = useDatabase();

const workers: JobWorker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));

function setUp(
  deliver: (job: Job, signal: AbortSignal) => Promise<Outcome>,
  change_: Partial<JobKind> = {},
) {
  const services = teamServices(store.db);
  const kind: JobKind = {
    name: 'test',
    retryAfterMs: [10 * SECOND, MINUTE],
    leaseMs: MINUTE,
    concurrencyGroups: 2,
    atOnce: 2,
    keepDoneMs: 0,
    keepFailedMs: MINUTE,
    deliver,
    ...change_,
  };
  const events: string[] = [];
  const open = () => {
    const worker = new JobWorker({
      ...services,
      kinds: [kind],
      report: (name, event) => void events.push(`${name} ${event}`),
    });
    workers.push(worker);
    return worker;
  };
  const worker = open();
  return {
    ...services,
    kind,
    events,
    worker,
    open,
    add: (...deliveries: Delivery[]) =>
      change(services, NOBODY, (_tx, after) => {
        for (const one of deliveries) after.deliver('test', one);
        return Promise.resolve();
      }),
    async turn(of = worker) {
      await of.look();
      await of.settled();
    },
    rows: () => store.db.select().from(jobsTable).orderBy(jobsTable.key),
  };
}

const createEntry = (key: string, lane = '', due?: Date): Delivery => ({
  key,
  lane,
  payload: { key },
  ...(due ? { due } : {}),
});
const DONE = { result: 'done' } as const;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('what is in the outbox', () => {
  test('is done once by two processes at once, and forgotten', async () => {
    const done: string[] = [];
    const it = setUp((one) => {
      done.push(one.key);
      return Promise.resolve(DONE);
    });
    await it.add(
      ...Array.from({ length: 20 }, (_, index) => createEntry(`k${index}`, `lane ${index % 3}`)),
    );
    const other = it.open();
    for (let round = 0; round < 4; round += 1) await Promise.all([it.turn(), it.turn(other)]);
    expect(done.toSorted()).toEqual([...new Set(done)].toSorted());
    expect(done).toHaveLength(20);
    expect(await it.rows()).toEqual([]);
    expect(it.events.filter((event) => event === 'test done')).toHaveLength(20);
  });

  test('is not touched before it is due', async () => {
    const done: string[] = [];
    const it = setUp((one) => {
      done.push(one.key);
      return Promise.resolve(DONE);
    });
    await it.add(createEntry('a', '', new Date(it.clock.now().getTime() + MINUTE)));
    await it.turn();
    expect(done).toEqual([]);
    it.clock.advance(MINUTE);
    await it.turn();
    expect(done).toEqual(['a']);
  });

  test('is tried again after each wait, and given up after the last', async () => {
    let tries = 0;
    const it = setUp(() => {
      tries += 1;
      return Promise.reject(new Error('maya@embarka.example: mailbox full'));
    });
    await it.add(createEntry('a'));
    await it.turn();
    it.clock.advance(9 * SECOND);
    await it.turn();
    expect(tries).toBe(1);
    it.clock.advance(SECOND);
    await it.turn();
    it.clock.advance(MINUTE);
    await it.turn();
    await it.turn();
    expect(tries).toBe(3);
    expect(await it.rows()).toMatchObject([
      {
        state: 'failed',
        attempts: 3,
        lease: null,
        lastErrorMessage: storedText('(address): mailbox full'),
      },
    ]);
    expect(it.events.filter((event) => event === 'test failed')).toHaveLength(1);
    await forgetEnded(store.db, it.clock, [it.kind]);
    expect(await it.rows()).toHaveLength(1);
    it.clock.advance(MINUTE + 1);
    await forgetEnded(store.db, it.clock, [it.kind]);
    expect(await it.rows()).toEqual([]);
  });

  test('that was called off by its handler has all its tries left', async () => {
    const it = setUp(() => Promise.resolve({ result: 'later', afterMs: MINUTE }));
    await it.add(createEntry('a'));
    for (let count = 0; count < 5; count += 1) {
      await it.turn();
      it.clock.advance(MINUTE);
    }
    expect(await it.rows()).toMatchObject([{ state: 'open', attempts: 0, lease: null }]);
  });

  test('is taken over from a process that died, whose late answer counts for nothing', async () => {
    const first = gate();
    let tries = 0;
    const it = setUp(async () => {
      tries += 1;
      if (tries === 1) await first.opened;
      return tries === 1 ? DONE : { result: 'retry', error: storedText('not now') };
    });
    await it.add(createEntry('a'));
    await it.worker.look();
    await expect.poll(() => tries).toBe(1);
    const other = it.open();
    await it.turn(other);
    expect(tries).toBe(1);
    it.clock.advance(MINUTE);
    await it.turn(other);
    expect(tries).toBe(2);
    first.open();
    await it.worker.settled();
    expect(await it.rows()).toMatchObject([{ state: 'open', attempts: 2 }]);
  });

  test('is not taken again by the process that is at it, though the clock jumps past its lease', async () => {
    const first = gate();
    const tried: string[] = [];
    const it = setUp(async ({ key }) => {
      tried.push(key);
      if (key === 'a') await first.opened;
      return DONE;
    });
    await it.add(createEntry('a'));
    await it.worker.look();
    await expect.poll(() => tried).toEqual(['a']);
    it.clock.advance(2 * MINUTE);
    await it.add(createEntry('b'));
    await it.worker.look();
    await expect.poll(() => tried).toEqual(['a', 'b']);
    first.open();
    await it.worker.settled();
    expect(tried).toEqual(['a', 'b']);
    expect(await it.rows()).toEqual([]);
  });

  test('that ends every process that tries it is given up all the same', async () => {
    const it = setUp(() => Promise.resolve(DONE));
    await it.add(createEntry('a'));
    for (let count = 0; count < 3; count += 1) {
      await claimEntry(store.db, it.clock.now(), it.kind, '');
      it.clock.advance(MINUTE);
    }
    await it.turn();
    expect(await it.rows()).toMatchObject([{ state: 'failed' }]);
    expect(it.events).not.toContain('test attempt');
  });

  test('is noted together with what its handler writes, or not at all', async () => {
    const it = setUp(
      (one) =>
        Promise.resolve({
          result: 'done',
          settle: async (tx) => {
            await tx.insert(jobsTable).values({
              kind: 'other',
              key: 'follows',
              lane: '',
              payload: {},
              due: new Date(0),
              createdAt: new Date(0),
            });
            if (one.key === 'b') throw new Error('No');
          },
        }),
      { keepDoneMs: MINUTE },
    );
    await it.add(createEntry('b'));
    await it.turn();
    expect(await it.rows()).toMatchObject([{ key: 'b', state: 'open', attempts: 1 }]);
    await store.db.delete(jobsTable);
    await it.add(createEntry('a'));
    await it.turn();
    expect(await it.rows()).toMatchObject([
      { key: 'a', state: 'done' },
      { key: 'follows', state: 'open' },
    ]);
  });

  test('of a kind that this version does not know is left alone', async () => {
    const it = setUp(() => Promise.resolve(DONE));
    await it.add(createEntry('a'));
    await store.db.update(jobsTable).set({ kind: 'of-tomorrow' }).where(eq(jobsTable.key, 'a'));
    await it.turn();
    expect(await it.rows()).toMatchObject([{ state: 'open', attempts: 0 }]);
  });
});

describe('a lane', () => {
  test('that hangs delays no other, and neither does one entry in it', async () => {
    const hanging = gate();
    const done: string[] = [];
    const it = setUp(async ({ key }) => {
      if (key.startsWith('hang')) await hanging.opened;
      done.push(key);
      return DONE;
    });
    await it.add(createEntry('hang 1', 'slow'), createEntry('x', 'slow'), createEntry('y', 'slow'));
    await it.add(createEntry('a', 'quick'), createEntry('b', 'quick'));
    await it.worker.look();
    await expect.poll(() => done.toSorted()).toEqual(['a', 'b', 'x', 'y']);
    await it.add(createEntry('z', 'slow'), createEntry('c', 'quick'));
    await it.worker.look();
    await expect.poll(() => done.length).toBe(6);
    hanging.open();
    await it.worker.settled();
    expect(await it.rows()).toEqual([]);
  });

  test('has its places and no more, however much is due', async () => {
    let running = 0;
    let most = 0;
    const it = setUp(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return DONE;
    });
    const concurrencyGroups = 7;
    await it.add(
      ...Array.from({ length: 70 }, (_, index) =>
        createEntry(`k${index}`, `lane ${index % concurrencyGroups}`),
      ),
    );
    await expect
      .poll(
        async () => {
          await it.turn();
          return (await it.rows()).length;
        },
        { timeout: 15_000 },
      )
      .toBe(0);
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
  });

  test('with thousands due before it still gets its turn', async () => {
    const hanging = gate();
    const done: string[] = [];
    const it = setUp(async ({ lane, key }) => {
      if (lane === 'flood') await hanging.opened;
      done.push(key);
      return DONE;
    });
    await it.add(...Array.from({ length: 3000 }, (_, index) => createEntry(`f${index}`, 'flood')));
    it.clock.advance(SECOND);
    await it.add(createEntry('a', 'small'));
    await it.worker.look();
    await it.worker.look();
    await expect.poll(() => done).toEqual(['a']);
    await store.db.delete(jobsTable);
    hanging.open();
  });
});

describe('a process that ends', () => {
  test('gives back what hangs, as if it had not been tried', async () => {
    const it = setUp(() => new Promise(() => {}));
    await it.add(createEntry('a'));
    await it.worker.look();
    await expect.poll(() => it.events).toEqual(['test attempt']);
    await it.worker.close();
    expect(await it.rows()).toMatchObject([{ state: 'open', attempts: 0, lease: null }]);
    const other = setUp(() => Promise.resolve(DONE));
    await other.turn();
    expect(await it.rows()).toEqual([]);
  });

  test('waits for what ends in time, and takes nothing new', async () => {
    const done: string[] = [];
    const first = gate();
    const it = setUp(
      async ({ key }) => {
        await first.opened;
        done.push(key);
        return DONE;
      },
      { atOnce: 1 },
    );
    await it.add(createEntry('a'));
    it.clock.advance(SECOND);
    await it.add(createEntry('b'));
    await it.worker.look();
    await expect.poll(() => it.events.length).toBeGreaterThan(0);
    const closed = it.worker.close();
    first.open();
    await closed;
    expect(done).toEqual(['a']);
    expect(await it.rows()).toMatchObject([{ key: 'b', attempts: 0 }]);
  });
});

test('asking for what is due reads an index, not the table', async () => {
  const it = setUp(() => Promise.resolve(DONE));
  const later = new Date(it.clock.now().getTime() + MINUTE);
  await it.add(...Array.from({ length: 2000 }, (_, index) => createEntry(`k${index}`, '', later)));
  await store.pool.query('analyze outbox');
  expect(await findDueGroups(store.db, it.clock.now(), { kinds: ['test'], except: [] })).toEqual(
    [],
  );
  const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(
    `explain select kind, lane from outbox where state = 'open' and due <= $1 order by due limit 500`,
    [it.clock.now()],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('outbox_due');
});
