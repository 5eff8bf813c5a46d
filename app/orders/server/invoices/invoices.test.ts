import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import {
  balances,
  causeOf,
  createOrderContext,
  creditDecision,
  order,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { openLiveServer } from '../../../../tests/support/live-server.ts';
import {
  cookieOf,
  employ,
  refusalOf,
  teamServices,
  tracedBy,
} from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { renderInvoiceXml } from '../../../billing/invoice-document/invoice-xml.ts';
import { drawNumber } from '../../../billing/server/invoices/draw-number.server.ts';
import { invoices, numberSeries } from '../../../billing/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { INVOICE_LIST } from '../../protocol/invoices.ts';
import { eraseOrdersOf, resetOrders } from '../privacy.server.ts';
import { exportInvoices, exportTaxes, listInvoices } from './list-invoices.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { differences, orders, refunds } from '../tables.server.ts';
import { checkInvoices } from './check-invoices.server.ts';
import { countExpiredInvoices, expireInvoices } from './expire-invoices.server.ts';
import { remindOfInvoices } from './remind-invoices.server.ts';
import { saveBillingDetails } from './save-billing-details.server.ts';
import { issueInvoiceOnRequest, voidInvoice } from './manage-invoices.server.ts';

const store = useDatabase();
const TAX = {
  TAX: 'on',
  SELLER_NAME: 'Embarka Studio GmbH',
  SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
  SELLER_COUNTRY: 'DE',
  SELLER_TAX_NUMBER: 'DE123456789',
  TAX_RATES: 'DE 19% VAT; AT 20% USt.',
  REVERSE_CHARGE_COUNTRIES: 'AT',
};
const LINES = [
  { title: 'Logo', path: null, quantity: 3, price: '33.33' },
  { title: 'Card', path: null, quantity: 1, price: '0.05' },
];

const as = (member: Member) => ({ trace: tracedBy(member), member });
const issued = () => store.db.select().from(invoices).orderBy(asc(invoices.seriesNumber));

async function paid(env: Record<string, string> = {}, terms = {}, clock?: TestClock) {
  const appContext = createOrderContext(store.db, clock, env);
  const one = await order(appContext, { lines: LINES, ...terms });
  const { maya, number } = one;
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  return { ...one, appContext };
}

describe('a full payment', () => {
  test('issues an invoice that says what was bought, by whom and from whom', async () => {
    await paid(TAX);
    const [invoice] = await issued();
    expect(invoice).toMatchObject({
      kind: 'invoice',
      reason: 'payment',
      number: 'INV-2026-0001',
      currency: 'USD',
      netAmount: 10_004,
      taxAmount: 1901,
      grossAmount: 11_905,
      paidAt: expect.any(Date),
      document: {
        number: 'INV-2026-0001',
        seller: {
          name: 'Embarka Studio GmbH',
          address: ['Hafenstraße 12', '20457 Hamburg'],
          country: 'DE',
          taxNumber: 'DE123456789',
        },
        buyer: { country: 'DE' },
        lines: [
          { title: 'Logo', quantity: 3, unitPrice: 3333, net: 9999, tax: 1900 },
          { title: 'Card', quantity: 1, unitPrice: 5, net: 5, tax: 1 },
        ],
        taxes: [{ taxRate: { name: 'VAT', rate: 19_000 }, net: 10_004, tax: 1901 }],
        totals: { gross: 11_905, paidAtIssue: 11_905, due: 0 },
      },
    });
    expect(invoice?.grossAmount).toBe((await orderRow(store.db, 1001)).amount);
  });

  test('with prices including tax, and of a business abroad, adds up in the same manner', async () => {
    const maya = await hire(store.db, 'maya');
    const env = { ...TAX, TAX_PRICES: 'inclusive' };
    const buyers: Record<string, string>[] = [
      { country: 'AT' },
      { country: 'AT', taxNumber: 'ATU12345678' },
      { country: 'US' },
    ];
    for (const [index, typed] of buyers.entries()) {
      const appContext = createCheckout(store.db, undefined, env);
      const email = `${index}-${VISITORS.elena}`;
      const form = await openForm(appContext, 'writing/translation', email, {
        quantity: '1000',
        'option-certificate': '1',
        ...typed,
      });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await form.place({ code: await form.askCode() });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await markPaid(appContext, tracedBy(maya), maya, 1001 + index, 'PP-1');
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const row = await orderRow(store.db, 1001 + index);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const invoice = (await issued()).find(({ orderId }) => orderId === row.id);
      expect(invoice).toMatchObject({ grossAmount: row.amount, taxAmount: row.taxAmount });
    }
    const [included, reverse, none] = await issued();
    expect(included?.document).toMatchObject({ pricesIncludeTax: true });
    expect(reverse?.document).toMatchObject({
      pricesIncludeTax: false,
      lines: [{ taxRate: { category: 'reverse-charge', rate: 0 } }],
    });
    expect(none?.document.lines[0]?.taxRate).toEqual({
      name: '',
      rate: 0,
      category: 'not-subject',
    });
  });

  test('states quantity, unit price and options, and the day of the delivery once there is one', async () => {
    const maya = await hire(store.db, 'maya');
    const appContext = createCheckout(store.db, undefined, { ...TAX, TAX_PRICES: 'exclusive' });
    const form = await openForm(appContext, 'writing/translation', VISITORS.elena, {
      quantity: '1000',
      'option-certificate': '1',
      country: 'DE',
    });
    await form.place({ code: await form.askCode() });
    await markPaid(appContext, tracedBy(maya), maya, 1001, 'PP-1');
    const [invoice] = await issued();
    const [line] = invoice?.document.lines ?? [];
    const [option] = line?.options ?? [];
    expect(line).toMatchObject({ title: expect.not.stringContaining('×'), quantity: 1000 });
    expect(option?.amount).toBeGreaterThan(0);
    expect(line?.net).toBe(1000 * (line?.unitPrice ?? 0) + (option?.amount ?? 0));
    expect(invoice?.document.supply).toBeNull();

    await store.db
      .update(orders)
      .set({ deliveredAt: new Date('2026-06-03T22:00:00Z') })
      .where(eq(orders.number, 1001));
    const ines = await hire(store.db, 'ines');
    await voidInvoice(appContext, as(ines), 1001);
    await issueInvoiceOnRequest(appContext, as(ines), 1001, 0);
    const later = (await issued()).find(({ number }) => number === 'INV-2026-0002');
    expect(later?.document.supply).toEqual({ from: '2026-06-03', until: '2026-06-03' });
  });

  test('names the seller in lines, and the country once', async () => {
    await paid({
      ...TAX,
      SELLER_ADDRESS: 'Haus A, Hof 2\r\nHafenstraße 12\n20457 Hamburg\nDeutschland',
    });
    const [invoice] = await issued();
    expect(invoice?.document.seller).toMatchObject({
      address: ['Haus A, Hof 2', 'Hafenstraße 12', '20457 Hamburg'],
      country: 'DE',
    });
  });

  test('of eleven digits is exact in order, ledger, invoice, its data and the refund', async () => {
    const lines = [{ title: 'Fleet', path: null, quantity: 1, price: '800000000.01' }];
    const one = await paid(TAX, { lines });
    const ines = await hire(store.db, 'ines');
    expect(await orderRow(store.db, one.number)).toMatchObject({ paidAmount: 95_200_000_001 });
    expect(await balances(store.db)).toMatchObject({ 'tax USD': 15_200_000_000 });
    const [invoice] = await issued();
    expect(invoice).toMatchObject({ netAmount: 80_000_000_001, grossAmount: 95_200_000_001 });
    const xml = renderInvoiceXml({ ...invoice!.document, corrects: undefined, logo: undefined });
    expect(xml).toContain('<ram:GrandTotalAmount>952000000.01<');
    await requestRefund(one.appContext, one.secret, { ground: 'late', explanation: 'Late' });
    const half = creditDecision('part', '476000000.01');
    await decideRefund(one.appContext, tracedBy(ines), ines, one.number, half);
    const notes = (await issued()).filter(({ kind }) => kind === 'credit-note');
    expect(notes).toMatchObject([{ grossAmount: 47_600_000_001 }]);
    await expectOrdersSound(store.db);
  });

  test('of nothing issues none, and without tax the shop is the seller', async () => {
    await paid();
    const [invoice] = await issued();
    expect(invoice?.document.seller).toMatchObject({ name: 'Embarka' });
    expect(invoice).toMatchObject({ taxAmount: 0, grossAmount: 10_004 });
  });
});

describe('numbers', () => {
  test('follow each other, in each year from 1, and by the pattern', async () => {
    const clock = new TestClock();
    const env = { INVOICE_NUMBERS: 'RE {year}/{number}' };
    await paid(env, {}, clock);
    await paid(env, {}, clock);
    clock.advance(365 * 24 * 60 * 60 * 1000);
    await paid(env, { validDay: '2027-07-01' }, clock);
    const rows = await store.db
      .select({ number: invoices.number })
      .from(invoices)
      .orderBy(asc(invoices.createdAt));
    expect(rows.map(({ number }) => number)).toEqual([
      'RE 2026/0001',
      'RE 2026/0002',
      'RE 2027/0001',
    ]);
  });

  test('of transactions that fail are drawn again, and twenty at once have no gap', async () => {
    const appContext = createOrderContext(store.db);
    const draw = (fails: boolean) =>
      change(appContext, undefined, async (tx) => {
        const drawn = await drawNumber(tx, 'invoice', '{number}', 2026);
        if (fails) throw new Error('The payment was refused');
        return drawn.seriesNumber;
      });
    const drawn = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => draw(index % 4 === 0)),
    );
    const numbers = drawn.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
  });

  test('are never taken back or skipped, and what was issued is never changed', async () => {
    await paid();
    const refused = (statement: ReturnType<typeof sql>) => causeOf(store.db.execute(statement));
    expect(await refused(sql`update number_series set last = 5`)).toContain('no gaps');
    expect(await refused(sql`update invoices set gross_amount = 1, net_amount = 1`)).toContain(
      'never changed',
    );
    expect(await refused(sql`update invoices set document = '{}'`)).toContain('never changed');
    await store.db.update(invoices).set({ buyerEmail: null }).where(eq(invoices.kind, 'invoice'));
    expect(await store.db.$count(numberSeries)).toBe(1);
  });
});

