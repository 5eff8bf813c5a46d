import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';
import { compareCheckout } from '../support/checkout-ledger.ts';
import { CheckoutLoad } from '../support/checkout-load.ts';
import { readMails } from '../support/mails.ts';
import { compareOrders } from '../support/order-ledger.ts';
import { OrderLoad } from '../support/order-load.ts';
import { PayPalPeer } from '../support/paypal-peer.ts';
import { KILLED_STORES } from '../support/killed-stores.ts';
import { CAST } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import type { TestServer } from '../support/server.ts';
import { StripePeer } from '../support/stripe-peer.ts';
import { expectOrdersSound } from '../support/order-invariants.ts';
import { random } from '../support/seed.ts';
import { expectSubscriptionsSound } from '../support/subscription-invariants.ts';
import { SubscriptionLoad } from '../support/subscription-load.ts';

const { FAULT_KILLS = '10' } = process.env;
const KILLS = Number(FAULT_KILLS);
const BUYERS = 4;
const SUBSCRIPTIONS = 6;
const DAY_MS = 24 * 60 * 60_000;
/** Each subscription has several periods, and no retention period ends. */
const SHIFT_MS = Math.min(8, 700 / KILLS) * DAY_MS;
/** A busy computer may take long until the first page is there. */
const PATIENT = { timeout: 60_000, interval: 20 };
/** Longer than a process that died holds what it had taken of the outbox. */
const LEASE_MS = 5 * 60_000;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

async function openPeers() {
  const [stripe, paypal] = await Promise.all([StripePeer.start(), PayPalPeer.start()]);
  cleanUp.push(() => Promise.all([stripe.close(), paypal.close()]));
  const env = { TRUSTED_PROXIES: '127.0.0.1', ...stripe.env, ...paypal.env };
  return { stripe, paypal, env };
}

