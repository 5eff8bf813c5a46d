import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { signInClient } from '../../../../tests/support/client.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout } from '../../../../tests/support/order-form.ts';
import { order } from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { addItem, tickItem } from '../../../orders/server/board/edit-checklist.server.ts';
import { acceptDelivery, deliver } from '../../../orders/server/delivery/delivery.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { offers, orders } from '../../../orders/server/tables.server.ts';
import { readHome } from './read-home.server.ts';

const store = useDatabase();
const SIZES = { open: 3, done: 3 };

test('a milestone that can be paid waits for the client, with its own amount', async () => {
  const appContext = createCheckout(store.db);
  const one = await order(appContext, {
    plan: {
      isAllAtOnce: false,
      milestones: [
        { title: 'Sketches', amount: '100', days: 3 },
        { title: 'Final files', amount: '200', days: 5 },
      ],
    },
  });
  const { session } = await signInClient(appContext, VISITORS.elena);
  const settings = { ...appContext.settings, directOrders: true };
  const read = async () => {
    const { waiting } = await readHome({ ...appContext, settings }, session.client);
    return waiting.filter(({ kind }) => kind === 'order');
  };
  expect(await read()).toMatchObject([{ next: 'pay', openAmount: 10_000 }]);
  const team = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
  await markPaid(...team, 'PP', 1);
  expect(await read()).toEqual([]);
  await deliver(...team, 'Here it is');
  expect(await read()).toMatchObject([{ next: 'review' }]);
  await acceptDelivery(appContext, one.secret, 1);
  expect(await read()).toMatchObject([{ next: 'pay', openAmount: 20_000 }]);
  await markPaid(...team, 'PP', 2);
  expect(await read()).toEqual([]);
});

test('an order names its progress once it has steps for the buyer', async () => {
  const appContext = createCheckout(store.db);
  const { maya, number } = await order(appContext);
  const { session } = await signInClient(appContext, VISITORS.elena);
  const settings = { ...appContext.settings, directOrders: true };
  const read = async () => {
    const { waiting } = await readHome({ ...appContext, settings }, session.client);
    return waiting.flatMap((item) => (item.kind === 'order' ? [item.progress] : []));
  };
  const caller = { trace: tracedBy(maya), member: maya, number };
  const add = async (isShown: boolean) => {
    const id = crypto.randomUUID();
    await addItem(appContext, caller, id, { title: 'Step', assignee: '', dueOn: '', isShown });
    return id;
  };
  await add(false);
  expect(await read()).toEqual([null]);
  const step = await add(true);
  await add(true);
  await tickItem(appContext, caller, step, true);
  expect(await read()).toEqual([{ done: 1, total: 2 }]);
});

test('what is over is paged through without gaps and repetitions, orders and conversations alike', async () => {
  const appContext = createCheckout(store.db);
  const { db, clock } = appContext;
  await order(appContext);
  const { session } = await signInClient(appContext, VISITORS.elena);
  const settings = { ...appContext.settings, directOrders: true };
  for (let count = 0; count < 4; count += 1) {
    clock.advance(60_000);
    const one = await order(appContext);
    const own = eq(orders.id, one.id);
    await db.update(orders).set({ state: 'cancelled' }).where(own);
    const talks = { completedAt: clock.now(), visitorReadNumber: sql`last_number` };
    await db.update(conversations).set(talks).where(eq(conversations.id, one.conversation.id));
  }
  await db.update(offers).set({ state: 'withdrawn' }).where(eq(offers.state, 'open'));
  const seen: string[] = [];
  let after = '';
  do {
    const page = await readHome({ ...appContext, settings }, session.client, { after }, SIZES);
    expect(page.waiting.length > 0).toBe(after === '');
    expect(page.done.length).toBeLessThanOrEqual(3);
    seen.push(...page.done.map((item) => (item.kind === 'conversation' ? item.id : item.number)));
    after = page.next ?? '';
  } while (after !== '');
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.startsWith('E-'))).toEqual([
    'E-1005',
    'E-1004',
    'E-1003',
    'E-1002',
  ]);
});

test('what is open is bounded and continues on further pages, which show nothing that is over', async () => {
  const appContext = createCheckout(store.db);
  const { db, clock } = appContext;
  for (let count = 0; count < 5; count += 1) {
    clock.advance(60_000);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await order(appContext);
  }
  const over = await order(appContext);
  await db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, over.id));
  const { session } = await signInClient(appContext, VISITORS.elena);
  const settings = { ...appContext.settings, directOrders: true };
  const seen: string[] = [];
  let open = '';
  do {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = await readHome({ ...appContext, settings }, session.client, { open }, SIZES);
    const items = [...page.waiting, ...page.inProgress];
    expect(items.length).toBeLessThanOrEqual(3);
    expect([page.isFirst, page.done.length > 0]).toEqual([open === '', open === '']);
    seen.push(...items.map((item) => (item.kind === 'conversation' ? item.id : item.number)));
    open = page.nextOpen ?? '';
  } while (open !== '');
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.startsWith('E-'))).toEqual([
    'E-1005',
    'E-1004',
    'E-1003',
    'E-1002',
    'E-1001',
  ]);
  const wrong = { open: 'nonsense', after: 'nonsense' };
  expect(await readHome({ ...appContext, settings }, session.client, wrong)).toMatchObject({
    isFirst: true,
    nextOpen: null,
    next: null,
  });
});
