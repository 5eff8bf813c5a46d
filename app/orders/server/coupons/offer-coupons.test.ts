import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { createOrderContext, meet, orderRow } from '../../../../tests/support/orders.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { couponRedemptions, coupons, offers, orders } from '../tables.server.ts';

const store = useDatabase();

const LINES = [
  { title: 'Translation', path: '/services/writing/translation', quantity: 1, price: '300' },
  { title: 'Something else', path: null, quantity: 2, price: '50.01' },
];

test('an offer with a coupon shows the discount, and its acceptance reserves a redemption', async () => {
  await insertCoupon(store.db, { totalLimit: 1 });
  const appContext = createOrderContext(store.db);
  const { offer, answer } = await meet(appContext);
  const clientId = crypto.randomUUID();
  const card = await offer({ lines: LINES, coupon: 'Welcome', clientId });
  expect(card).toMatchObject({
    amount: 36_002,
    coupon: { code: 'WELCOME', discount: 4000 },
    lines: [{ discount: 3000 }, { discount: 1000 }],
  });
  expect(await store.db.$count(couponRedemptions)).toBe(0);
  const order = await answer(card.offerId);
  expect(order.order).toBe('E-1001');
  expect((await orderRow(store.db, 1001)).amount).toBe(36_002);
  expect(await store.db.select().from(couponRedemptions)).toMatchObject([
    { state: 'reserved', email: VISITORS.elena },
  ]);
  // The response was lost: the repeated request returns the offer, although the coupon is used up now.
  const again = await offer({ lines: LINES, coupon: 'WELCOME', clientId });
  expect(again).toEqual(card);
  expect((await refusalOf(offer({ lines: LINES, clientId }))).status).toBe(409);
  await expectOrdersSound(store.db);
});

test('a coupon for services counts only the lines of these services', async () => {
  await insertCoupon(store.db, { scope: 'sections', scopeIds: ['writing'] });
  await insertCoupon(store.db, { code: 'MUSIC', scope: 'sections', scopeIds: ['video'] });
  const { offer } = await meet(createOrderContext(store.db));
  const { lines, amount } = await offer({ lines: LINES, coupon: 'welcome' });
  expect(amount).toBe(37_002);
  expect(lines.map(({ discount }) => discount)).toEqual([3000, undefined]);
  const refusal = await refusalOf(offer({ lines: LINES, coupon: 'music' }));
  expect(refusal).toMatchObject({
    status: 400,
    field: 'coupon',
    message: "This coupon isn't valid for what was chosen.",
  });
});

test('a coupon that cannot be used any more is named at the acceptance, and nothing is accepted', async () => {
  const coupon = await insertCoupon(store.db);
  const { offer, answer } = await meet(createOrderContext(store.db));
  const { offerId } = await offer({ coupon: 'welcome' });
  const change = (terms: Partial<typeof coupons.$inferInsert>) =>
    store.db.update(coupons).set(terms).where(eq(coupons.id, coupon.id));
  await change({ endedAt: new Date() });
  const refusal = await refusalOf(answer(offerId));
  expect(refusal).toMatchObject({
    status: 409,
    message: 'This coupon has ended. Ask in the chat for a new offer.',
  });
  expect(await store.db.$count(orders)).toBe(0);
  expect((await store.db.select().from(offers))[0]?.state).toBe('open');
  // The offered discount stays, whatever the coupon takes off now, and a renamed coupon is still found.
  await change({ endedAt: null, percentage: 50_000, code: 'RENAMED' });
  await answer(offerId);
  expect((await orderRow(store.db, 1001)).amount).toBe(27_000);
  await expectOrdersSound(store.db);
});

test('the last redemption goes to one of two offers that are accepted at once', async () => {
  await insertCoupon(store.db, { totalLimit: 1 });
  const people = [];
  for (const email of [VISITORS.elena, VISITORS.priya]) {
    // oxlint-disable-next-line no-await-in-loop -- one database
    people.push(await meet(createOrderContext(store.db), email));
  }
  const made = await Promise.all(people.map(({ offer }) => offer({ coupon: 'welcome' })));
  const outcomes = await Promise.allSettled(
    people.map(({ answer }, index) => answer(made[index]?.offerId ?? '')),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await store.db.$count(couponRedemptions)).toBe(1);
  await expectOrdersSound(store.db);
});

test('an accepted offer with a total of zero is paid at once', async () => {
  await insertCoupon(store.db, { percentage: 100_000 });
  const { offer, answer } = await meet(createOrderContext(store.db));
  const { offerId, amount } = await offer({ coupon: 'welcome' });
  expect(amount).toBe(0);
  await answer(offerId);
  expect(await orderRow(store.db, 1001)).toMatchObject({ amount: 0, state: 'in progress' });
  expect(await store.db.select().from(couponRedemptions)).toMatchObject([{ state: 'consumed' }]);
  await expectOrdersSound(store.db);
});
