import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { subscribe } from '../../../../tests/support/subscriptions.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { answerField } from '../../protocol/order-form.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { serviceReviews } from '../../../reviews/server/tables.server.ts';
import { reviewPurchase } from '../review/review-purchase.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { asBuyer, asMember } from '../order/as-actor.server.ts';
import { readVisitorOrders } from '../order/read-visitor-orders.server.ts';
import { visitors } from '../../../chat/server/tables.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { withdrawRequest } from '../order/withdraw-request.server.ts';
import { secretOf } from '../access.server.ts';
import { exportOrdersOf } from '../privacy.server.ts';
import { orders } from '../tables.server.ts';
import { cancelSubscription, endSubscription } from './act-on-subscription.server.ts';
import { readSubscription } from './read-subscription.server.ts';
import { requestWork } from './request-work.server.ts';
import { subscriptionRequests, subscriptions } from './tables.server.ts';

const store = useDatabase();

/** A paid subscription of June 12, 2026 whose service asks one question and includes requests. */
async function subscribeTo(
  requests: { readonly perPeriod: number; readonly concurrent: number },
  {
    quantity = 1,
    env = {},
  }: { readonly quantity?: number; readonly env?: Record<string, string> } = {},
) {
  const one = await subscribe(store.db, env);
  const { id, terms } = await one.row();
  const service = {
    ...terms.service,
    requests: { ...requests, label: 'articles' },
    intake: [],
    needs: 'What is it about?',
  };
  await store.db
    .update(subscriptions)
    .set({ terms: { ...terms, service, choice: { ...terms.choice, quantity } } })
    .where(eq(subscriptions.id, id));
  await one.pay(1001);
  const ask = (key: string = randomUUID()) => one.asElena((turn) => requestWork(turn, key));
  const view = async () => {
    const found = await readSubscription(one.appContext, id, 'buyer');
    return found?.periodRequests;
  };
  const withdraw = async (order: string) =>
    asBuyer(one.appContext, await secretOf(store.db, order), (turn) => withdrawRequest(turn));
  return { ...one, id, ask, view, withdraw };
}

