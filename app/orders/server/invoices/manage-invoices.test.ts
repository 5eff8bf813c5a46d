import { asc, desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import {
  createOrderContext,
  creditDecision,
  order,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { renderInvoiceXml } from '../../../billing/invoice-document/invoice-xml.ts';
import { invoices, numberSeries } from '../../../billing/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { endOfDay } from '../../deadlines.ts';
import { INVOICE_LIST } from '../../protocol/invoices.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { asMember } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { quoteForm } from '../checkout/quote-form.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { eraseOrdersOf } from '../privacy.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { differences, OWN_BOOKS, refunds } from '../tables.server.ts';
import { checkInvoices } from './check-invoices.server.ts';
import { exportInvoices, listInvoices } from './list-invoices.server.ts';
import { readInvoices } from './read-invoices.server.ts';
import { expireInvoices } from './expire-invoices.server.ts';
import {
  creditPart,
  issueInvoiceOnRequest,
  resendInvoice,
  voidInvoice,
} from './manage-invoices.server.ts';
import { remindOfInvoices } from './remind-invoices.server.ts';
import { readFirstNumbers, startNumbers } from './start-numbers.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const TAX = { TAX: 'on', SELLER_COUNTRY: 'DE', TAX_RATES: 'DE 19% VAT' };
const LINES = [{ title: 'Logo', path: null, quantity: 1, price: '100.00' }];
const as = (member: Member) => ({ trace: tracedBy(member), member });

async function ordered(env: Record<string, string> = TAX, clock?: TestClock) {
  const appContext = createOrderContext(store.db, clock, env);
  const one = await order(appContext, { lines: LINES });
  const ines = await hire(store.db, 'ines');
  const pay = () => markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-1');
  return { ...one, appContext, ines, pay };
}

const issued = () =>
  store.db.select().from(invoices).orderBy(desc(invoices.kind), asc(invoices.seriesNumber));
type Ordered = Awaited<ReturnType<typeof ordered>>;
const subjects = ({ appContext }: Ordered) => appContext.mail.sent.map(({ subject }) => subject);

async function refundAll({ appContext, secret, ines, number }: Ordered): Promise<void> {
  await requestRefund(appContext, secret, { ground: 'late', explanation: 'Late' });
  await decideRefund(appContext, tracedBy(ines), ines, number, {
    outcome: 'full',
    way: 'credit',
    amount: '',
    reference: '',
    reply: 'Sorry.',
  });
}

describe('an invoice that was issued on request', () => {
  test('is emailed with its due date, and voided when the order is cancelled', async () => {
    const one = await ordered();
    await issueInvoiceOnRequest(one.appContext, as(one.ines), one.number, 14);
    const mail = one.appContext.mail.sent.at(-1);
    expect(mail?.subject).toBe('Invoice INV-2026-0001');
    expect(mail?.text).toContain('$119.00, due on');
    expect(mail?.text).toContain(`/order/${one.secret}`);
    await asMember(one.appContext, tracedBy(one.ines), one.ines, one.number, (turn) =>
      cancelOrder(turn),
    );
    const [invoice, note] = await issued();
    expect(invoice?.voidedAt).not.toBeNull();
    expect(note).toMatchObject({ kind: 'credit-note', reason: 'void', grossAmount: 11_900 });
    await expectOrdersSound(store.db);
  });

  test('keeps its order until the end of the day on which it is due, and not any longer', async () => {
    const clock = new TestClock();
    const one = await ordered(TAX, clock);
    const { paymentDueAt } = await orderRow(store.db, one.number);
    await issueInvoiceOnRequest(one.appContext, as(one.ines), one.number, 7);
    expect((await orderRow(store.db, one.number)).paymentDueAt).toEqual(paymentDueAt);
    await voidInvoice(one.appContext, as(one.ines), one.number);
    await issueInvoiceOnRequest(one.appContext, as(one.ines), one.number, 30);
    const [last] = (await issued()).filter(({ voidedAt }) => voidedAt === null);
    const end = endOfDay(one.appContext.settings.supportTimezone, last?.dueOn ?? '');
    clock.advance(end.getTime() - clock.now().getTime() - 1);
    await runClocks(one.appContext);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
    clock.advance(1);
    await runClocks(one.appContext);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'cancelled' });
    await expectOrdersSound(store.db);
  });

  test('states the credit that was used, and a later payment of the rest is listed beside it', async () => {
    const clock = new TestClock();
    const earlier = await ordered({ ...TAX, SELLER_TAX_NUMBER: 'DE123456789' }, clock);
    const { appContext, ines } = earlier;
    await earlier.pay();
    await requestRefund(appContext, earlier.secret, { ground: 'late', explanation: 'Late' });
    const part = creditDecision('part', '30');
    await decideRefund(appContext, tracedBy(ines), ines, earlier.number, part);
    const one = await order(appContext, { lines: LINES });
    await issueInvoiceOnRequest(appContext, as(ines), one.number, 14);
    expect(appContext.mail.sent.at(-1)?.text).toContain('$89.00, due on');
    const [invoice] = (await issued()).filter(({ orderId }) => orderId === one.id);
    const { totals } = invoice!.document;
    expect(totals).toMatchObject({ gross: 11_900, paidAtIssue: 3000, due: 8900 });
    const xml = renderInvoiceXml({ ...invoice!.document, corrects: undefined, logo: undefined });
    expect(xml).toContain('<ram:TotalPrepaidAmount>30.00<');
    expect(xml).toContain('<ram:DuePayableAmount>89.00<');
    clock.advance(18 * DAY_MS);
    await remindOfInvoices(appContext);
    expect(appContext.mail.sent.at(-1)?.text).toContain('your payment of $89.00');
    const read = async () =>
      (await readInvoices(store.db, one.id, 'UTC')).map(({ state, payment }) => ({
        state,
        payment,
      }));
    expect(await read()).toEqual([{ state: 'open', payment: null }]);
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-2');
    const day = clock.now().toISOString().slice(0, 10);
    expect(await read()).toEqual([{ state: 'paid', payment: { day, amount: 8900 } }]);
    const found = readListState(INVOICE_LIST, new URLSearchParams({ q: invoice!.number }));
    expect(await listInvoices(appContext, found)).toMatchObject({
      rows: [{ payment: { amount: 8900 } }],
    });
    expect(await exportInvoices(appContext, tracedBy(ines), found)).toContain('89.00');
    // An invoice of a payment states itself that it is paid.
    const [first] = await readInvoices(store.db, earlier.id, 'UTC');
    expect(first).toMatchObject({ state: 'paid', payment: null });
    await expectOrdersSound(store.db);
  });

  test('is reminded of on the days of the setting, once each, until it is paid', async () => {
    const clock = new TestClock();
    const one = await ordered(TAX, clock);
    await issueInvoiceOnRequest(one.appContext, as(one.ines), one.number, 7);
    const reminders = async (days: number) => {
      clock.advance(days * DAY_MS);
      await Promise.all([remindOfInvoices(one.appContext), remindOfInvoices(one.appContext)]);
      return subjects(one).filter((subject) => subject.startsWith('Reminder: ')).length;
    };
    expect(await reminders(9)).toBe(0);
    expect(await reminders(1)).toBe(1);
    expect(await reminders(0)).toBe(1);
    expect(await reminders(6)).toBe(1);
    // Two were missed because no process ran: the buyer gets one.
    expect(await reminders(30)).toBe(2);
    expect(await reminders(300)).toBe(2);
    expect(one.appContext.mail.sent.at(-1)?.text).toContain('It was due on');
  });

  test('is not reminded of once it is paid, or if reminders are off', async () => {
    const clock = new TestClock();
    const one = await ordered({ ...TAX, INVOICE_REMINDERS: 'off' }, clock);
    await issueInvoiceOnRequest(one.appContext, as(one.ines), one.number, 0);
    clock.advance(30 * DAY_MS);
    await remindOfInvoices(one.appContext);
    await one.pay();
    await remindOfInvoices(createOrderContext(store.db, clock, TAX));
    const [invoice] = await issued();
    expect(invoice?.remindersSent).toBe(0);
  });
});

