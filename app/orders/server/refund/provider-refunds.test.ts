import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { balances, order, createOrderContext, orderRow } from '../../../../tests/support/orders.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { forgetEnded } from '../../../platform/change/claim.server.ts';
import { JobWorker } from '../../../platform/change/job-worker.server.ts';
import { giveUp, listJobs, sendAgain } from '../../../platform/change/jobs.server.ts';
import { JOB_LIST } from '../../../platform/change/job-list.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { change } from '../../../platform/change/change.server.ts';
import { resetOrders } from '../privacy.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { readOwnOrders } from '../order/read-visitor-orders.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { learnReturns, returnPayment } from '../payment/return-payment.server.ts';
import { readTroubles } from '../payment/read-troubles.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { checkouts, payments, refunds } from '../tables.server.ts';
import { decideRefund, requestRefund } from './refund-requests.server.ts';
import { checkRefunds } from './learn-refunds.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';
import { IS_PROMISED, refundKind } from './refund-kind.server.ts';
import { sendRefundAgain } from './give-back.server.ts';

const store = useDatabase();
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ALL = { outcome: 'full', way: 'method', amount: '', reference: '', reply: '' } as const;
const NO_MONEY = 'Insufficient funds in the account to refund this amount.';

describe.each<[string, () => Promise<StripePeer | PayPalPeer>]>([
  ['Stripe', () => StripePeer.start()],
  ['PayPal', () => PayPalPeer.start()],
])('a refund by %s', (_, start) => {
  let peer: StripePeer | PayPalPeer;
  let ines: Awaited<ReturnType<typeof hire>> | undefined;
  beforeEach(async () => {
    ines = undefined;
    peer = await start();
  });
  afterEach(() => peer.close());

  async function paidOrder(appContext = createOrderContext(store.db, new TestClock(), peer.env)) {
    ines ??= await hire(store.db, 'ines');
    const manager = ines;
    const one = await order(appContext);
    const postWebhook = (body: string) => takeWebhook(appContext, peer.way, body, peer.sign(body));
    const page = peer.pageIdOf(await beginCheckout(appContext, one.secret, peer.way)) ?? '';
    await postWebhook(peer.paid(page));
    const [payment] = await store.db.select().from(payments).where(eq(payments.orderId, one.id));
    const worker = new JobWorker({ ...appContext, kinds: [refundKind(appContext)] });
    const decide = (change: Partial<Parameters<typeof decideRefund>[4]> = {}) =>
      decideRefund(appContext, tracedBy(manager), manager, one.number, { ...ALL, ...change });
    const ask = () =>
      requestRefund(appContext, one.secret, { ground: 'late', explanation: 'Late' });
    const work = async () => {
      await worker.look();
      await worker.settled();
    };
    const see = (reader: 'buyer' | 'manager') =>
      readOrder(store.db, one.id, reader, {
        timeZone: 'America/New_York',
        now: appContext.clock.now(),
      });
    const row = () => orderRow(store.db, one.number);
    const told = () => appContext.mail.sent.filter(({ to }) => to === manager.email);
    const events = async () => (await see('manager'))?.events.map(({ event }) => event).slice(3);
    const money = payment?.reference ?? '';
    return {
      ...one,
      appContext,
      ines: manager,
      postWebhook,
      money,
      decide,
      ask,
      work,
      see,
      row,
      told,
      events,
    };
  }

  test('that is promised is sent once after a reset, although its row is gone', async () => {
    const one = await paidOrder();
    await one.ask();
    await one.decide();
    await change(one.appContext, undefined, (tx, after) => resetOrders(tx, after, one.appContext));
    await one.work();
    await one.work();
    expect(await store.db.$count(refunds)).toBe(0);
    expect(peer.refundsOf(one.money)).toHaveLength(1);
  });

  test('is in progress until the provider says that it succeeded', async () => {
    const one = await paidOrder();
    peer.nextRefund = 'pending';
    await one.decide();
    expect(await one.see('buyer')).toMatchObject({ pendingRefund: 30_000, state: 'refunded' });
    await one.work();
    expect(await one.see('buyer')).toMatchObject({
      pendingRefund: 30_000,
      refunds: [{ state: 'sent', amount: 30_000 }],
    });
    const own = await readOwnOrders(one.appContext, one.browserId, one.conversation.id);
    expect(own).toMatchObject([{ state: 'Refund in progress' }]);
    const mail = one.appContext.mail.sent.at(-1)?.text ?? '';
    expect(mail).toContain('A refund of $300.00 is on its way.');
    await one.postWebhook(peer.refundTurnsOut(one.money, 'done'));
    expect(await one.see('buyer')).toMatchObject({
      pendingRefund: 0,
      refunds: [{ state: 'done' }],
    });
    await expectOrdersSound(store.db);
  });

  test('is followed without any webhook, seldom, until it is final', async () => {
    const one = await paidOrder();
    peer.nextRefund = 'pending';
    await one.decide();
    await one.work();
    peer.asked.splice(0);
    for (let hours = 0; hours < 72; hours += 1) {
      one.appContext.clock.advance(HOUR_MS);
      // oxlint-disable-next-line no-await-in-loop -- three days, one hour after the other
      await checkRefunds(one.appContext);
    }
    expect(peer.asked.filter((path) => path.includes('refunds/')).length).toBeLessThan(25);
    peer.refundTurnsOut(one.money, 'done');
    one.appContext.clock.advance(DAY_MS);
    await Promise.all([checkRefunds(one.appContext), checkRefunds(one.appContext)]);
    expect(await one.see('buyer')).toMatchObject({
      pendingRefund: 0,
      refunds: [{ state: 'done' }],
    });
  });

  test.each(['failed', 'cancelled'] as const)(
    'that turns out %s is the order’s money again, asks the team, and tells managers and buyer',
    async (state) => {
      const one = await paidOrder();
      peer.nextRefund = 'pending';
      await one.decide();
      await one.work();
      expect(await balances(store.db)).toMatchObject({ 'orders USD': 0 });
      const body = peer.refundTurnsOut(one.money, state);
      await Promise.all([one.postWebhook(body), one.postWebhook(body)]);
      expect(await one.row()).toMatchObject({
        state: 'refund requested',
        stateBefore: 'in progress',
        refundedAmount: 0,
      });
      expect(await balances(store.db)).toMatchObject({ 'orders USD': 30_000 });
      expect(await one.events()).toEqual(['Full refund decided', 'Refund failed']);
      const { refunds: failed } = await readTroubles(store.db, one.ines);
      expect(failed).toMatchObject([{ order: `E-${one.number}`, amount: '$300.00' }]);
      expect(
        one
          .told()
          .map(({ text }) => text)
          .join(''),
      ).toContain('A refund of $300.00 failed');
      expect(
        one.appContext.mail.sent.some(({ text }) => text.includes("We're looking into it")),
      ).toBe(true);
      await expectOrdersSound(store.db);
      // A new decision creates another refund, and the first one does not interfere.
      peer.nextRefund = 'done';
      await one.decide();
      await one.work();
      expect(await one.see('buyer')).toMatchObject({ state: 'refunded', pendingRefund: 0 });
      expect((await readTroubles(store.db, one.ines)).refunds).toEqual([]);
      await expectOrdersSound(store.db);
    },
  );

  test('that succeeded is the order’s money again when the bank sends it back days later', async () => {
    const one = await paidOrder();
    await one.decide();
    await one.work();
    expect(await one.see('buyer')).toMatchObject({ pendingRefund: 0, state: 'refunded' });
    peer.refundTurnsOut(one.money, 'failed');
    // No webhook reports the failure.
    one.appContext.clock.advance(8 * DAY_MS);
    await checkRefunds(one.appContext);
    expect(await one.row()).toMatchObject({ state: 'refund requested', refundedAmount: 0 });
    expect(one.told()).toHaveLength(1);
    await sendRefundAgain(
      one.appContext,
      tracedBy(one.ines),
      one.ines,
      (await readTroubles(store.db, one.ines)).refunds[0]?.id ?? '',
    );
    await one.work();
    expect(peer.refunds).toHaveLength(2);
    expect(await one.row()).toMatchObject({ state: 'refunded' });
    await expectOrdersSound(store.db);
  });

  test('in two equal parts is two refunds, though an answer was lost in between', async () => {
    const one = await paidOrder();
    for (const reply of ['First', 'Second']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await one.ask();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await one.decide({ outcome: 'part', amount: '50', reply });
      // The request arrives, but its response is lost.
      const kind = refundKind(one.appContext);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [job] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, REFUND_KIND));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await kind.deliver({ ...job, attempts: 1 } as never, new AbortController().signal);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await learnReturns(one.appContext);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await one.work();
    }
    expect(peer.refunds).toMatchObject([{ amount: 5_000 }, { amount: 5_000 }]);
    expect(await one.row()).toMatchObject({ state: 'in progress', refundedAmount: 10_000 });
    expect(await store.db.$count(refunds)).toBe(2);
    await expectOrdersSound(store.db);
  });

  test('that is refused names its order, is shown to managers, and is sent again under another key', async () => {
    const one = await paidOrder();
    peer.nextRefund = { refusal: NO_MONEY };
    await one.decide();
    await one.work();
    expect(await one.row()).toMatchObject({ state: 'refund requested', refundedAmount: 0 });
    const jobs = await listJobs(
      store.db,
      one.appContext.clock,
      readListState(JOB_LIST, new URLSearchParams('state=failed&kind=refund')),
    );
    expect(jobs.rows[0]?.lastError).toBe(`Refund of $300.00, order E-${one.number}: ${NO_MONEY}`);
    const { refunds: failed } = await readTroubles(store.db, one.ines);
    expect(failed).toMatchObject([{ order: `E-${one.number}`, because: NO_MONEY }]);
    expect((await readTroubles(store.db, one.maya)).refunds).toEqual([]);
    expect((await one.see('manager'))?.refunds).toMatchObject([{ problem: NO_MONEY }]);
    // The buyer must not see messages of the payment service about the shop's account.
    expect((await one.see('buyer'))?.refunds).toMatchObject([{ state: 'failed', problem: null }]);
    expect(JSON.stringify(await one.see('buyer'))).not.toContain(NO_MONEY);
    peer.nextRefund = 'done';
    const again = (by: Member) =>
      sendRefundAgain(one.appContext, tracedBy(by), by, failed[0]?.id ?? '');
    expect(await refusalOf(again(one.maya))).toMatchObject({ status: 403 });
    await again(one.ines);
    // A refund that is being sent again is no longer listed as failed.
    expect((await readTroubles(store.db, one.ines)).refunds).toEqual([]);
    await one.work();
    expect((await one.see('manager'))?.events.at(-1)).toMatchObject({
      event: 'Refund sent again',
      actor: 'manager',
    });
    expect(peer.refunds).toMatchObject([{ amount: 30_000, key: `${failed[0]?.id}-2` }]);
    expect(await one.see('buyer')).toMatchObject({ state: 'refunded', pendingRefund: 0 });
    expect(await store.db.$count(jobsTable, eq(jobsTable.kind, REFUND_KIND))).toBe(0);
    await expectOrdersSound(store.db);
  });

  test('that is refused again and again is sent under a key of its own each time', async () => {
    const one = await paidOrder();
    peer.nextRefund = { refusal: NO_MONEY };
    await one.decide();
    await one.work();
    const [job] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, REFUND_KIND));
    for (let tries = 0; tries < 3; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sendAgain(one.appContext, tracedBy(one.ines), job?.id ?? '');
      // oxlint-disable-next-line no-await-in-loop -- as above
      await one.work();
    }
    const [row] = await store.db.select().from(refunds);
    expect(row).toMatchObject({ state: 'failed', attempt: 4 });
    expect(await one.row()).toMatchObject({ state: 'refund requested', refundedAmount: 0 });
    await expectOrdersSound(store.db);
  });

  test('that was refused is not sent again once the team has decided otherwise', async () => {
    const one = await paidOrder();
    peer.nextRefund = { refusal: NO_MONEY };
    await one.decide();
    await one.work();
    const [job] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, REFUND_KIND));
    peer.nextRefund = 'done';
    await one.decide({ way: 'credit' });
    await sendAgain(one.appContext, tracedBy(one.ines), job?.id ?? '');
    await one.work();
    expect(peer.refunds).toEqual([]);
    expect(await balances(store.db)).toMatchObject({ 'credit USD': 30_000, 'orders USD': 0 });
    await expectOrdersSound(store.db);
  });

  test('of which nobody knows whether it was sent is sent again under the same key', async () => {
    const one = await paidOrder();
    await one.decide();
    peer.isAway = true;
    for (let days = 0; days < 12; days += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await one.work();
      one.appContext.clock.advance(DAY_MS);
    }
    const { refunds: unsent } = await readTroubles(store.db, one.ines);
    expect(unsent).toMatchObject([{ order: `E-${one.number}`, isUnknown: true }]);
    expect(one.told().at(-1)?.text).toContain("couldn't be sent");
    expect(await one.see('buyer')).toMatchObject({ pendingRefund: 30_000 });
    peer.isAway = false;
    await sendRefundAgain(one.appContext, tracedBy(one.ines), one.ines, unsent[0]?.id ?? '');
    await one.work();
    expect(peer.refunds).toMatchObject([{ key: unsent[0]?.id }]);
    await expectOrdersSound(store.db);
  });

  test('that is promised cannot be discarded, is not forgotten, and is sent again even without its job', async () => {
    const one = await paidOrder();
    await one.decide();
    peer.isAway = true;
    for (let days = 0; days < 12; days += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await one.work();
      one.appContext.clock.advance(DAY_MS);
    }
    const [job] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, REFUND_KIND));
    expect(job).toMatchObject({ state: 'failed' });
    const discard = () =>
      giveUp(one.appContext, tracedBy(one.ines), job?.id ?? '', [
        { name: REFUND_KIND, isPromised: IS_PROMISED },
      ]);
    expect(await refusalOf(discard())).toMatchObject({ status: 409 });
    one.appContext.clock.advance(400 * DAY_MS);
    await forgetEnded(store.db, one.appContext.clock, [refundKind(one.appContext)]);
    expect(await store.db.$count(jobsTable, eq(jobsTable.kind, REFUND_KIND))).toBe(1);

    await store.db.delete(jobsTable).where(eq(jobsTable.kind, REFUND_KIND));
    const { refunds: unsent } = await readTroubles(store.db, one.ines);
    expect(unsent).toMatchObject([{ order: `E-${one.number}`, isUnknown: true }]);
    peer.isAway = false;
    await sendRefundAgain(one.appContext, tracedBy(one.ines), one.ines, unsent[0]?.id ?? '');
    expect((await readTroubles(store.db, one.ines)).refunds).toEqual([]);
    await one.work();
    expect(peer.refunds).toMatchObject([{ key: unsent[0]?.id, amount: 30_000 }]);
    await expectOrdersSound(store.db);
  });

  test('that was refused can be discarded, because its money is the order’s again', async () => {
    const one = await paidOrder();
    peer.nextRefund = { refusal: NO_MONEY };
    await one.decide();
    await one.work();
    const [job] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, REFUND_KIND));
    await giveUp(one.appContext, tracedBy(one.ines), job?.id ?? '', [
      { name: REFUND_KIND, isPromised: IS_PROMISED },
    ]);
    expect(await store.db.$count(jobsTable, eq(jobsTable.kind, REFUND_KIND))).toBe(0);
  });

  test('made at the provider stands on the order, in the books and in a mail to managers', async () => {
    const one = await paidOrder();
    const body = peer.refundedHere(one.money, 10_000);
    await Promise.all([one.postWebhook(body), one.postWebhook(body)]);
    expect(await one.row()).toMatchObject({ state: 'in progress', refundedAmount: 10_000 });
    expect(await one.events()).toEqual(['Refunded at the payment service']);
    expect(one.told()).toHaveLength(1);
    expect(await balances(store.db)).toMatchObject({ 'orders USD': 20_000 });
    await one.postWebhook(peer.refundedHere(one.money, 20_000));
    expect(await one.row()).toMatchObject({ state: 'refunded', refundedAmount: 30_000 });
    expect(await refusalOf(one.decide())).toMatchObject({ status: 409 });
    await expectOrdersSound(store.db);
  });

  test('made at the provider counts when the team decides, though no webhook told of it', async () => {
    const one = await paidOrder();
    peer.refundedHere(one.money, 10_000);
    await one.decide();
    await one.work();
    expect(peer.refunds).toMatchObject([{ amount: 20_000 }]);
    expect(await one.row()).toMatchObject({ state: 'refunded' });
    const other = await paidOrder(one.appContext);
    peer.refundedHere(other.money, 30_000);
    expect(await refusalOf(other.decide())).toMatchObject({ status: 409 });
    expect(await other.row()).toMatchObject({ state: 'refunded' });
    await expectOrdersSound(store.db);
  });

  test('made at the provider while ours was to be sent is not sent twice', async () => {
    const one = await paidOrder();
    await one.decide();
    const body = peer.refundedHere(one.money, 30_000);
    await one.work();
    await one.postWebhook(body);
    expect(peer.refunds).toEqual([]);
    expect(await one.see('buyer')).toMatchObject({
      state: 'refunded',
      pendingRefund: 0,
      refunds: [{ state: 'done' }],
    });
    expect(await store.db.$count(jobsTable, eq(jobsTable.kind, REFUND_KIND))).toBe(0);
    await expectOrdersSound(store.db);
  });

  test('made at the provider is found by the clock, where no webhook is set up', async () => {
    const one = await paidOrder();
    peer.refundedHere(one.money, 10_000);
    await learnReturns(one.appContext);
    await learnReturns(one.appContext);
    expect(await one.row()).toMatchObject({ refundedAmount: 10_000 });
    expect(await one.events()).toEqual(['Refunded at the payment service']);
  });

  test('as credit waits while the provider cannot say what has gone back', async () => {
    const one = await paidOrder();
    peer.isAway = true;
    expect(await refusalOf(one.decide({ way: 'credit' }))).toMatchObject({ status: 503 });
    expect(await one.row()).toMatchObject({ state: 'in progress' });
    // The provider itself refuses an amount that is too high.
    await one.decide();
    expect(await one.row()).toMatchObject({ state: 'refunded' });
  });

  test('that fails in part asks the team again, and leaves the part that succeeded', async () => {
    const one = await paidOrder();
    await one.ask();
    await one.decide({ outcome: 'part', amount: '100', reply: 'Half of it was late' });
    await one.work();
    peer.nextRefund = 'pending';
    await one.ask();
    await one.decide({ outcome: 'part', amount: '50', reply: 'And this' });
    await one.work();
    await one.postWebhook(peer.refundTurnsOut(one.money, 'failed'));
    expect(await one.row()).toMatchObject({
      state: 'refund requested',
      stateBefore: 'in progress',
      refundedAmount: 10_000,
    });
    await one.decide({ outcome: 'refuse', reply: 'No' });
    expect(await one.row()).toMatchObject({ state: 'in progress' });
    await expectOrdersSound(store.db);
  });

  test('of a payment that was held is held again when it fails', async () => {
    const one = await paidOrder();
    await one.postWebhook(peer.paidToLostPage(new URL(one.appContext.settings.origin).host));
    const held = async () => (await readTroubles(store.db, one.ines)).held;
    const [payment] = await held();
    peer.nextRefund = { refusal: NO_MONEY };
    await returnPayment(one.appContext, tracedBy(one.ines), one.ines, payment?.id ?? '');
    expect(await held()).toEqual([]);
    await one.work();
    expect(await held()).toMatchObject([{ amount: '$9.00' }]);
    peer.nextRefund = 'done';
    await returnPayment(one.appContext, tracedBy(one.ines), one.ines, payment?.id ?? '');
    await one.work();
    expect(await held()).toEqual([]);
    expect(peer.refunds).toMatchObject([{ amount: 900 }]);
    await expectOrdersSound(store.db);
  });

  test('by a dispute: both sides see it, managers are told, and a lost one takes the money once', async () => {
    const one = await paidOrder();
    const opened = peer.disputed(one.money, 'open');
    await Promise.all([one.postWebhook(opened), one.postWebhook(opened)]);
    expect(await one.row()).toMatchObject({ state: 'in progress', refundedAmount: 0 });
    expect((await readTroubles(store.db, one.ines)).disputes).toMatchObject([
      { order: `E-${one.number}`, amount: '$300.00' },
    ]);
    const lost = peer.disputed(one.money, 'lost');
    await one.postWebhook(lost);
    await one.postWebhook(lost);
    // This event was sent earlier but is delivered later.
    await one.postWebhook(opened);
    expect(await one.row()).toMatchObject({ state: 'refunded', refundedAmount: 30_000 });
    expect(await one.events()).toEqual(['Payment disputed', 'Dispute lost']);
    expect(one.told()).toHaveLength(2);
    expect((await readTroubles(store.db, one.ines)).disputes).toEqual([]);
    expect(await balances(store.db)).toMatchObject({ 'orders USD': 0 });
    await expectOrdersSound(store.db);
  });

  test('by a dispute that is won leaves the money where it is', async () => {
    const one = await paidOrder();
    await one.postWebhook(peer.disputed(one.money, 'open'));
    await one.postWebhook(peer.disputed(one.money, 'won'));
    expect(await one.row()).toMatchObject({ state: 'in progress', refundedAmount: 0 });
    expect(await one.events()).toEqual(['Payment disputed', 'Dispute won']);
    // The dispute is lost at first and won on appeal.
    const two = await paidOrder(one.appContext);
    await two.postWebhook(peer.disputed(two.money, 'lost'));
    await two.postWebhook(peer.disputed(two.money, 'won'));
    expect(await two.row()).toMatchObject({ state: 'in progress', refundedAmount: 0 });
    await expectOrdersSound(store.db);
  });

  test('by a dispute over what was given back as credit is a loss in the books', async () => {
    const one = await paidOrder();
    await one.ask();
    await one.decide({ outcome: 'part', way: 'credit', amount: '100', reply: 'Late' });
    await one.postWebhook(peer.disputed(one.money, 'lost'));
    expect(await one.row()).toMatchObject({ state: 'refunded', refundedAmount: 30_000 });
    expect(await balances(store.db)).toMatchObject({
      'orders USD': 0,
      'credit USD': 10_000,
      'losses USD': -10_000,
      [`received:${peer.way} USD`]: 0,
    });
    await expectOrdersSound(store.db);
  });

  test('of another shop in the same account is none of ours', async () => {
    const one = await paidOrder();
    const before = JSON.stringify(await store.db.select().from(refunds));
    await one.postWebhook(peer.refundedHere('pi_of_another_shop', 500));
    await one.postWebhook(peer.disputed('pi_of_another_shop', 'lost'));
    await learnReturns(one.appContext);
    expect(JSON.stringify(await store.db.select().from(refunds))).toBe(before);
    expect(await one.events()).toEqual([]);
    expect(one.told()).toEqual([]);
  });
});