describe('a request of a subscription', () => {
  test('is an order without a price in the same thread, which names subscription and period', async () => {
    const { appContext, ask, view, id } = await subscribeTo({ perPeriod: 5, concurrent: 2 });
    expect(await view()).toMatchObject({ used: 0, included: 5, label: 'articles', refusal: null });
    const { id: orderId, number } = await ask();
    const [period, order] = await Promise.all([
      orderRow(store.db, 1001),
      orderRow(store.db, number),
    ]);
    expect(order).toMatchObject({
      amount: 0,
      state: 'paid',
      conversationId: period.conversationId,
      buyerEmail: VISITORS.elena,
    });
    const shop = { timeZone: appContext.settings.supportTimezone, now: appContext.clock.now() };
    const shown = await readOrder(store.db, orderId, 'buyer', shop);
    expect(shown).toMatchObject({
      subscription: { number: 'S-1001', period: 1, request: 1 },
      intake: [expect.objectContaining({ label: 'What is it about?' })],
    });
    expect(shown?.may).toContain('withdraw');
    const [visitor] = await store.db.select().from(visitors);
    const ines = await hire(store.db, 'ines');
    const inInbox = await readVisitorOrders(appContext, ines, visitor?.id ?? '');
    expect(inInbox.map(({ subscription }) => subscription)).toEqual([
      'Request 1 in period 1 of subscription S-1001',
      'Period 1 of subscription S-1001',
    ]);
    expect(await view()).toMatchObject({ used: 1, open: 1 });
    const found = await readSubscription(appContext, id, 'manager');
    expect(found?.requests).toMatchObject([{ number: 1, period: 1, order: 'E-1002' }]);
    expect(appContext.mail.sent.at(-1)?.text).toContain('Included in your subscription');
    expect(await exportOrdersOf(store.db, VISITORS.elena)).toMatchObject({
      subscriptions: [{ requests: [{ number: 1, period: 1, order: 'E-1002' }] }],
    });
    await expectOrdersSound(store.db);
  });

  test('has no invoice of its own, although tax is on', async () => {
    const tax = {
      TAX: 'on',
      SELLER_NAME: 'Embarka Studio GmbH',
      SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
      SELLER_COUNTRY: 'DE',
      SELLER_TAX_NUMBER: 'DE123456789',
      TAX_RATES: 'DE 19% VAT',
    };
    const { ask } = await subscribeTo({ perPeriod: 1, concurrent: 1 }, { env: tax });
    await ask();
    expect(await store.db.$count(invoices)).toBe(1);
    await expectOrdersSound(store.db);
  });

  test('gives no review of a purchase: the period is the purchase', async () => {
    const { appContext, ask } = await subscribeTo({ perPeriod: 2, concurrent: 2 });
    const { id, number } = await ask();
    const completedAt = appContext.clock.now();
    await store.db.update(orders).set({ state: 'completed', completedAt });
    const { lines } = await readOffer(store.db, (await orderRow(store.db, number)).offerId);
    const review = { path: lines[0]?.path ?? '', name: 'Elena', rating: 5, text: 'Fine articles' };
    const post = async (order: string) =>
      reviewPurchase(appContext, await secretOf(store.db, order), review);
    expect(await refusalOf(post(id))).toMatchObject({ status: 409 });
    await post((await orderRow(store.db, 1001)).id);
    expect(await store.db.$count(serviceReviews)).toBe(1);
  });

  test('is made once by two presses of one button, and for the last one by one of two buttons', async () => {
    const { ask, view } = await subscribeTo({ perPeriod: 2, concurrent: 5 });
    const key = randomUUID();
    const [first, second] = await Promise.all([ask(key), ask(key)]);
    expect(first).toEqual(second);
    expect(await view()).toMatchObject({ used: 1 });
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await view()).toMatchObject({ used: 2 });
    expect(await store.db.$count(subscriptionRequests)).toBe(2);
    await expectOrdersSound(store.db);
  });

  test('is refused while too many are open, and when all of the period are used', async () => {
    const { ask, view, appContext } = await subscribeTo({ perPeriod: 2, concurrent: 1 });
    const first = await ask();
    expect(await refusalOf(ask())).toMatchObject({ status: 409 });
    expect(await view()).toMatchObject({
      refusal: 'At most 1 request can be open at the same time. Complete or cancel one first.',
    });
    const now = appContext.clock.now();
    await store.db
      .update(orders)
      .set({ state: 'completed', completedAt: now })
      .where(eq(orders.id, first.id));
    await ask();
    await store.db.update(orders).set({ state: 'completed', completedAt: now });
    expect(await view()).toMatchObject({
      used: 2,
      refusal: 'This period includes 2 articles, and all are used.',
    });
    expect(await refusalOf(ask())).toMatchObject({ status: 409 });
  });

  test('is returned when it is cancelled before work starts, and not afterwards', async () => {
    const { appContext, maya, ask, view, withdraw } = await subscribeTo({
      perPeriod: 1,
      concurrent: 1,
    });
    const first = await ask();
    await withdraw(first.id);
    expect(await orderRow(store.db, first.number)).toMatchObject({ state: 'cancelled' });
    expect(await refusalOf(withdraw(first.id))).toMatchObject({ status: 409 });
    expect(await view()).toMatchObject({ used: 0, open: 0, refusal: null });
    const second = await ask();
    await asMember(appContext, tracedBy(maya), maya, second.number, (turn) =>
      withdrawRequest(turn),
    );
    const third = await ask();
    const { intake } = await readOffer(store.db, (await orderRow(store.db, third.number)).offerId);
    const answers = Object.fromEntries(intake.map(({ id }) => [answerField(id), 'Harbours']));
    await completeBrief(appContext, await secretOf(store.db, third.id), answers);
    expect(await refusalOf(withdraw(third.id))).toMatchObject({ status: 409 });
    expect(await view()).toMatchObject({ used: 1 });
    await expectOrdersSound(store.db);
  });

  test('cannot be what a period is: its order is not cancelled as a request', async () => {
    const { withdraw } = await subscribeTo({ perPeriod: 1, concurrent: 1 });
    const period = await orderRow(store.db, 1001);
    expect(await refusalOf(withdraw(period.id))).toMatchObject({ status: 409 });
    expect(await orderRow(store.db, 1001)).toMatchObject({ state: period.state });
  });

  test('expires with its period, and the next paid one has all of its own', async () => {
    const { ask, view, pay, pass } = await subscribeTo({ perPeriod: 2, concurrent: 5 });
    await ask();
    await pass(25);
    await pay(1003);
    expect(await view()).toMatchObject({ used: 1, open: 1 });
    await pass(7);
    expect(await view()).toMatchObject({ used: 0, included: 2, open: 1, refusal: null });
    await pass(35);
    expect(await view()).toMatchObject({
      refusal: 'Requests can be made once the current period is paid.',
    });
    expect(await refusalOf(ask())).toMatchObject({ status: 409 });
  });

  test('can be made until an ending subscription ends, and by nobody afterwards', async () => {
    const { ask, asElena, asTeam } = await subscribeTo({ perPeriod: 3, concurrent: 3 });
    await asElena((turn) => cancelSubscription(turn));
    await ask();
    await asTeam((turn) => requestWork(turn, randomUUID()));
    await asTeam((turn) => endSubscription(turn, ''));
    expect(await refusalOf(ask())).toMatchObject({ status: 409 });
  });

  test('is included as often as the subscription was ordered', async () => {
    const { view } = await subscribeTo({ perPeriod: 5, concurrent: 2 }, { quantity: 3 });
    expect(await view()).toMatchObject({ included: 15, concurrent: 2 });
  });

  test('is made by nobody from another conversation, and not with somebody else’s key', async () => {
    const { asTeam, ask } = await subscribeTo({ perPeriod: 2, concurrent: 2 });
    const leo = await hire(store.db, 'leo');
    const stranger = refusalOf(asTeam((turn) => requestWork(turn, randomUUID()), leo));
    expect(await stranger).toMatchObject({ status: 404 });
    await ask();
    expect(await store.db.$count(subscriptionRequests)).toBe(1);
  });
});
