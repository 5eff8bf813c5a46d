import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { auditOf, NOBODY, refusalOf, teamServices } from '../../../tests/support/team.ts';
import { jobsTable } from '../tables.server.ts';
import { readListState } from '../lists/list-state.ts';
import { JOB_LIST } from './job-list.ts';
import { exportJobs, giveUp, listJobs, sendAgain } from './jobs.server.ts';
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
    const { services } = await add(5);
    await add(1, { ...failed, key: 'f', kind: 'digest' });
    const state = (search: string) => readListState(JOB_LIST, new URLSearchParams(search));
    const read = (search: string) => listJobs(store.db, services.clock, state(search), 3);
    const first = await read('sort=at');
    expect(first.rows).toHaveLength(3);
    expect(first.count).toBe(5);
    expect(first.counts).toEqual([
      { kind: 'digest', open: 0, failed: 1 },
      { kind: 'mail', open: 5, failed: 0 },
    ]);
    const second = await read(`sort=at&after=${first.next}`);
    expect(second).toMatchObject({ next: '' });
    const seen = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(new Set(seen).size).toBe(5);
    expect((await read(`sort=at&before=${second.previous}`)).rows).toEqual(first.rows);
    expect((await read('state=failed')).rows).toMatchObject([
      { kind: 'digest', attempts: 8, lastError: 'No answer.', isBeingSent: false },
    ]);
    expect(await read('state=failed&kind=mail')).toMatchObject({ rows: [], count: 0 });
    const { body } = await exportJobs(store.db, services.clock, state('columns=kind.attempts'));
    expect(body.trim().split('\r\n')).toHaveLength(6);
    expect(body).toContain('mail,open,0');
    expect(JSON.stringify([first, second, body])).not.toContain('elena');
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
  await giveUp(services, NOBODY, id, []);
  expect(await store.db.$count(jobsTable)).toBe(1);
  expect(await refusalOf(giveUp(services, NOBODY, id, []))).toMatchObject({ status: 404 });
  expect(await auditOf(store.db, 'outbox-given-up')).toMatchObject([{ subjectId: id }]);
});
