import { addItem } from './board/edit-checklist.server.ts';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import {
  balances,
  createDraft,
  meet,
  order,
  createOrderContext,
  orderRow,
} from '../../../tests/support/orders.ts';
import { StripePeer } from '../../../tests/support/stripe-peer.ts';
import { NOBODY, refusalOf, RecordingMail, tracedBy } from '../../../tests/support/team.ts';
import { erasePerson } from '../../chat/server/privacy/erase-visitor.server.ts';
import { readReviewPage } from '../../reviews/server/read-reviews.server.ts';
import { serviceReviews } from '../../reviews/server/tables.server.ts';
import { readListState } from '../../platform/lists/list-state.ts';
import { INVOICE_LIST } from '../protocol/invoices.ts';
import { exportTaxes, listInvoices } from './invoices/list-invoices.server.ts';
import { change } from '../../platform/change/change.server.ts';
import { MODULES } from '../../../server/modules.ts';
import { acceptDelivery, deliver } from './delivery/delivery.server.ts';
import { makeOffer } from './offer/make-offer.server.ts';
import { completeBrief } from './order/complete-brief.server.ts';
import { beginCheckout } from './payment/begin-checkout.server.ts';
import { bookWaiting, takeWebhook } from './payment/take-webhook.server.ts';
import { markPaid } from './payment/settle-paid.server.ts';
import { countOrders, exportOrdersOf } from './privacy.server.ts';
import { requestRefund } from './refund/refund-requests.server.ts';
import { reviewPurchase } from './review/review-purchase.server.ts';
import { readReviewable } from './review/read-reviewable.server.ts';
import { offers, orders, paymentEvents } from './tables.server.ts';

const store = useDatabase();
const SECRET_WORD = 'Northfold Harbour';
const BOOK = '/services/graphics/book-design';

async function completed(appContext: ReturnType<typeof createOrderContext>) {
  const one = await order(appContext, {
    lines: [{ title: 'Book Design', path: BOOK, quantity: 1, price: '300' }],
    questions: 'The title',
    note: `For ${SECRET_WORD}`,
  });
  const team = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
  await markPaid(...team, 'PP-1');
  await completeBrief(appContext, one.secret, { 'answer-0': SECRET_WORD });
  await deliver(...team, `Here is ${SECRET_WORD}`);
  await acceptDelivery(appContext, one.secret);
  return one;
}

function erase(appContext: ReturnType<typeof createOrderContext>): Promise<string> {
  const erasing = {
    ...appContext,
    mail: new RecordingMail(),
    modules: MODULES,
    closeConversations() {},
  };
  return erasePerson(erasing as never, NOBODY, VISITORS.elena, 'delete');
}

/** An order of Elena whose payment page is open at Stripe, until the test is over. */
async function orderAtStripe() {
  const stripe = await StripePeer.start();
  onTestFinished(() => stripe.close());
  const appContext = createOrderContext(store.db, undefined, stripe.env);
  const pageOf = async (secret: string) =>
    stripe.pageIdOf(await beginCheckout(appContext, secret, 'stripe')) ?? '';
  const postWebhook = (body: string) => takeWebhook(appContext, 'stripe', body, stripe.sign(body));
  const one = await order(appContext);
  return { stripe, appContext, one, page: await pageOf(one.secret), pageOf, postWebhook };
}