test('Stripe: a sum that was refunded is booked once, whether or not the refunds are named with it', async () => {
  const peer = await StripePeer.start();
  try {
    const appContext = createOrderContext(store.db, new TestClock(), peer.env);
    const ines = await hire(store.db, 'ines');
    const one = await order(appContext);
    const postWebhook = (body: string) => takeWebhook(appContext, 'stripe', body, peer.sign(body));
    const page = peer.pageIdOf(await beginCheckout(appContext, one.secret, 'stripe')) ?? '';
    await postWebhook(peer.paid(page));
    const [payment] = await store.db.select().from(payments);
    const named = peer.refundedHere(payment?.reference ?? '', 10_000);
    await postWebhook(peer.chargeRefunded(payment?.reference ?? ''));
    await postWebhook(named);
    expect(await orderRow(store.db, one.number)).toMatchObject({ refundedAmount: 10_000 });
    // A webhook about our own refund can arrive before the response. The refund is recognised by its key.
    await decideRefund(appContext, tracedBy(ines), ines, one.number, ALL);
    const worker = new JobWorker({ ...appContext, kinds: [refundKind(appContext)] });
    await worker.look();
    await worker.settled();
    await postWebhook(peer.chargeRefunded(payment?.reference ?? ''));
    expect(await orderRow(store.db, one.number)).toMatchObject({ refundedAmount: 30_000 });
    expect(await store.db.$count(refunds)).toBe(2);
    await expectOrdersSound(store.db);
  } finally {
    await peer.close();
  }
});