describe('a refund', () => {
  test('issues a credit note with its own numbers, which together leave nothing of the invoice', async () => {
    const one = await paid(TAX);
    const ines = await hire(store.db, 'ines');
    const give = async (outcome: 'part' | 'full', amount: string) => {
      await requestRefund(one.appContext, one.secret, { ground: 'late', explanation: 'Late' });
      await decideRefund(one.appContext, tracedBy(ines), ines, one.number, {
        outcome,
        way: 'credit',
        amount,
        reference: '',
        reply: 'Sorry.',
      });
    };
    await give('part', '10');
    await give('part', '0.01');
    await give('full', '');
    const [invoice, ...others] = await store.db.select().from(invoices).orderBy(invoices.createdAt);
    const notes = [invoice, ...others].filter((each) => each?.kind === 'credit-note');
    expect(notes.map((note) => note?.number ?? '').toSorted()).toEqual([
      'CN-2026-0001',
      'CN-2026-0002',
      'CN-2026-0003',
    ]);
    const sum = (part: 'grossAmount' | 'taxAmount') =>
      notes.reduce((all, note) => all + (note?.[part] ?? 0), 0);
    expect([sum('grossAmount'), sum('taxAmount')]).toEqual([11_905, 1901]);
    expect(notes[0]?.document.corrects).toMatchObject({ number: 'INV-2026-0001' });
    const rows = await store.db.select().from(refunds);
    for (const { id, amount, taxAmount } of rows) {
      expect(notes.find((note) => note?.refundId === id)).toMatchObject({
        grossAmount: amount,
        taxAmount,
        reason: 'refund',
      });
    }
    await expectOrdersSound(store.db);
  });
});