describe('what is held about a buyer', () => {
  test('is counted and exported in words, and opens nothing', async () => {
    const appContext = createOrderContext(store.db);
    const one = await completed(appContext);
    expect(await countOrders(store.db, VISITORS.elena)).toContainEqual({
      noun: 'order',
      number: 1,
    });
    const exported = JSON.stringify(await exportOrdersOf(store.db, VISITORS.elena));
    expect(exported).toContain(SECRET_WORD);
    expect(exported).toContain('E-1001');
    expect(exported).not.toContain(one.secret);
    expect(await exportOrdersOf(store.db, VISITORS.noor)).toEqual({
      orders: [],
      commentsOnDeliveries: [],
      subscriptions: [],
      credits: [],
    });
  });

  test('is taken off the orders by an erasure; numbers, states and books stay', async () => {
    const appContext = createOrderContext(store.db);
    const one = await completed(appContext);
    await addItem(
      appContext,
      { trace: tracedBy(one.maya), member: one.maya, number: one.number },
      crypto.randomUUID(),
      { title: SECRET_WORD, assignee: '', dueOn: '', isShown: true },
    );
    expect(await exportOrdersOf(store.db, VISITORS.elena)).toMatchObject({
      orders: [{ steps: [{ title: SECRET_WORD, doneAt: null }] }],
    });
    await requestRefund(appContext, one.secret, { ground: 'late', explanation: SECRET_WORD });
    await makeOffer(appContext, one.maya, one.conversation.id, createDraft({ note: SECRET_WORD }));
    const certificate = await erase(appContext);
    expect(certificate).toContain('1 order stripped of name and text');
    const tables = [
      'orders',
      'offers',
      'order_events',
      'deliveries',
      'refund_requests',
      'credits',
      'order_checklist_items',
      'order_codes',
      'coupon_redemptions',
      'subscriptions',
      'invoices',
    ];
    for (const table of tables) {
      // oxlint-disable-next-line no-await-in-loop -- table by table
      const { rows } = await store.db.execute(sql.raw(`select * from ${table}`));
      const held = JSON.stringify(rows);
      expect(held).not.toContain(SECRET_WORD);
      expect(held).not.toContain(VISITORS.elena);
    }
    const found = readListState(INVOICE_LIST, new URLSearchParams({ q: VISITORS.elena }));
    expect(await listInvoices(appContext, found)).toMatchObject({ rows: [] });
    const all = readListState(INVOICE_LIST, new URLSearchParams());
    const csv = await exportTaxes(appContext, tracedBy(one.maya), all);
    expect(csv).toContain('INV-');
    expect(csv).not.toContain(VISITORS.elena);
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'refund requested',
      amount: 30_000,
      buyerEmail: null,
      conversationId: null,
    });
    expect(await store.db.$count(offers)).toBe(1);
    expect(await balances(store.db)).toMatchObject({ 'orders USD': 30_000 });
  });

  test('is taken off what payment services told of them, and off nothing that was told of others', async () => {
    const { stripe, appContext, page, pageOf, postWebhook } = await orderAtStripe();
    await postWebhook(stripe.expired(page));
    await postWebhook(stripe.paid(page));
    // A manually typed reference must not match other bodies by chance.
    const byHand = await order(appContext);
    await markPaid(appContext, tracedBy(byHand.maya), byHand.maya, byHand.number, 'cs');
    const other = await order(appContext, {}, VISITORS.noor);
    await postWebhook(stripe.paid(await pageOf(other.secret)));
    await erase(appContext);
    const { rows } = await store.db.execute(
      sql`select type, body = '{}' as "isGone" from payment_events order by type, 2 desc`,
    );
    expect(rows).toEqual([
      { type: 'checkout.session.completed', isGone: true },
      { type: 'checkout.session.completed', isGone: false },
      { type: 'checkout.session.expired', isGone: true },
    ]);
  });

  test('is taken off events that were stored before events had an order, among many others', async () => {
    const { stripe, appContext, page, postWebhook } = await orderAtStripe();
    const paid = stripe.paid(page);
    await postWebhook(paid);
    const [event] = await store.db.select().from(paymentEvents);
    const earlier = Array.from({ length: 1300 }, (_, index) => ({
      ...event!,
      eventId: `evt_${String(index).padStart(4, '0')}`,
      // Theirs are the first, the last, and those at the ends of batches.
      body: [0, 499, 500, 999, 1000, 1299].includes(index) ? paid : '{"id":"cs_other"}',
      orderId: null,
    }));
    await store.db.insert(paymentEvents).values(earlier);
    await erase(appContext);
    expect(await store.db.$count(paymentEvents, eq(paymentEvents.body, '{}'))).toBe(7);
    expect(await store.db.$count(paymentEvents, eq(paymentEvents.body, paid))).toBe(0);
  });

  test('is taken off an event by its order, whatever its body names', async () => {
    const { stripe, appContext, page, postWebhook } = await orderAtStripe();
    await postWebhook(stripe.paid(page));
    await store.db.update(paymentEvents).set({ body: `{"name":"${SECRET_WORD}"}` });
    await erase(appContext);
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ body: '{}' }]);
  });

  test('is booked although it was told of and not booked yet when they were erased', async () => {
    const { stripe, appContext, one, page } = await orderAtStripe();
    await store.db.insert(paymentEvents).values({
      way: 'stripe',
      eventId: 'evt_1',
      type: 'checkout.session.completed',
      body: stripe.paid(page),
      receivedAt: appContext.clock.now(),
    });
    await erase(appContext);
    appContext.clock.advance(2 * 60_000);
    await bookWaiting(appContext);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
    // Nothing would erase the body later.
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ body: '{}' }]);
  });

  test('stays nowhere when they accept an offer at the moment of their erasure', async () => {
    const appContext = createOrderContext(store.db);
    for (let round = 0; round < 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each meets anew
      const person = await meet(appContext);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { offerId } = await person.offer();
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [erased] = await Promise.allSettled([
        erase(appContext),
        person.answer(offerId),
        person.offer({ note: SECRET_WORD }),
      ]);
      expect(erased.status).toBe('fulfilled');
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await store.db.$count(orders, isNotNull(orders.buyerEmail))).toBe(0);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await store.db.$count(offers, isNotNull(offers.note))).toBe(0);
    }
  });

  test('goes altogether where all data are reset', async () => {
    const appContext = createOrderContext(store.db);
    await completed(appContext);
    await change(appContext, undefined, async (tx, after) => {
      for (const { reset } of MODULES) {
        // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
        await reset?.(tx, after, appContext as unknown as Parameters<typeof reset>[2]);
      }
    });
    expect(await store.db.$count(orders)).toBe(0);
    expect(await balances(store.db)).toEqual({});
  });
});

