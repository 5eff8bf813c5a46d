import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hire, useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../tests/support/orders.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { jobsTable } from '../../platform/tables.server.ts';
import { postReview } from '../../reviews/server/post-review.server.ts';
import { reportReview } from '../../reviews/server/report-review.server.ts';
import { readWaitingCounts } from './waiting-counts.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const BOOKS = { section: 'graphics', slug: 'book-design' };

test('the navigation counts what waits for this member, and nothing that the member may not open', async () => {
  const appContext = createOrderContext(store.db);
  const { clock } = appContext;
  const { maya, number } = await order(appContext);
  await markPaid(appContext, tracedBy(maya), maya, number, 'INV-7');
  const henrik = await hire(store.db, 'henrik');
  const leo = await hire(store.db, 'leo');
  await hire(store.db, 'sam', { status: 'waiting' });
  const review = { name: 'Noor', email: 'noor@example.org', rating: 1, text: 'Call 555-0100.' };
  const { id: reviewId } = await postReview(store.db, clock, BOOKS, review);
  for (const reporter of ['one', 'other']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await reportReview(appContext, { reviewId, reporter, reason: 'personal-data', text: '' });
  }
  clock.advance(20 * DAY_MS);
  const failedAt = (key: string, days: number) => {
    const at = new Date(clock.now().getTime() - days * DAY_MS);
    const job = { kind: 'mail', lane: '', payload: {}, due: at, createdAt: at, endedAt: at };
    return store.db.insert(jobsTable).values({ ...job, key, state: 'failed' });
  };
  await failedAt('new', 1);
  await failedAt('old', 8);

  const nothing = { '/team/reviews': 0, '/team': 0, '/team/outbox': 0 };
  expect(await readWaitingCounts(appContext, maya)).toEqual({
    ...nothing,
    '/agentchat': 2,
    '/team/orders': 1,
  });
  expect(await readWaitingCounts(appContext, leo)).toEqual({
    ...nothing,
    '/agentchat': 0,
    '/team/orders': 0,
  });
  expect(await readWaitingCounts(appContext, henrik)).toEqual({
    '/agentchat': 0,
    '/team/orders': 0,
    '/team/reviews': 1,
    '/team': 1,
    '/team/outbox': 1,
  });
  await store.db.execute(sql`update visitors set agent_id = null, assigned_at = null`);
  // Nobody works on the order, so it needs those who manage orders.
  expect((await readWaitingCounts(appContext, henrik))['/team/orders']).toBe(1);
  expect((await readWaitingCounts(appContext, leo))['/team/orders']).toBe(0);
  await store.db.execute(sql`update orders set owner_id = ${henrik.id}`);
  expect((await readWaitingCounts(appContext, henrik))['/team/orders']).toBe(1);
  expect((await readWaitingCounts(appContext, maya))['/team/orders']).toBe(0);
});