test('Stripe: a sum that arrives late books no refund whose money came back meanwhile', async () => {
  const peer = await StripePeer.start();
  try {
    const appContext = createOrderContext(store.db, new TestClock(), peer.env);
    await hire(store.db, 'ines');
    const one = await order(appContext);
    const postWebhook = (body: string) => takeWebhook(appContext, 'stripe', body, peer.sign(body));
    const page = peer.pageIdOf(await beginCheckout(appContext, one.secret, 'stripe')) ?? '';
    await postWebhook(peer.paid(page));
    const [payment] = await store.db.select().from(payments);
    const reference = payment?.reference ?? '';
    peer.refundedHere(reference, 4_000);
    peer.refundedHere(reference, 10_000);
    const late = peer.chargeRefunded(reference);
    const failed = peer.refundTurnsOut(reference, 'failed');
    await postWebhook(failed);
    await postWebhook(late);
    expect(await orderRow(store.db, one.number)).toMatchObject({ refundedAmount: 4_000 });
    await expectOrdersSound(store.db);
  } finally {
    await peer.close();
  }
});

test('PayPal: a payment that is taken back, and the dispute about it, are one sum', async () => {
  const peer = await PayPalPeer.start();
  try {
    const appContext = createOrderContext(store.db, new TestClock(), peer.env);
    const postWebhook = (body: string) => takeWebhook(appContext, 'paypal', body, peer.sign(body));
    const paidOrder = async () => {
      const one = await order(appContext);
      const page = peer.pageIdOf(await beginCheckout(appContext, one.secret, 'paypal')) ?? '';
      await postWebhook(peer.paid(page));
      const [payment] = await store.db.select().from(payments).where(eq(payments.orderId, one.id));
      return { ...one, page, money: payment?.reference ?? '' };
    };
    const [first, second, third] = [await paidOrder(), await paidOrder(), await paidOrder()];
    await postWebhook(peer.reversed(first.money, 30_000));
    await postWebhook(peer.disputed(first.money, 'lost'));
    await postWebhook(peer.disputed(second.money, 'lost'));
    await postWebhook(peer.reversed(second.money, 30_000));
    // A booked payment that is denied later never arrived.
    await postWebhook(peer.bounced(third.page));
    await postWebhook(peer.bounced(third.page));
    for (const { number } of [first, second, third]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await orderRow(store.db, number)).toMatchObject({
        state: 'refunded',
        refundedAmount: 30_000,
      });
    }
    expect(await store.db.$count(refunds)).toBe(3);
    expect(await store.db.$count(checkouts)).toBe(3);
    await expectOrdersSound(store.db);
  } finally {
    await peer.close();
  }
});
