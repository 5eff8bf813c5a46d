import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { auditOf, NOBODY, refusalOf, teamServices } from '../../../tests/support/team.ts';
import { jobsTable } from '../tables.server.ts';
import { giveUp, sendAgain, JOB_PAGE_SIZE, readJobs } from './outbox.server.ts';
import { storedText } from '../stored-message.ts';

const store = useDatabase();

async function add(count: number, change: Partial<typeof jobsTable.$inferInsert> = {}) {
  const services = teamServices(store.db);
  const now = services.clock.now();
  const row = {
    kind: 'mail',
    lane: '',
    payload: { to: 'elena@b.example' },
    due: now,
    createdAt: now,
  };
  const added = await store.db
    .insert(jobsTable)
    .values(Array.from({ length: count }, (_, index) => ({ ...row, key: `k${index}`, ...change })))
    .returning({ id: jobsTable.id });
  return { services, now, ids: added.map(({ id }) => id), id: added[0]?.id ?? '' };
}

const failed = {
  state: 'failed',
  attempts: 8,
  lastErrorMessage: storedText('No answer.'),
  endedAt: new Date(),
} as const;

describe('what an admin sees', () => {
  test('is what waits and what failed, by kind, a page at a time, and nothing of what it says', async () => {
    const { services } = await add(JOB_PAGE_SIZE + 2);
    await add(1, { ...failed, key: 'f', kind: 'digest' });
    const read = (page: number, state: 'open' | 'failed' = 'open', kind?: string) =>
      readJobs(store.db, services.clock, { state, kind, page });
    const first = await read(1);
    expect(first.entries).toHaveLength(JOB_PAGE_SIZE);
    expect(first.hasMore).toBe(true);
    expect(first.counts).toEqual([
      { kind: 'digest', open: 0, failed: 1 },
      { kind: 'mail', open: JOB_PAGE_SIZE + 2, failed: 0 },
    ]);
    const second = await read(2);
    expect(second).toMatchObject({ hasMore: false });
    const seen = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(new Set(seen).size).toBe(JOB_PAGE_SIZE + 2);
    expect((await read(1, 'failed')).entries).toMatchObject([
      { kind: 'digest', attempts: 8, lastError: 'No answer.', isUnderWay: false },
    ]);
    expect((await read(1, 'failed', 'mail')).entries).toEqual([]);
    expect(JSON.stringify([first, second])).not.toContain('elena');
  });
});

describe('sending again', () => {
  test('gives what was given up all its tries, at once, and is written down', async () => {
    const { services, id, now } = await add(1, failed);
    await sendAgain(services, NOBODY, id);
    expect(await store.db.select().from(jobsTable)).toMatchObject([
      { state: 'open', attempts: 0, due: now, endedAt: null },
    ]);
    expect(await auditOf(store.db, 'outbox-sent-again')).toMatchObject([
      { subjectId: id, detail: 'mail' },
    ]);
  });

  test('of what is being sent, waits already, or is over is refused, and changes nothing', async () => {
    const { services, now, id } = await add(1, { ...failed, key: 'same' });
    await add(1, { key: 'same' });
    expect(await refusalOf(sendAgain(services, NOBODY, id))).toMatchObject({ status: 409 });
    const leased = await add(1, { key: 'leased', lease: new Date(now.getTime() + 1000) });
    expect(await refusalOf(sendAgain(services, NOBODY, leased.id))).toMatchObject({ status: 409 });
    const over = await add(1, { key: 'over', state: 'done', endedAt: now });
    expect(await refusalOf(sendAgain(services, NOBODY, over.id))).toMatchObject({ status: 404 });
    expect(await auditOf(store.db, 'outbox-sent-again')).toEqual([]);
  });

  test('twice at once is one', async () => {
    const { services, id } = await add(1, failed);
    await Promise.all([sendAgain(services, NOBODY, id), sendAgain(services, NOBODY, id)]);
    expect(await store.db.select().from(jobsTable)).toMatchObject([{ state: 'open', attempts: 0 }]);
  });
});

test('giving up takes it out for good, once, and is written down', async () => {
  const { services, id } = await add(2);
  await giveUp(services, NOBODY, id);
  expect(await store.db.$count(jobsTable)).toBe(1);
  expect(await refusalOf(giveUp(services, NOBODY, id))).toMatchObject({ status: 404 });
  expect(await auditOf(store.db, 'outbox-given-up')).toMatchObject([{ subjectId: id }]);
});