/** What a process left that was killed is taken up once its lease is over, and everything leaves. */
async function workOff(server: TestServer, shiftMs = 0): Promise<void> {
  await server.kill();
  await server.shiftClock(shiftMs + LEASE_MS);
  await server.restart();
  // The count of what waits is kept for ten seconds: asked for at once, it would be told for so long.
  await setTimeout(3000);
  const waiting = async () => {
    const text = await (await fetch(`${server.origin}/metrics`)).text();
    const lines = text.matchAll(/^embarka_outbox_waiting\{kind="[a-z-]+"\} (\d+)$/gm);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await expect.poll(waiting, { timeout: 120_000, interval: 1000 }).toBe(0);
  await server.kill();
}

/** Kills the server again and again while people order, each time after some of their changes were acknowledged. */
async function killDuring(server: TestServer, load: CheckoutLoad): Promise<void> {
  load.begin(BUYERS);
  for (let count = 1; count <= KILLS; count += 1) {
    const before = load.acknowledged;
    await expect.poll(() => load.acknowledged - before, PATIENT).toBeGreaterThan(2);
    await setTimeout(random.next() * 1000);
    await server.kill();
    await server.restart();
  }
  await load.end();
  await workOff(server);
}

/** A coupon that fewer orders can have than want it, made by a manager. */
async function makeCoupon(server: TestServer): Promise<string> {
  const ines = new TestClient();
  await ines.submit(server, '/login', CAST.ines);
  const terms = { code: 'FLEET', kind: 'percentage', percentage: '10', scope: 'everything' };
  const form = { ...terms, totalLimit: String(KILLS), intent: 'save' };
  const made = await ines.submit(server, '/team/coupons/new', form);
  expect(made.status, await made.text()).toBeLessThan(400);
  return terms.code;
}

/** Of each order one mail an event, whatever was sent twice under one name; by the order's number. */
async function countMails(server: TestServer): Promise<Map<number, number>> {
  const names = new Map<string, number>();
  for (const mail of await readMails(server)) {
    // The team is told once of several events (rule 360).
    if (/^To: .*@embarka\.example$/im.test(mail)) continue;
    // A subject with typographic quotes is an encoded word (RFC 2047).
    const number = /^Subject: (?:=\?UTF-8\?Q\?)?Order[ _]E-(\d+):/m.exec(mail)?.[1];
    const name = /^Message-ID: (.*)$/im.exec(mail)?.[1];
    if (number && name) names.set(name, Number(number));
  }
  const counts = new Map<number, number>();
  for (const number of names.values()) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

/** What the providers have taken and sent back is what the books say came in by them. */
async function compareWithProviders(
  db: Database,
  { stripe, paypal }: Pick<Awaited<ReturnType<typeof openPeers>>, 'stripe' | 'paypal'>,
): Promise<void> {
  const { rows } = await db.execute<{ account: string; sum: number }>(
    sql`select account, -sum(amount)::int as sum from ledger where account like 'received:%' group by account`,
  );
  const books = Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
  // What was paid and never told of is none of the books' affair: the load was over then.
  const told = await db.execute<{ reference: string }>(sql`select reference from payments`);
  const references = new Set(told.rows.map(({ reference }) => reference));
  const taken = [...stripe.sessions.values()]
    .filter(({ payment_intent: intent }) => intent !== null && references.has(intent))
    .reduce((sum, { amount_total: amount }) => sum + amount, 0);
  const back = stripe.refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect(books['received:stripe'] ?? 0).toBe(taken - back);
  const captured = [...paypal.orders.values()]
    .filter(({ capture }) => capture && references.has(capture.id))
    .reduce((sum, { amount }) => sum + Math.round(Number(amount.value) * 100), 0);
  const returned = paypal.refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect(books['received:paypal'] ?? 0).toBe(captured - returned);
}

for (const [engine, start] of Object.entries(KILLED_STORES)) {
  test(`${engine}: a server killed ${KILLS} times while people order, pay, deliver and refund keeps every order and cent`, async () => {
    const { env, ...peers } = await openPeers();
    const { server, open } = await start(env, cleanUp);
    const load = new OrderLoad(server, peers);
    await load.prepare(BUYERS);
    load.begin();
    for (let count = 1; count <= KILLS; count += 1) {
      const before = load.acknowledged;
      await expect.poll(() => load.acknowledged - before, PATIENT).toBeGreaterThan(2);
      // At any point of whatever is under way.
      await setTimeout(random.next() * 1000);
      await server.kill();
      await server.restart();
      if (count % 50 === 0) console.log(`${count} kills, ${load.acknowledged} acknowledged`);
    }
    // However slow the machine is, a file is among it.
    const withFiles = () => load.orders.filter(({ files }) => files.length > 0).length;
    await expect.poll(withFiles, PATIENT).toBeGreaterThan(0);
    await load.end();
    const files = await load.compareFiles();
    await workOff(server);
    const db = await open();
    await compareOrders(db, load);
    await compareWithProviders(db, peers);
    const mails = await countMails(server);
    const { rows } = await db.execute<{ number: number; last_event: number }>(
      sql`select number, last_event from orders order by number`,
    );
    expect([...mails].toSorted(([a], [b]) => a - b)).toEqual(
      rows.map(({ number, last_event }) => [number, last_event]),
    );
    const { rows: left } = await db.execute(sql`
      select (select count(*)::int from outbox) as waiting,
        (select count(*)::int from payment_events where booked_at is null) as unbooked`);
    expect(left).toEqual([{ waiting: 0, unbooked: 0 }]);
    console.log(
      `${engine}: ${KILLS} kills, ${load.orders.length} orders with ${load.acknowledged} changes and ${files} files acknowledged, ` +
        `0 lost, 0 doubled; ${load.answers.get(0) ?? 0} requests without an answer`,
    );
    expect(load.acknowledged).toBeGreaterThan(2 * KILLS);
    expect(files).toBeGreaterThan(0);
    expect(load.answers.get(500)).toBeUndefined();
  });
  test(`${engine}: a server killed ${KILLS} times while people order by themselves, with coupons, keeps every order and reservation`, async () => {
    const { env, stripe } = await openPeers();
    const { server, open } = await start(env, cleanUp);
    const coupon = await makeCoupon(server);
    const load = new CheckoutLoad({
      target: () => server,
      readMails: () => readMails(server),
      stripe,
      coupon,
      buys: 'once',
    });
    await killDuring(server, load);
    await compareCheckout(await open(), load);
    const withCoupon = load.placed.filter(({ coupon: code }) => code !== null).length;
    console.log(
      `${engine}: ${KILLS} kills, ${load.placed.length} orders confirmed, ${withCoupon} with a coupon, ` +
        `0 lost, 0 doubled; ${load.answers.get(0) ?? 0} requests without an answer`,
    );
    expect(load.placed.length).toBeGreaterThan(KILLS);
    expect(withCoupon).toBeGreaterThan(0);
    expect(load.answers.get(500)).toBeUndefined();
  });
  test(`${engine}: a server killed ${KILLS} times while a provider begins and renews subscriptions keeps every period`, async () => {
    const { env, stripe } = await openPeers();
    const { server, open } = await start(env, cleanUp);
    const load = new CheckoutLoad({
      target: () => server,
      readMails: () => readMails(server),
      stripe,
      coupon: await makeCoupon(server),
      buys: 'monthly',
    });
    await killDuring(server, load);
    await compareCheckout(await open(), load);
    const renewals = load.placed.reduce((sum, order) => sum + order.renewals, 0);
    console.log(
      `${engine}: ${KILLS} kills, ${load.placed.length} subscriptions ordered and ${renewals} periods charged, ` +
        `0 lost, 0 doubled; ${load.answers.get(0) ?? 0} requests without an answer`,
    );
    expect(renewals).toBeGreaterThan(0);
    expect(load.answers.get(500)).toBeUndefined();
  });
  test(`${engine}: a server killed ${KILLS} times while periods paid by link begin, are paid and cancelled keeps every period`, async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', QUICK_JOBS: '60' };
    const { server, open } = await start(env, cleanUp);
    const load = new SubscriptionLoad(server);
    let shiftMs = 0;
    for (let count = 1; count <= KILLS; count += 1) {
      // Some end meanwhile, because nobody withdrew a cancellation in time.
      if (count % 50 === 1) await load.add(SUBSCRIPTIONS, new Date(Date.now() + shiftMs));
      if (count === 1) load.begin();
      const before = load.acknowledged;
      await expect.poll(() => load.acknowledged - before, PATIENT).toBeGreaterThan(0);
      await setTimeout(random.next() * 1000);
      await server.kill();
      shiftMs += SHIFT_MS;
      await server.shiftClock(shiftMs);
      await server.restart();
      load.signInAgain();
    }
    const before = load.acknowledged;
    await expect.poll(() => load.acknowledged - before, PATIENT).toBeGreaterThan(0);
    await load.end();
    await workOff(server, shiftMs);
    const db = await open();
    await load.compare(db);
    await expectSubscriptionsSound(db);
    await expectOrdersSound(db);
    console.log(
      `${engine}: ${KILLS} kills, ${load.paid.size} periods paid by link and ${load.acknowledged} changes acknowledged, ` +
        `0 lost, 0 doubled; ${load.answers.get(0) ?? 0} requests without an answer`,
    );
    expect(load.paid.size).toBeGreaterThan(0);
    expect(load.answers.get(500)).toBeUndefined();
  });
}