test('an order of nothing has an invoice only if tax is on', async () => {
  await insertCoupon(store.db, { code: 'GIFT', percentage: 100_000 });
  for (const [email, env] of [
    [VISITORS.elena, TAX],
    [VISITORS.kofi, {}],
  ] as const) {
    const appContext = createCheckout(store.db, undefined, env);
    const typed = { quantity: '1000', country: 'DE', coupon: 'GIFT' };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const form = await openForm(appContext, 'writing/translation', email, typed);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { quote } = await quoteForm(appContext, form.service, form.fill(), 'one network');
    const seen = quote?.view.seen ?? '';
    // oxlint-disable-next-line no-await-in-loop -- as above
    const placed = await form.place({ code: await form.askCode(), seen });
    expect(placed.kind).toBe('placed');
  }
  expect(await issued()).toMatchObject([{ grossAmount: 0, kind: 'invoice', reason: 'payment' }]);
  await expectOrdersSound(store.db);
});

describe('a credit note of a manager', () => {
  test('states the reason and the tax of its part, and a later refund credits only the rest', async () => {
    const one = await ordered();
    await one.pay();
    await creditPart(one.appContext, as(one.ines), one.number, {
      amount: '11.90',
      reason: 'Wrong  quantity',
      documents: 1,
    });
    const [, note] = await issued();
    expect(note).toMatchObject({ reason: 'correction', grossAmount: 1190, taxAmount: 190 });
    expect(note?.document.lines).toMatchObject([
      { title: 'Logo: Wrong quantity', net: 1000, tax: 190 },
    ]);
    expect(subjects(one)).toContain('Credit note CN-2026-0001');
    expect(await auditOf(store.db, 'invoice-credited')).toHaveLength(1);
    await refundAll(one);
    const notes = (await issued()).filter(({ kind }) => kind === 'credit-note');
    expect(notes.map(({ grossAmount }) => grossAmount)).toEqual([1190, 10_710]);
    await expectOrdersSound(store.db);
  });

  test('is refused over more than is left, without a reason, and to agents', async () => {
    const one = await ordered();
    await one.pay();
    const credit = (member: Member, amount: string, reason = 'Error') =>
      refusalOf(
        creditPart(one.appContext, as(member), one.number, { amount, reason, documents: 1 }),
      );
    for (const amount of ['', '0', '-1', '119.01', 'all']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await credit(one.ines, amount), amount).toMatchObject({
        status: 400,
        field: 'creditAmount',
      });
    }
    expect(await credit(one.ines, '1', ' \u200b')).toMatchObject({ field: 'creditReason' });
    expect((await credit(one.maya, '1')).status).toBe(403);
    const both = await Promise.allSettled(
      [1, 2].map(() =>
        creditPart(one.appContext, as(one.ines), one.number, {
          amount: '119',
          reason: 'Error',
          documents: 1,
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expectOrdersSound(store.db);
  });
});

test('a credit note that is sent twice is issued once', async () => {
  const one = await ordered();
  await one.pay();
  const credit = (documents: number) =>
    creditPart(one.appContext, as(one.ines), one.number, {
      amount: '10',
      reason: 'Error',
      documents,
    });
  const both = await Promise.allSettled([credit(1), credit(1)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await refusalOf(credit(1))).toMatchObject({ status: 409 });
  expect(await issued()).toHaveLength(2);
  await credit(2);
  expect(await issued()).toHaveLength(3);
  await expectOrdersSound(store.db);
});

test('an invoice that is issued again is credited with the refunds of before', async () => {
  const one = await ordered();
  await one.pay();
  const refund = async (amount: string) => {
    await requestRefund(one.appContext, one.secret, { ground: 'late', explanation: 'Late' });
    const decision = creditDecision('part', amount);
    await decideRefund(one.appContext, tracedBy(one.ines), one.ines, one.number, decision);
    // Refunds are credited in the order of their times.
    one.appContext.clock.advance(1000);
  };
  await refund('20');
  await voidInvoice(one.appContext, as(one.ines), one.number);
  await refund('5');
  await issueInvoiceOnRequest(one.appContext, as(one.ines), one.number, 14);
  const sums = async (number: string) =>
    (await issued())
      .filter(({ document }) => document.corrects?.number === number)
      .map(({ reason, grossAmount }) => `${reason} ${grossAmount}`);
  expect(await sums('INV-2026-0001')).toEqual(['refund 2000', 'void 9900']);
  expect(await sums('INV-2026-0002')).toEqual(['refund 2000', 'refund 500']);
  expect(subjects(one).slice(-3)).toEqual([
    'Invoice INV-2026-0002',
    'Credit note CN-2026-0003',
    'Credit note CN-2026-0004',
  ]);
  await refund('10');
  expect(await sums('INV-2026-0002')).toEqual(['refund 2000', 'refund 500', 'refund 1000']);
  await checkInvoices(one.appContext);
  expect(await store.db.$count(differences)).toBe(0);
  await expectOrdersSound(store.db);

  await store.db.delete(invoices).where(eq(invoices.number, 'CN-2026-0003'));
  await checkInvoices(one.appContext);
  const found = await store.db.select().from(differences);
  expect(found.map(({ reference }) => reference)).toContain('refunds INV-2026-0002');
});

test('a document is sent again to the buyer, and to nobody once the address is erased', async () => {
  const one = await ordered();
  await one.pay();
  const [invoice] = await issued();
  const other = await order(one.appContext, { lines: LINES }, VISITORS.kofi);
  const resend = (number: number, id = invoice?.id ?? '') =>
    resendInvoice(one.appContext, as(one.ines), number, id);
  await resend(one.number);
  expect(one.appContext.mail.sent.at(-1)).toMatchObject({
    to: VISITORS.elena,
    subject: 'Invoice INV-2026-0001',
  });
  expect((await refusalOf(resend(other.number))).status).toBe(404);
  expect((await refusalOf(resend(one.number, 'nothing'))).status).toBe(404);
  await change(one.appContext, undefined, (tx, after) =>
    eraseOrdersOf(tx, after, one.appContext, VISITORS.elena),
  );
  expect((await refusalOf(resend(one.number))).status).toBe(409);
});

describe('the numbers of another program', () => {
  test('go on here, until the first document is issued', async () => {
    const one = await ordered();
    const start = (first: string, kind: 'invoice' | 'credit-note' = 'invoice') =>
      startNumbers(one.appContext, as(one.ines), kind, first);
    expect(await readFirstNumbers(one.appContext)).toEqual({ invoice: 1, 'credit-note': 1 });
    expect(await start('118')).toBe('INV-2026-0118');
    expect(await start(' 1 ')).toBe('INV-2026-0001');
    expect(await start('١١٩')).toBe('INV-2026-0119');
    expect(await start('１２０')).toBe('INV-2026-0120');
    expect(await readFirstNumbers(one.appContext)).toEqual({ invoice: 120, 'credit-note': 1 });
    for (const wrong of ['', '0', '-1', '1.5', '1000001', 'one']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await refusalOf(start(wrong)), wrong).toMatchObject({ status: 400, field: 'first' });
    }
    await one.pay();
    expect(await issued()).toMatchObject([{ number: 'INV-2026-0120' }]);
    expect((await refusalOf(start('200'))).status).toBe(409);
    expect(await readFirstNumbers(one.appContext)).toEqual({
      invoice: undefined,
      'credit-note': 1,
    });
    const agent = startNumbers(one.appContext, as(one.maya), 'credit-note', '7');
    expect((await refusalOf(agent)).status).toBe(403);
    expect(await store.db.$count(numberSeries)).toBe(1);
  });

  test('are not set while the first document is being issued', async () => {
    const one = await ordered();
    const both = await Promise.allSettled([
      one.pay(),
      startNumbers(one.appContext, as(one.ines), 'invoice', '50'),
    ]);
    expect(both[0]?.status).toBe('fulfilled');
    const isSet = both[1]?.status === 'fulfilled';
    expect(await issued()).toMatchObject([{ number: isSet ? 'INV-2026-0050' : 'INV-2026-0001' }]);
  });
});

test('the invoices of an erased buyer are deleted after the period, and those of others stay', async () => {
  const clock = new TestClock();
  const one = await ordered(TAX, clock);
  await one.pay();
  const other = await order(one.appContext, { lines: LINES }, VISITORS.kofi);
  await markPaid(one.appContext, tracedBy(one.ines), one.ines, other.number, 'PP-2');
  await change(one.appContext, undefined, (tx, after) =>
    eraseOrdersOf(tx, after, one.appContext, VISITORS.elena),
  );
  const expireBefore = (days: number) =>
    change(one.appContext, undefined, (tx) =>
      expireInvoices(tx, new Date(clock.now().getTime() + days * DAY_MS)),
    );
  expect((await expireBefore(-1)).count).toBe(0);
  expect((await expireBefore(1)).count).toBe(1);
  expect(await issued()).toMatchObject([{ number: 'INV-2026-0002' }]);
});

describe('the reconciliation', () => {
  test('finds nothing while documents, orders and refunds agree', async () => {
    const one = await ordered();
    await one.pay();
    await refundAll(one);
    await checkInvoices(one.appContext);
    expect(await store.db.$count(differences)).toBe(0);
  });

  test('names each difference once, and forgets those that were mended', async () => {
    const one = await ordered();
    await one.pay();
    await refundAll(one);
    const [invoice] = await issued();
    await store.db.execute(sql`update number_series set last = last + 1 where kind = 'invoice'`);
    await store.db
      .update(invoices)
      .set({ paidAt: null })
      .where(eq(invoices.id, invoice?.id ?? ''));
    await store.db.update(refunds).set({ state: 'failed', doneAt: null });
    await checkInvoices(one.appContext);
    await checkInvoices(one.appContext);
    const found = await store.db.select().from(differences);
    expect(found.map(({ reference }) => reference).toSorted()).toEqual([
      'CN-2026-0001',
      'INV-2026-0001',
      'invoice 2026/2',
    ]);
    await store.db.update(invoices).set({ paidAt: new Date() }).where(eq(invoices.kind, 'invoice'));
    await checkInvoices(one.appContext);
    const isOfBooks = eq(differences.way, OWN_BOOKS);
    expect(await store.db.$count(differences, isOfBooks)).toBe(2);
  });

  test('names an order that is paid without an invoice, and a refund without a credit note', async () => {
    const one = await ordered();
    await one.pay();
    const other = await order(one.appContext, { lines: LINES }, VISITORS.kofi);
    await markPaid(one.appContext, tracedBy(one.ines), one.ines, other.number, 'PP-2');
    await refundAll(one);
    const { id } = await orderRow(store.db, other.number);
    await store.db.delete(invoices).where(eq(invoices.orderId, id));
    await store.db.delete(invoices).where(eq(invoices.kind, 'credit-note'));
    await checkInvoices(one.appContext);
    const found = await store.db.select().from(differences);
    expect(found.map(({ whatMessage }) => whatMessage?.key ?? '').toSorted()).toEqual([
      'orders.not-credited',
      'orders.not-invoiced',
      'orders.number-missing',
    ]);
  });
});

describe('billing details in the order form', () => {
  const place = async (typed: Record<string, string>) => {
    const appContext = createCheckout(store.db, undefined, TAX);
    const form = await openForm(appContext, 'writing/translation', VISITORS.elena, {
      quantity: '1000',
      country: 'DE',
      ...typed,
    });
    return form.place({ code: await form.askCode() });
  };

  test('are on the order, and the own name is enough', async () => {
    await place({ billingName: 'Northfold', billingAddress: 'Quay 4\nLisbon' });
    await place({ billingAddress: 'Street 1' });
    expect((await orderRow(store.db, 1001)).billing).toEqual({
      name: 'Northfold',
      address: 'Quay 4\nLisbon',
    });
    expect((await orderRow(store.db, 1002)).billing).toEqual({
      name: 'Elena Ruiz',
      address: 'Street 1',
    });
  });

  test('of too many lines are refused at their field, and nothing is ordered', async () => {
    expect(await place({ billingName: 'A', billingAddress: 'a\n'.repeat(7) })).toMatchObject({
      kind: 'refused',
      errors: { billingAddress: expect.stringContaining('6') },
    });
    expect(await issued()).toEqual([]);
  });
});

test('voiding tells the buyer', async () => {
  const one = await ordered();
  await one.pay();
  await voidInvoice(one.appContext, as(one.ines), one.number);
  expect(subjects(one)).toContain('Credit note CN-2026-0001');
  expect(await auditOf(store.db, 'invoice-voided')).toHaveLength(1);
});