describe('an invoice on request', () => {
  test('has a term, is marked as paid by the payment, and is the only one of its order', async () => {
    const bank = { BANK_DETAILS: 'Bank of Hamburg\nIBAN DE02 1203 0000 0000 2020 51' };
    const appContext = createOrderContext(store.db, undefined, { ...TAX, ...bank });
    const { maya, number } = await order(appContext, { lines: LINES });
    const ines = await hire(store.db, 'ines');
    await issueInvoiceOnRequest(appContext, as(ines), number, 14);
    const [invoice] = await issued();
    expect(invoice).toMatchObject({ reason: 'request', paidAt: null });
    expect(invoice?.document.totals).toMatchObject({ paidAtIssue: 0, due: 11_905 });
    expect(invoice?.document.payment).toEqual({
      details: ['Bank of Hamburg', 'IBAN DE02 1203 0000 0000 2020 51'],
      reference: 'E-1001',
    });
    const days = Date.parse(invoice?.dueOn ?? '') - Date.parse(invoice?.issuedOn ?? '');
    expect(days).toBe(14 * 24 * 60 * 60 * 1000);
    const again = issueInvoiceOnRequest(appContext, as(ines), number, 0);
    expect(await refusalOf(again)).toMatchObject({ status: 409 });
    await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
    const after = await issued();
    expect(after).toHaveLength(1);
    expect(after[0]?.paidAt).not.toBeNull();
  });

  test('is refused to agents, for another term, and for an order of nobody', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const { maya, number } = await order(appContext, { lines: LINES });
    const ines = await hire(store.db, 'ines');
    const issue = (member: typeof maya, ofOrder = number, term = 0) =>
      refusalOf(issueInvoiceOnRequest(appContext, as(member), ofOrder, term));
    expect((await issue(maya)).status).toBe(403);
    expect((await issue(ines, 9999)).status).toBe(404);
    for (const term of [-1, 91, 1.5, Number.NaN]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await issue(ines, number, term)).toMatchObject({ status: 400, field: 'termDays' });
    }
    expect(await issued()).toEqual([]);
  });
});

