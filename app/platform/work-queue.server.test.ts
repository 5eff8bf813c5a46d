import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { WorkQueue, WorkQueueError, type Requester } from './work-queue.server.ts';

const visitor = (share: string): Requester => ({ isTeam: false, share });
const TEAM: Requester = { isTeam: true, share: 'maya' };
const LIMITS = { waiting: 6, waitingPerShare: 4, patienceMs: 60_000, teamPatienceMs: 60_000 };

function openQueue(limits = LIMITS) {
  let now = 0;
  const done: string[] = [];
  const queue = new WorkQueue(limits, () => now);
  const held = Promise.withResolvers<void>();
  const work = (asker: Requester, name: string, ms = 1) =>
    queue.run(asker, async () => {
      await held.promise;
      now += ms;
      done.push(name);
    });
  return { queue, done, work, release: () => held.resolve() };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof WorkQueueError ? 'refused' : String(error)),
  );

describe('tasks', () => {
  test('of whoever sends many wait for the one of somebody else', async () => {
    const { done, work, release } = openQueue();
    const all = [
      ...['first', 'second', 'third', 'fourth'].map((name) => work(visitor('many'), name)),
      work(visitor('few'), 'theirs'),
    ];
    release();
    await Promise.all(all);
    expect(done.indexOf('theirs')).toBe(1);
  });

  test('of whoever has used much time lately wait, also when theirs came first', async () => {
    const { done, work, release } = openQueue();
    const all = [
      work(visitor('slow'), 'slow one', 20_000),
      work(visitor('slow'), 'slow two', 20_000),
      work(visitor('quick'), 'quick one'),
      work(visitor('quick'), 'quick two'),
      work(visitor('new'), 'new one'),
    ];
    release();
    await Promise.all(all);
    expect(done).toEqual(['slow one', 'quick one', 'new one', 'quick two', 'slow two']);
  });

  test('of the team go first, and every third turn is a visitor’s', async () => {
    const { done, work, release } = openQueue();
    const all = [
      work(visitor('a'), 'begun'),
      work(visitor('a'), 'visitor'),
      ...[1, 2, 3, 4].map((number) => work(TEAM, `team ${number}`)),
    ];
    release();
    await Promise.all(all);
    expect(done).toEqual(['begun', 'team 1', 'team 2', 'visitor', 'team 3', 'team 4']);
  });

  test('are refused where one network has too many waiting, or all places are taken', async () => {
    const { queue, work, release } = openQueue();
    const many = Array.from({ length: 7 }, (_, n) => outcomeOf(work(visitor('many'), `${n}`)));
    expect(queue.waiting).toBe(4);
    const others = ['b', 'c', 'd'].map((share) => outcomeOf(work(visitor(share), share)));
    const team = outcomeOf(work(TEAM, 'team'));
    release();
    expect(await Promise.all(many)).toEqual([
      'done',
      'done',
      'done',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
    expect(await team).toBe('done');
  });

  test('whose turn does not come in time are refused, and the others go on', async () => {
    const { work, release } = openQueue({ ...LIMITS, patienceMs: 10 });
    const begun = outcomeOf(work(visitor('a'), 'begun'));
    const late = outcomeOf(work(visitor('b'), 'late'));
    const team = outcomeOf(work(TEAM, 'team'));
    await setTimeout(50);
    release();
    expect(await Promise.all([begun, late, team])).toEqual(['done', 'refused', 'done']);
  });

  test('that fail take nobody’s turn', async () => {
    const queue = new WorkQueue(LIMITS);
    const failed = queue.run(visitor('a'), () => Promise.reject(new Error('failed')));
    const next = queue.run(visitor('b'), () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('done');
  });
});
