import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { balances, createOrderContext } from '../../../../tests/support/orders.ts';
import {
  auditOf,
  employ,
  refusalOf,
  TEST_ORIGIN,
  teamServices,
  tracedBy,
} from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { unnumberedEvents } from '../../../platform/events/tables.server.ts';
import { readOrderReport } from '../report/read-order-report.server.ts';
import { revenueLines } from '../report/tables.server.ts';
import { readFunnel } from '../report/read-funnel.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { acceptDelivery, deliver } from '../delivery/delivery.server.ts';
import { checkInvoices } from '../invoices/check-invoices.server.ts';
import { issueInvoiceOnRequest } from '../invoices/manage-invoices.server.ts';
import { exportOrders, listChangedOrders, listOrders } from '../order/list-orders.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { answerField } from '../../protocol/order-form.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { ORDER_LIST } from '../../protocol/order-query.ts';
import { readNumber } from '../../protocol/transitions.ts';
import { readReviewable } from '../review/read-reviewable.server.ts';
import { reviewPurchase } from '../review/review-purchase.server.ts';
import { findOrderOfMember, secretOf } from '../access.server.ts';
import {
  ledger,
  offers,
  orderEvents,
  orders,
  differences,
  paymentEvents,
  payments,
} from '../tables.server.ts';
import { placeTestOrder, readTestOrder, removeTestOrder } from './test-order.server.ts';

const store = useDatabase();
const YEAR = { from: new Date('2026-01-01'), to: new Date('2027-01-01') };
const EVERY_ORDER = readListState(ORDER_LIST, new URLSearchParams('show=all'));
const PROGRAM = { program: 'A shop system' } as never;

let admin: Member;
let appContext: ReturnType<typeof createOrderContext>;

beforeEach(async () => {
  const services = teamServices(store.db);
  admin = await employ(store.db, services, 'henrik');
  appContext = createOrderContext(store.db, services.clock, {
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_WEBHOOK_SECRET: 'whsec',
  });
});

const place = () => {
  const book = appContext.catalogue.findService('graphics', 'book-design');
  return placeTestOrder(appContext, tracedBy(admin), admin, book ? [book] : []);
};
const remove = () => change(appContext, tracedBy(admin), (tx, after) => removeTestOrder(tx, after));

/** Goes through the same pages as a real order. */
async function complete() {
  const name = await place();
  const number = readNumber(name) ?? 0;
  const [row] = await store.db.select().from(orders).where(eq(orders.number, number));
  const id = row?.id ?? '';
  const secret = await secretOf(store.db, id);
  const team = [appContext, tracedBy(admin), admin, number] as const;
  await markPaid(...team, 'TEST');
  const [offer] = await store.db.select().from(offers);
  const [paid] = await store.db.select().from(orders);
  if (paid?.state === 'paid') {
    const required = (offer?.intake ?? []).filter(({ isRequired }) => isRequired);
    const answers = required.map(({ id: question, choices }) => [
      answerField(question),
      choices[0]?.id ?? '1',
    ]);
    await completeBrief(appContext, secret, Object.fromEntries(answers));
  }
  await deliver(...team, 'Here it is');
  await acceptDelivery(appContext, secret);
  return { id, number, secret };
}