describe('a review from a completed order', () => {
  const review = { path: BOOK, name: 'Elena', rating: 5, text: 'A fine book' };

  test('carries the mark, is written once for each service, and of nothing else', async () => {
    const appContext = createOrderContext(store.db);
    const one = await completed(appContext);
    expect(await readReviewable(store.db, appContext.catalogue, one.id)).toEqual([
      { path: BOOK, title: 'Book Design' },
    ]);
    const other = { ...review, path: '/services/graphics/logo-design' };
    expect((await refusalOf(reviewPurchase(appContext, one.secret, other))).status).toBe(404);
    const empty = { ...review, rating: 0, text: '' };
    expect((await refusalOf(reviewPurchase(appContext, one.secret, empty))).status).toBe(400);
    const results = await Promise.allSettled([
      reviewPurchase(appContext, one.secret, review),
      reviewPurchase(appContext, one.secret, review),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.db.$count(serviceReviews)).toBe(1);
    const query = { sort: 'newest', stars: undefined, purchases: false, page: 1 } as const;
    const page = await readReviewPage(
      store.db,
      [{ section: 'graphics', slug: 'book-design' }],
      query,
    );
    expect(page.reviews).toMatchObject([{ name: 'Elena', isPurchase: true, isVerified: true }]);
    expect(JSON.stringify(page)).not.toContain(VISITORS.elena);
    expect(await readReviewable(store.db, appContext.catalogue, one.id)).toEqual([]);
  });

  test('cannot be written before the order is completed', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    expect((await refusalOf(reviewPurchase(appContext, one.secret, review))).status).toBe(409);
    expect(await readReviewable(store.db, appContext.catalogue, one.id)).toEqual([]);
  });
});
