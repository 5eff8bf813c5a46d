import { chromium, expect as expectPage, type Browser } from '@playwright/test';
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { invoices } from '../../app/billing/server/tables.server.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { MessageView } from '../../app/chat/protocol/views.ts';
import { conversations } from '../../app/chat/server/tables.server.ts';
import { offers, orders, paymentEvents, payments } from '../../app/orders/server/tables.server.ts';
import { readNumber } from '../../app/orders/protocol/transitions.ts';
import { secretOf } from '../../app/orders/server/access.server.ts';
import { beginCheckout } from '../../app/orders/server/payment/begin-checkout.server.ts';
import { profiles } from '../../app/accounts/server/tables.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { TestClock } from '../support/database.ts';
import { compareCheckout } from '../support/checkout-ledger.ts';
import { CheckoutLoad } from '../support/checkout-load.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { insertCoupon } from '../support/coupons.ts';
import { readMailsIn } from '../support/mails.ts';
import { random } from '../support/seed.ts';
import { makeCast } from '../support/make-cast.ts';
import {
  balances,
  confirm,
  createDraft,
  createOrderContext,
  meet as meetInProcess,
  orderRow,
} from '../support/orders.ts';
import { StripePeer } from '../support/stripe-peer.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The page looks every five seconds. */
const PATIENT = { timeout: 20_000 };

let cluster: TestCluster;
let one: TestProcess;
let other: TestProcess;
let peer: StripePeer;
let maya: TestClient;
let browser: Browser | undefined;
const clients: TestClient[] = [];

beforeAll(async () => {
  peer = await StripePeer.start();
  cluster = await TestCluster.start({
    env: peer.env,
    prepare: async (database) => {
      await makeCast(database);
      // Everybody comes to Maya.
      await database.db
        .update(profiles)
        .set({ acceptsChats: false })
        .where(ne(profiles.email, CAST.maya.email));
    },
  });
  [one, other] = cluster.processes as [TestProcess, TestProcess];
  maya = new TestClient();
  await maya.submit(one, '/login', CAST.maya);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await browser?.close();
  await cluster.stop();
  await peer.close();
});

/** A visitor on one process who has proved their address. */
async function meet(email: string) {
  const client = new TestClient();
  clients.push(client);
  const id = newConversationId(new Date());
  const start = { id, email, topic: 'Sales Inquiry', service: null };
  await client.post(one, '/chat/conversations', start);
  const { db } = cluster.database;
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
  await confirm(db, row?.browserId ?? '', row?.visitorId ?? '');
  const offer = async () => {
    const validDay = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    const made = await maya.post<{ offer: { offerId: string } }>(
      other,
      `/agentchat/conversations/${id}/offers`,
      createDraft({ validDay }),
    );
    return made.offer.offerId;
  };
  const accept = (at: TestProcess, offerId: string) =>
    client.post<{ order: string }>(at, `/chat/conversations/${id}/offers/${offerId}`, {
      answer: 'accepted',
    });
  const pathOf = async (order: string) => {
    const answer = await client.fetch(one, `/chat/conversations/${id}/orders/${order}`);
    return answer.headers.get('Location') ?? '';
  };
  return { client, id, offer, accept, pathOf, hello: { as: 'visitor', conversationId: id } };
}

test('one offer accepted on two processes at once is one order, told once', async () => {
  const elena = await meet(VISITORS.elena);
  for (let turn = 0; turn < 5; turn += 1) {
    const offerId = await elena.offer();
    const answers = await Promise.all([one, other, one].map((at) => elena.accept(at, offerId)));
    expect(new Set(answers.map(({ order }) => order)).size).toBe(1);
  }
  const { db } = cluster.database;
  expect(await db.$count(orders)).toBe(5);
  const { rows } = await db.execute(
    sql`select count(*)::int as told from visitor_messages where kind = 'offer-answer'`,
  );
  expect(rows).toEqual([{ told: 5 }]);
});

test('of an acceptance here and a withdrawal there the first wins, and the other is told', async () => {
  const priya = await meet(VISITORS.priya);
  const before = await cluster.database.db.$count(orders);
  for (let turn = 0; turn < 8; turn += 1) {
    const offerId = await priya.offer();
    const withdraw = () =>
      maya.post(other, `/agentchat/conversations/${priya.id}/offers/${offerId}/withdrawn`, {});
    const both =
      turn % 2
        ? [priya.accept(one, offerId), withdraw()]
        : [withdraw(), priya.accept(one, offerId)];
    const results = await Promise.allSettled(both);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(String((refused[0] as PromiseRejectedResult).reason)).toMatch(/^Error: 409/);
  }
  const { db } = cluster.database;
  const accepted = await db.$count(
    offers,
    sql`state = 'accepted' and conversation_id = ${priya.id}`,
  );
  expect((await db.$count(orders)) - before).toBe(accepted);
});

