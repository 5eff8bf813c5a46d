import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChatContext, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { change } from '../change/change.server.ts';
import type { Database } from '../db/database.server.ts';
import {
  numberEvents,
  EVENTS_EXPIRE_AFTER_DAYS,
  findEventNumber,
  forgetEvents,
  readEventsAfter,
} from './read-events.server.ts';
import { events, unnumberedEvents } from './tables.server.ts';

const store = useDatabase();
const clock = new TestClock();

/**
 * Only a PostgreSQL server allows several open transactions: the embedded database has one
 * connection.
 */
const isServer = Boolean(process.env.TEST_DATABASE_URL);

class Undone extends Error {}

async function happen(
  subject: string,
  { meanwhile, isUndone = false }: { meanwhile?: () => Promise<unknown>; isUndone?: boolean } = {},
): Promise<void> {
  const work = change(createChatContext(store.db, clock), undefined, async (tx: Database) => {
    await tx.insert(unnumberedEvents).values({ type: 'thing.happened', subject, at: clock.now() });
    await meanwhile?.();
    if (isUndone) throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

class Follower {
  readonly seen: { readonly number: number; readonly subject: string }[] = [];

  async look(limit = 7): Promise<boolean> {
    const after = this.seen.at(-1)?.number ?? 0;
    const page = await readEventsAfter(store.db, after, limit);
    this.seen.push(...page.events.map(({ number, subject }) => ({ number, subject })));
    return page.events.length > 0;
  }

  async catchUp(): Promise<void> {
    while (await this.look());
  }

  subjects(): string[] {
    return this.seen.map(({ subject }) => subject);
  }

  numbers(): number[] {
    return this.seen.map(({ number }) => number);
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('what was committed gets 1, 2, 3 … without gaps, what was undone gets none', async () => {
  await happen('a');
  await happen('b', { isUndone: true });
  await happen('c');
  const follower = new Follower();
  await follower.catchUp();
  expect(follower.seen).toEqual([
    { number: 1, subject: 'a' },
    { number: 2, subject: 'c' },
  ]);
  await happen('d');
  await follower.catchUp();
  expect(follower.seen.at(-1)).toEqual({ number: 3, subject: 'd' });
  expect(await store.db.$count(unnumberedEvents)).toBe(0);
});

test('what began first and is committed last comes last, and whoever has read further misses nothing', async () => {
  const follower = new Follower();
  const within = async () => {
    // With a single connection, the other transactions wait until this one has ended.
    if (!isServer) return;
    await happen('second');
    await follower.catchUp();
    expect(follower.subjects()).toEqual(['second']);
    await happen('third');
    await follower.catchUp();
  };
  await happen('first', { meanwhile: within });
  if (!isServer) for (const late of ['second', 'third']) await happen(late);
  await follower.catchUp();
  expect(follower.subjects().toSorted()).toEqual(['first', 'second', 'third']);
  expect(follower.subjects()[0]).toBe(isServer ? 'second' : 'first');
  expect(follower.numbers()).toEqual([1, 2, 3]);
});

test('many who write at once and many who follow: nobody misses anything, has it twice or out of order', async () => {
  const plan = fc.record({
    writers: fc.array(
      fc.array(fc.record({ wait: fc.integer({ min: 0, max: 3 }), isUndone: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    followers: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ writers, followers, limit }) => {
      await store.pool.query('delete from events');
      const committed: string[] = [];
      const writing = { isOver: false };
      const write = async (steps: (typeof writers)[number], writer: number) => {
        for (const [index, { wait, isUndone }] of steps.entries()) {
          const subject = `${writer}:${index}`;
          await happen(subject, { isUndone, meanwhile: () => sleep(wait) });
          if (!isUndone) committed.push(subject);
        }
      };
      const all = Array.from({ length: followers }, () => new Follower());
      const follow = async (follower: Follower) => {
        while (!writing.isOver) {
          await follower.look(limit);
          await sleep(1);
        }
        await follower.catchUp();
      };
      const following = all.map(follow);
      await Promise.all(writers.map(write));
      writing.isOver = true;
      await Promise.all(following);
      for (const follower of all) {
        expect(follower.numbers()).toEqual(upTo(committed.length));
        expect(follower.subjects().toSorted()).toEqual(committed.toSorted());
        // The events of each writer keep their order.
        for (const [writer] of writers.entries()) {
          const theirs = follower.subjects().filter((subject) => subject.startsWith(`${writer}:`));
          expect(theirs).toEqual(
            theirs.toSorted((a, b) => Number(a.split(':')[1]) - Number(b.split(':')[1])),
          );
        }
      }
    }),
    propertyRuns(isServer ? 25 : 15),
  );
});

test('who gives numbers and dies before the commit has given none', async () => {
  await happen('a');
  const dying = store.db.transaction(async (tx) => {
    await numberEvents(tx);
    expect(await tx.$count(events)).toBe(1);
    throw new Undone();
  });
  await expect(dying).rejects.toThrow(Undone);
  expect(await store.db.$count(events)).toBe(0);
  const follower = new Follower();
  await follower.catchUp();
  expect(follower.seen).toEqual([{ number: 1, subject: 'a' }]);
});

test('a job that numbers in passing stops when its time is over, and the next goes on', async () => {
  await store.pool.query(
    `insert into unnumbered_events (type, subject, at)
     select 'thing.happened', n::text, now() from generate_series(1, 120) n`,
  );
  await numberEvents(store.db, 0);
  expect(await store.db.$count(events)).toBe(50);
  await numberEvents(store.db, 0);
  await numberEvents(store.db, 0);
  expect(await store.db.$count(events)).toBe(120);
});

test('more than fits into one turn is numbered in order, and followed in pages', async () => {
  await store.pool.query(
    `insert into unnumbered_events (type, subject, at)
     select 'thing.happened', n::text, now() from generate_series(1, 2500) n`,
  );
  const follower = new Follower();
  while (await follower.look(200));
  expect(follower.subjects()).toEqual(upTo(2500).map(String));
  expect(follower.numbers()).toEqual(upTo(2500));
});

test('is found by what it is about, as soon as it is committed', async () => {
  await happen('a');
  const about = { type: 'thing.happened', subject: 'a', position: null };
  expect(await findEventNumber(store.db, about)).toBe(1);
  expect(await findEventNumber(store.db, { ...about, position: 4 })).toBeUndefined();
  expect(await findEventNumber(store.db, { ...about, subject: 'b' })).toBeUndefined();
});

test('what is old is forgotten from the lowest on, and numbering goes on after the newest', async () => {
  await happen('a');
  await happen('b');
  await numberEvents(store.db);
  const later = new TestClock();
  later.advance((EVENTS_EXPIRE_AFTER_DAYS + 1) * 24 * 60 * 60 * 1000);
  await store.db.insert(unnumberedEvents).values({
    type: 'thing.happened',
    subject: 'c',
    at: later.now(),
  });
  await numberEvents(store.db);
  await forgetEvents(store.db, later);
  expect(await readEventsAfter(store.db, 0, 10)).toMatchObject({
    events: [{ number: 3, subject: 'c' }],
    oldest: 3,
    newest: 3,
  });
  later.advance((EVENTS_EXPIRE_AFTER_DAYS + 1) * 24 * 60 * 60 * 1000);
  await forgetEvents(store.db, later);
  await happen('d');
  expect((await readEventsAfter(store.db, 3, 10)).events).toMatchObject([
    { number: 4, subject: 'd' },
  ]);
});