describe('voiding', () => {
  test('credits what is left, once, and a new invoice may follow', async () => {
    const one = await paid(TAX);
    const ines = await hire(store.db, 'ines');
    const voiding = () => voidInvoice(one.appContext, as(ines), one.number);
    const twice = await Promise.allSettled([voiding(), voiding()]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rows = await store.db.select().from(invoices);
    expect(rows.find(({ kind }) => kind === 'credit-note')).toMatchObject({
      number: 'CN-2026-0001',
      reason: 'void',
      grossAmount: 11_905,
      taxAmount: 1901,
    });
    expect(rows.find(({ kind }) => kind === 'invoice')?.voidedAt).not.toBeNull();
    expect((await refusalOf(voiding())).status).toBe(409);
    await issueInvoiceOnRequest(one.appContext, as(ines), one.number, 0);
    const numbers = await store.db.select({ number: invoices.number }).from(invoices);
    expect(numbers.map(({ number }) => number).toSorted()).toEqual([
      'CN-2026-0001',
      'INV-2026-0001',
      'INV-2026-0002',
    ]);
  });
});

describe('billing details', () => {
  const COMPANY = { name: ' Northfold  Ltd. ', address: 'Quay 4\r\n\r\nLisbon ' };

  test('are on the invoice, are remembered, and end with it', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const first = await order(appContext, { lines: LINES });
    await saveBillingDetails(appContext, first.secret, COMPANY);
    const { maya } = first;
    await markPaid(appContext, tracedBy(maya), maya, first.number, 'PP-1');
    const [invoice] = await issued();
    expect(invoice?.document.buyer).toMatchObject({
      name: 'Northfold Ltd.',
      address: ['Quay 4', 'Lisbon'],
    });
    expect(await refusalOf(saveBillingDetails(appContext, first.secret, COMPANY))).toMatchObject({
      status: 409,
      message: expect.stringContaining('INV-2026-0001'),
    });
    const second = await order(appContext, { lines: LINES });
    expect((await orderRow(store.db, second.number)).billing).toEqual({
      name: 'Northfold Ltd.',
      address: 'Quay 4\nLisbon',
    });
  });

  test('need a name, have few lines, and belong to the order of the secret', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const { secret } = await order(appContext, { lines: LINES });
    const save = (typed: Partial<typeof COMPANY>, of = secret) =>
      refusalOf(saveBillingDetails(appContext, of, { ...COMPANY, ...typed }));
    expect(await save({ name: ' \u200b' })).toMatchObject({ status: 400, field: 'billingName' });
    expect(await save({ address: 'a\n'.repeat(7) })).toMatchObject({
      status: 400,
      field: 'billingAddress',
    });
    expect((await save({}, 'A'.repeat(43))).status).toBe(404);
  });
});