test('a payment told to two processes at once, and again later, is booked once', async () => {
  const daniel = await meet(VISITORS.daniel);
  const { order } = await daniel.accept(one, await daniel.offer());
  const path = await daniel.pathOf(order);
  await daniel.client.submit(one, path, { intent: 'pay', way: 'stripe' });
  const [session = ''] = [...peer.sessions.keys()].slice(-1);
  const body = peer.paid(session);
  const provider = new TestClient();
  const postWebhook = (at: TestProcess) =>
    provider.fetch(at, '/webhooks/stripe', {
      method: 'POST',
      body,
      headers: Object.fromEntries(peer.sign(body)),
    });
  const told = await Promise.all([
    postWebhook(one),
    postWebhook(other),
    postWebhook(other),
    postWebhook(one),
  ]);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await postWebhook(other)).status).toBe(200);
  const { db } = cluster.database;
  expect(await db.$count(payments)).toBe(1);
  expect(await db.$count(paymentEvents)).toBe(1);
  expect(await balances(db)).toEqual({ 'orders USD': 30_000, 'received:stripe USD': -30_000 });
});

test('twenty payments told to two processes at once take consecutive invoice numbers, one each', async () => {
  const { db } = cluster.database;
  const before = await db.$count(invoices);
  const clock = new TestClock();
  clock.advance(Date.now() - clock.now().getTime());
  // Through the use cases, because people cannot order so often.
  const env = { ...peer.env, PUBLIC_ORIGIN: cluster.origin };
  const appContext = createOrderContext(db, clock, env);
  const validDay = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  const noor = await meetInProcess(appContext, VISITORS.noor);
  const sessions: string[] = [];
  for (let made = 0; made < 20; made += 1) {
    const { offerId } = await noor.offer({ validDay });
    const { order = '' } = await noor.answer(offerId);
    const { id } = await orderRow(db, readNumber(order) ?? 0);
    await beginCheckout(appContext, await secretOf(db, id), 'stripe');
    sessions.push([...peer.sessions.keys()].at(-1) ?? '');
  }
  const provider = new TestClient();
  const told = await Promise.all(
    sessions.map((session, index) => {
      const body = peer.paid(session);
      return provider.fetch(index % 2 === 0 ? one : other, '/webhooks/stripe', {
        method: 'POST',
        body,
        headers: Object.fromEntries(peer.sign(body)),
      });
    }),
  );
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(() => db.$count(invoices)).toBe(before + 20);
  const rows = await db
    .select({ number: invoices.seriesNumber, orderId: invoices.orderId })
    .from(invoices)
    .orderBy(invoices.seriesNumber);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length);
});

test('what is done to an order on one process is seen on the other, in the chat and on its page', async () => {
  const kofi = await meet(VISITORS.kofi);
  const { order } = await kofi.accept(one, await kofi.offer());
  const path = await kofi.pathOf(order);
  const socket = await kofi.client.listen(one, kofi.hello);
  const told: string[] = [];
  socket.on('message', ({ message }: { message: MessageView }) => told.push(message.text));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  // The page behind the balancer, which has nobody but the first process.
  cluster.entrance.targets.splice(0, Infinity, one.port);
  const page = await browser.newPage({ baseURL: cluster.origin });
  await page.goto(path);
  await expectPage(page.getByText('Awaiting payment')).toBeVisible();
  await page.getByText('Cancel this order').click();

  await maya.submit(other, `/team/orders/${order}`, { intent: 'mark-paid', reference: 'PP-1' });
  await expectPage(page.getByText('In progress').first()).toBeVisible(PATIENT);
  await expect.poll(() => told.join(' ')).toContain('Work has started');
  await page.getByText('Request Refund').first().click();
  await page.getByLabel('Explanation').fill('Half a sentence that');
  await maya.submit(other, `/team/orders/${order}`, {
    intent: 'deliver',
    message: 'In the folder',
  });
  await expectPage(page.getByRole('button', { name: 'Accept delivery' })).toBeVisible(PATIENT);
  // What was being typed meanwhile is still there.
  await expectPage(page.getByLabel('Explanation')).toHaveValue('Half a sentence that');
  await expect.poll(() => told.join(' ')).toContain('Delivered');
  cluster.entrance.targets.push(other.port);
});

test('processes that are killed in turns while people order by themselves lose and double no order, payment or reservation', async () => {
  const { database, processes } = cluster;
  const before = await database.db.$count(orders);
  await insertCoupon(database.db, { code: 'FLEET', totalLimit: 4 });
  const running = () => processes.filter(({ isRunning }) => isRunning);
  const load = new CheckoutLoad({
    target: () => running()[Math.floor(random.next() * running().length)] ?? one,
    readMails: async () =>
      (await Promise.all(processes.map(({ mailFolder }) => readMailsIn(mailFolder)))).flat(),
    stripe: peer,
    coupon: 'FLEET',
    buys: 'once',
  });
  load.begin(4);
  for (let kill = 0; kill < 4; kill += 1) {
    const acknowledged = load.acknowledged;
    await expect
      .poll(() => load.acknowledged - acknowledged, { timeout: 60_000 })
      .toBeGreaterThan(2);
    const victim = running()[0];
    if (!victim) throw new Error('No process is left');
    await victim.kill();
    await cluster.startAnother(victim.port).ready;
  }
  await load.end();
  // The jobs that a killed process had claimed are due at once, instead of after five minutes.
  await database.db.execute(sql`update outbox set due = now() where state = 'open'`);
  const unbooked = async () =>
    (await database.db.execute(sql`select 1 from payment_events where booked_at is null`)).rows;
  await expect.poll(unbooked, { timeout: 60_000 }).toEqual([]);
  await compareCheckout(database.db, load, before);
  expect(load.placed.length).toBeGreaterThan(4);
  expect(load.answers.get(500)).toBeUndefined();
});