describe('a test order', () => {
  test('goes through payment, delivery and acceptance, marked in its title, with emails to the admin', async () => {
    await complete();
    expect(await readTestOrder(store.db)).toMatchObject({ state: 'completed' });
    const { rows: listed } = await listOrders(store.db, admin, EVERY_ORDER, {
      timeZone: 'UTC',
      now: appContext.clock.now(),
    });
    expect(listed).toMatchObject([{ title: 'Test order: Book Design' }]);
    expect(appContext.mail.sent.length).toBeGreaterThan(2);
    expect(new Set(appContext.mail.sent.map(({ to }) => to))).toEqual(new Set([admin.email]));
  });

  test('has the tax and the total of a buyer from the seller’s country, and still no invoice', async () => {
    const settings = readSettings({
      PUBLIC_ORIGIN: TEST_ORIGIN,
      TAX: 'on',
      TAX_RATES: 'DE 19% VAT',
      TAX_PRICES: 'exclusive',
      SELLER_NAME: 'Ada Ltd',
      SELLER_ADDRESS: '1 Own Street',
      SELLER_COUNTRY: 'DE',
    });
    const book = appContext.catalogue.findService('graphics', 'book-design');
    appContext = { ...appContext, settings };
    await complete();
    const [row] = await store.db.select().from(orders);
    expect(row).toMatchObject({ buyerCountry: 'DE' });
    const net = (row?.amount ?? 0) - (row?.taxAmount ?? 0);
    expect(row?.taxAmount).toBe(Math.round(net * 0.19));
    expect(net).toBeGreaterThanOrEqual(book?.price.amount ?? 0);
    expect(await store.db.$count(invoices)).toBe(0);
    expect(await store.db.$count(revenueLines)).toBe(0);
    await remove();
    expect(await store.db.$count(ledger)).toBe(0);
  });

  test('leaves nothing of what a provider told about it', async () => {
    const { id } = await complete();
    await store.db.insert(paymentEvents).values({
      way: 'stripe',
      eventId: 'evt_1',
      type: 'checkout.session.completed',
      body: `{"email":"${admin.email}"}`,
      receivedAt: appContext.clock.now(),
      bookedAt: appContext.clock.now(),
      orderId: id,
    });
    await remove();
    expect(await store.db.select().from(paymentEvents)).toMatchObject([
      { eventId: 'evt_1', body: '{}', orderId: null },
    ]);
  });

  test('is no sale: no invoice, review or export, and nothing for reports and programs', async () => {
    const { id, number, secret } = await complete();
    expect(await store.db.$count(invoices)).toBe(0);
    const manager = { trace: tracedBy(admin), member: admin };
    expect(await refusalOf(issueInvoiceOnRequest(appContext, manager, number, 0))).toMatchObject({
      status: 409,
    });
    await checkInvoices(appContext);
    expect(await store.db.$count(differences)).toBe(0);
    expect(await readReviewable(store.db, appContext.catalogue, id)).toEqual([]);
    const path = '/services/graphics/book-design';
    const review = { path, name: 'Henrik', rating: 5, text: 'A fine book' };
    expect(await refusalOf(reviewPurchase(appContext, secret, review))).toMatchObject({
      status: 409,
    });
    const file = await exportOrders(appContext, tracedBy(admin), admin, EVERY_ORDER);
    expect(file.trim().split('\r\n')).toHaveLength(1);
    expect(await findOrderOfMember(store.db, PROGRAM, number)).toBeUndefined();
    const page = { states: [], since: undefined, after: undefined, limit: 10 };
    expect(await listChangedOrders(store.db, PROGRAM, page)).toEqual([]);
    expect(await store.db.select().from(unnumberedEvents)).toEqual([]);
    const report = await readOrderReport(store.db, YEAR);
    expect(report.deliveries.all).toBe(0);
    expect(await store.db.$count(revenueLines)).toBe(0);
    const days = { from: '2026-01-01', to: '2026-12-31' };
    expect(await readFunnel(store.db, appContext.catalogue, days, 'UTC')).toEqual([]);
  });

  test('is one at a time, also for two presses at once, and only for admins', async () => {
    const [one, other] = await Promise.all([place(), place()]);
    expect(one).toBe(other);
    expect(await store.db.$count(orders)).toBe(1);
    expect(await auditOf(store.db, 'test-order-placed')).toHaveLength(1);
    await store.db.execute(`update profiles set role = 'manager'`);
    expect(await refusalOf(place())).toMatchObject({ status: 403 });
  });

  test('cannot be paid at a provider, because real money would move', async () => {
    await place();
    const [row] = await store.db.select().from(orders);
    const secret = await secretOf(store.db, row?.id ?? '');
    expect(await refusalOf(beginCheckout(appContext, secret, 'stripe'))).toMatchObject({
      message: expect.stringMatching(/test order costs nothing/) as string,
    });
  });

  test('is removed with everything, and the books balance', async () => {
    await complete();
    expect(await remove()).toBe(true);
    for (const table of [orders, offers, orderEvents, payments, ledger]) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      expect(await store.db.$count(table)).toBe(0);
    }
    expect(await balances(store.db)).toEqual({});
    expect(await remove()).toBe(false);
    await place();
    expect(await remove()).toBe(true);
  });

  test('needs a service with a price', async () => {
    const nothing = placeTestOrder(appContext, tracedBy(admin), admin, []);
    expect(await refusalOf(nothing)).toMatchObject({ status: 409 });
  });
});