describe('a document', () => {
  test('is downloaded by the buyer and the team as the same PDF, and by nobody else', async () => {
    const services = teamServices(store.db);
    const server = await openLiveServer(store.db, services, { env: TAX });
    await employ(store.db, services, 'maya');
    try {
      const one = await paid({ ...TAX, INVOICE_NUMBERS: 'RE {year}/{number}' });
      const [invoice] = await issued();
      const ofBuyer = await server.ask(`/order/${one.secret}/invoices/${invoice?.id}`);
      expect(ofBuyer.headers.get('Content-Type')).toBe('application/pdf');
      expect(ofBuyer.headers.get('Content-Disposition')).toContain('filename="RE-2026-0001.pdf"');
      const bytes = Buffer.from(await ofBuyer.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const cookie = await cookieOf(store.db, services, 'maya');
      const path = `/team/orders/${one.number}/invoices/${invoice?.id}`;
      const ofTeam = await server.ask(path, { cookie });
      expect(Buffer.from(await ofTeam.arrayBuffer()).equals(bytes)).toBe(true);
      const other = await order(one.appContext, { lines: LINES }, VISITORS.kofi);
      const refused = [
        `/order/${other.secret}/invoices/${invoice?.id}`,
        `/order/${'A'.repeat(43)}/invoices/${invoice?.id}`,
        `/order/${one.secret}/invoices/${crypto.randomUUID()}`,
        `/order/${one.secret}/invoices/nothing`,
        `/team/orders/${other.number}/invoices/${invoice?.id}`,
      ];
      for (const address of refused) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect((await server.ask(address, { cookie })).status, address).toBe(404);
      }
      expect((await server.ask(path)).status).toBe(302);
    } finally {
      await server.close();
    }
  });
});

describe('the list', () => {
  test('filters, searches and has pages, and its file adds up to the period', async () => {
    const first = await paid(TAX);
    const ines = await hire(store.db, 'ines');
    await voidInvoice(first.appContext, as(ines), first.number);
    const second = await order(first.appContext, { lines: LINES }, VISITORS.kofi);
    await issueInvoiceOnRequest(first.appContext, as(ines), second.number, 0);
    const list = async (params: string, perPage?: number) => {
      const state = readListState(INVOICE_LIST, new URLSearchParams(params));
      const { rows, ...page } = await listInvoices(first.appContext, state, perPage);
      return { numbers: rows.map(({ number }) => number).toSorted(), ...page };
    };
    expect((await list('')).numbers).toEqual(['CN-2026-0001', 'INV-2026-0001', 'INV-2026-0002']);
    expect((await list('show=open')).numbers).toEqual(['INV-2026-0002']);
    expect((await list('show=overdue')).numbers).toEqual([]);
    expect((await list('show=void')).numbers).toEqual(['INV-2026-0001']);
    expect((await list('show=credit-note')).numbers).toEqual(['CN-2026-0001']);
    expect((await list('q=INV-2026-0002')).numbers).toEqual(['INV-2026-0002']);
    expect((await list('q=%25')).numbers).toEqual([]);
    expect((await list(`q=E-${second.number}`)).numbers).toEqual(['INV-2026-0002']);
    expect((await list('from=2030-01-01')).numbers).toEqual([]);
    const page = await list('', 2);
    expect(page.numbers).toHaveLength(2);
    const rest = await list(`after=${page.next}`, 2);
    expect([...page.numbers, ...rest.numbers].toSorted()).toEqual([
      'CN-2026-0001',
      'INV-2026-0001',
      'INV-2026-0002',
    ]);
    const everything = readListState(INVOICE_LIST, new URLSearchParams());
    const csv = await exportTaxes(first.appContext, tracedBy(ines), everything);
    // However many are read at a time.
    expect(await exportTaxes(first.appContext, tracedBy(ines), everything, 1)).toBe(csv);
    const [head = [], ...rows] = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const gross = rows.map((row) => Number(row[head.indexOf('Gross')]));
    expect(gross.toSorted((a, b) => a - b)).toEqual([-119.05, 119.05, 119.05]);
    expect(rows.find((row) => row[0] === 'CN-2026-0001')?.[head.indexOf('Corrects')]).toBe(
      'INV-2026-0001',
    );
    // The other file has the columns and the order of the list.
    const chosen = readListState(
      INVOICE_LIST,
      new URLSearchParams('columns=number.amount&sort=due'),
    );
    const shown = await exportInvoices(first.appContext, tracedBy(ines), chosen);
    const lines = shown.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('Number,Kind,State,Amount,Currency');
    expect(lines).toHaveLength(4);
    expect(lines).toContain('CN-2026-0001,credit-note,credited,-119.05,USD');
  });
});

test('an erasure keeps issued documents and says so', async () => {
  const one = await paid(TAX);
  const email = (await orderRow(store.db, one.number)).buyerEmail ?? '';
  const { gone } = await change(one.appContext, undefined, (tx, after) =>
    eraseOrdersOf(tx, after, one.appContext, email),
  );
  expect(gone.map(({ key }) => key)).toContain('orders.invoices-kept');
  expect(await store.db.$count(invoices)).toBe(1);
});

describe('a reset', () => {
  const reset = ({ appContext }: Awaited<ReturnType<typeof paid>>) =>
    change(appContext, undefined, (tx, after) => resetOrders(tx, after, appContext));

  /** A paid invoice with the credit note of a refund, and one that waits for its payment. */
  async function documents(clock?: TestClock) {
    const one = await paid(TAX, {}, clock);
    const ines = await hire(store.db, 'ines');
    await requestRefund(one.appContext, one.secret, { ground: 'late', explanation: 'Late' });
    await decideRefund(one.appContext, tracedBy(ines), ines, one.number, {
      outcome: 'full',
      way: 'method',
      amount: '',
      reference: 'Back',
      reply: '',
    });
    const open = await order(one.appContext, { lines: LINES });
    await issueInvoiceOnRequest(one.appContext, as(ines), open.number, 14);
    return { ...one, ines };
  }

  test('keeps documents and series without orders and addresses, and voids what nobody can pay', async () => {
    const one = await documents();
    const before = await issued();
    await reset(one);
    expect(await store.db.$count(orders)).toBe(0);
    const after = await issued();
    expect(after.map(({ number }) => number).toSorted()).toEqual([
      'CN-2026-0001',
      'CN-2026-0002',
      'INV-2026-0001',
      'INV-2026-0002',
    ]);
    for (const { id, document } of before) {
      expect(after.find((row) => row.id === id)?.document).toEqual(document);
    }
    expect(after).toMatchObject(
      after.map(() => ({ orderId: null, refundId: null, buyerEmail: null })),
    );
    expect(after.find(({ number }) => number === 'INV-2026-0002')?.voidedAt).not.toBeNull();
    const next = await order(one.appContext, { lines: LINES });
    await markPaid(one.appContext, tracedBy(next.maya), next.maya, next.number, 'PP-9');
    expect((await issued()).map(({ number }) => number)).toContain('INV-2026-0003');
    // Documents without an order are listed, exported and found, and never changed again.
    const all = readListState(INVOICE_LIST, new URLSearchParams());
    const list = await listInvoices(one.appContext, all);
    expect(
      list.rows.map(({ order: number }) => number).filter((number) => number === null),
    ).toHaveLength(4);
    expect(await exportTaxes(one.appContext, tracedBy(one.ines), all)).toContain('INV-2026-0001');
    await remindOfInvoices(one.appContext);
    await checkInvoices(one.appContext);
    expect(await store.db.$count(differences)).toBe(0);
    const change = store.db.update(invoices).set({ milestone: 1 });
    expect(await causeOf(change.execute())).toContain('never changed');
  });

  test('lets an invoice expire together with its credit notes, and not before the newest of them', async () => {
    const clock = new TestClock();
    const one = await documents(clock);
    await reset(one);
    const expireBefore = async (at: Date) => {
      const count = await countExpiredInvoices(store.db, at);
      const expired = await change(one.appContext, undefined, (tx) => expireInvoices(tx, at));
      expect(count).toBe(expired.count);
      return count;
    };
    const last = Math.max(...(await issued()).map(({ createdAt }) => createdAt.getTime()));
    expect(await expireBefore(new Date(last))).toBeLessThan(4);
    await expireBefore(new Date(last + 1));
    expect(await store.db.$count(invoices)).toBe(0);
    expect(await store.db.$count(numberSeries)).toBe(2);
  });
});
