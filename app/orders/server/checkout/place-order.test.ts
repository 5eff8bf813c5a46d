import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inArabicDigits } from '../../../../tests/support/arabic-digits.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { hire, openBrowser, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { causeOf, orderRow } from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import {
  EVERYBODY,
  STARTS_OF_EVERYBODY,
  STARTS_OF_NETWORK,
} from '../../../chat/server/messages/start-conversation.server.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { readInboxEntry } from '../../../chat/server/read/read-inbox.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { findOrderBySecret } from '../access.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { readOrder, readTeamOrder } from '../order/read-order.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { readOrderReport } from '../report/read-order-report.server.ts';
import { readRevenueGroups } from '../report/read-revenue.server.ts';
import { offers, orderCodes, orders } from '../tables.server.ts';
import { readChoice } from '../../protocol/order-form.ts';
import { placeOrder } from './place-order.server.ts';
import { differencesFrom, quoteService } from './quote-service.server.ts';

const store = useDatabase();
const TRANSLATION = 'writing/translation';
const FILLED = {
  quantity: '1000',
  'option-certificate': '1',
  'answer-from-language': 'English',
  'answer-to-language': 'German',
  'answer-topic': 'A manual',
};

async function openTranslation(email: string = VISITORS.elena, typed = FILLED) {
  const appContext = createCheckout(store.db);
  return { appContext, ...(await openForm(appContext, TRANSLATION, email, typed)) };
}

const secretOfPath = (outcome: { kind: string; path?: string }) =>
  (outcome.path ?? '').slice('/order/'.length);

test('nothing is placed in a currency that no payment method takes', async () => {
  const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
  const ask = async (env: Record<string, string>) => {
    const appContext = createCheckout(store.db, undefined, env);
    const { service, key, browserId, fill } = await openForm(
      appContext,
      TRANSLATION,
      VISITORS.elena,
      FILLED,
    );
    const price = { ...service.price, currency: 'AED' };
    return placeOrder(appContext, {
      key,
      browserId,
      service: { ...service, price },
      typed: fill({}),
      network: '192.0.2.9',
      proof: '',
    });
  };
  expect(await ask(paypal)).toEqual({
    kind: 'refused',
    errors: {
      total: "PayPal doesn't accept payments in AED. Ask us in the chat for another way to pay.",
    },
  });
  const bank = { ...paypal, BANK_DETAILS: 'IBAN DE02 1203 0000 0000 2020 51' };
  expect(await ask(bank)).toMatchObject({ kind: 'changed', quote: { currency: 'AED' } });
});

test('a total of eleven digits is quoted, and its changes are named', async () => {
  const { service } = await openTranslation();
  const price = { ...service.price, amount: 999_999, currency: 'HUF' };
  const quoteOf = (quantity: string) =>
    quoteService({ ...service, price }, readChoice({ ...FILLED, quantity }), ['link']).quote!.view;
  const seen = quoteOf('50000');
  expect(seen.total).toBeGreaterThan(49_999_950_000);
  expect(differencesFrom(seen.seen, quoteOf('50000'))).toEqual([]);
  const [difference] = differencesFrom(seen.seen, quoteOf('50001'));
  expect(difference).toMatch(/^The total is HUF\s\S+ instead of HUF\s499,999,/);
});

describe('a direct order', () => {
  test('needs a code once, and then creates conversation, order, answers and card', async () => {
    const maya = await hire(store.db, 'maya');
    const { appContext, place, askCode } = await openTranslation();
    expect(await place()).toEqual({ kind: 'code-needed', email: VISITORS.elena });
    expect(await store.db.$count(conversations)).toBe(0);
    const outcome = await place({ code: await askCode() });
    expect(outcome).toMatchObject({ kind: 'placed' });

    const order = await orderRow(store.db, 1001);
    // 1000 words at 15 cents, and a certificate of 25 dollars.
    expect(order).toMatchObject({
      amount: 17_500,
      state: 'awaiting payment',
      buyerEmail: VISITORS.elena,
      brief: ['English', 'German', 'A manual', ''],
    });
    expect(await findOrderBySecret(store.db, secretOfPath(outcome))).toBe(order.id);
    const [conversation] = await store.db.select().from(conversations);
    expect(conversation).toMatchObject({
      topicId: 'orders',
      visitorName: 'Elena Ruiz',
      serviceSlug: 'translation',
      waitingSince: null,
    });
    const [visitor] = await store.db.select().from(visitors);
    expect(visitor?.agentId).toBe(maya.id);
    const inInbox = await readInboxEntry(store.db, visitor?.id ?? '', maya.id);
    expect(inInbox?.waitingSince).toBeNull();
    const messages = await readMessagesAfter(store.db, conversation?.id ?? '', 0);
    expect(messages).toMatchObject([{ kind: 'order', isAgent: false }]);
    expect(messages[0]?.text).toContain('Signed certificate of translation');
    expect(messages[0]?.text).toContain('$175.00');
    expect(appContext.mail.sent.at(-1)?.to).toBe(VISITORS.elena);
    await expectOrdersSound(store.db);
  });

  test('tells the team the name that was typed, until the team has another', async () => {
    const maya = await hire(store.db, 'maya');
    const { appContext, place, askCode } = await openTranslation();
    await place({ code: await askCode() });
    const shop = { timeZone: 'UTC', now: appContext.clock.now() };
    const shownName = async () => (await readTeamOrder(store.db, maya, 'E-1001', shop))?.buyerName;
    expect(await shownName()).toBe('Elena Ruiz');
    await store.db.update(visitors).set({ name: 'Elena of Northfold' });
    expect(await shownName()).toBe('Elena of Northfold');
  });

  test('starts work with the payment, because its answers are there', async () => {
    const maya = await hire(store.db, 'maya');
    const { appContext, place, askCode } = await openTranslation();
    await place({ code: await askCode() });
    await markPaid(appContext, tracedBy(maya), maya, 1001, 'PP-1');
    expect((await orderRow(store.db, 1001)).state).toBe('in progress');
    await expectOrdersSound(store.db);
  });

  test('whose required answers are missing waits for them on its page', async () => {
    const maya = await hire(store.db, 'maya');
    const { appContext, place, askCode } = await openTranslation(VISITORS.elena, {
      ...FILLED,
      'answer-topic': '',
    });
    const outcome = await place({ code: await askCode() });
    await markPaid(appContext, tracedBy(maya), maya, 1001, 'PP-1');
    const order = await orderRow(store.db, 1001);
    expect(order).toMatchObject({ state: 'paid', brief: null });
    const secret = secretOfPath(outcome);
    const given = { 'answer-from-language': 'English', 'answer-to-language': 'German' };
    expect((await refusalOf(completeBrief(appContext, secret, given))).field).toBe('answer-topic');
    await completeBrief(appContext, secret, { ...given, 'answer-topic': 'A manual' });
    expect(await orderRow(store.db, 1001)).toMatchObject({
      state: 'in progress',
      brief: ['English', 'German', 'A manual', ''],
    });
  });

  test('is placed once by a tab whose response was lost, though another tab has renewed the cookie since', async () => {
    const { place, askCode } = await openTranslation();
    const key = crypto.randomUUID();
    const first = await place({ code: await askCode() }, { key, sharedKey: crypto.randomUUID() });
    expect(await place({}, { key, sharedKey: crypto.randomUUID() })).toEqual(first);
    expect(await store.db.$count(orders)).toBe(1);
  });

  test('is placed once by a double press, a second tab and a lost response', async () => {
    const { place, askCode } = await openTranslation();
    const code = await askCode();
    const [one, two] = await Promise.all([place({ code }), place({ code })]);
    expect(two).toEqual(one);
    // The response was lost, and the second tab has other values in the same form.
    expect(await place({ code })).toEqual(one);
    expect(await place({ quantity: '2000' })).toEqual(one);
    expect(await store.db.$count(orders)).toBe(1);
    expect(await store.db.$count(conversations)).toBe(1);
    await expectOrdersSound(store.db);
  });

  test('can be followed by a second one on purpose, without another code', async () => {
    const { place, askCode } = await openTranslation();
    await place({ code: await askCode() });
    const second = await place({}, { key: crypto.randomUUID() });
    expect(second).toMatchObject({ kind: 'placed' });
    expect(await store.db.$count(orders)).toBe(2);
  });

  test('of another browser is neither shown nor repeated', async () => {
    const { appContext, place, askCode } = await openTranslation();
    await place({ code: await askCode() });
    const browserId = await openBrowser(store.db, appContext.clock);
    expect((await refusalOf(place({}, { browserId }))).status).toBe(409);
    // The address alone opens nothing: a stranger needs a code of its own.
    const stranger = await place({}, { browserId, key: crypto.randomUUID() });
    expect(stranger).toMatchObject({ kind: 'code-needed' });
  });

  test('is never placed with a price, a delivery or a text that the buyer has not seen', async () => {
    const { service, place, askCode, fill } = await openTranslation();
    const code = await askCode();
    const { seen = '' } = fill();
    const [total = '', days = '', revisions = '', print = ''] = seen.split('.');
    expect(service.quantity.minimum).toBe(250);
    for (const other of [
      '',
      'nonsense',
      [String(Number(total) - 1), days, revisions, print].join('.'),
      [total, String(Number(days) + 1), revisions, print].join('.'),
      [total, days, String(Number(revisions) + 1), print].join('.'),
      [total, days, revisions, 'x'.repeat(16)].join('.'),
    ]) {
      const outcome = await place({ code, seen: other });
      expect(outcome).toMatchObject({ kind: 'changed', quote: { total: 17_500 } });
    }
    expect(await store.db.$count(orders)).toBe(0);
    // Pressing again accepts what is shown now.
    expect(await place({ code })).toMatchObject({ kind: 'placed' });
  });

  test('with wrong values has all errors at their fields, and sends no email', async () => {
    const { appContext, place } = await openTranslation();
    const outcome = await place({
      quantity: '249',
      'option-certificate': '2',
      'answer-material': 'javascript:alert(1)',
      email: 'elena@',
      code: '12',
    });
    expect(outcome.kind === 'refused' && Object.keys(outcome.errors).toSorted()).toEqual([
      'answer-material',
      'code',
      'email',
      'option-certificate',
      'quantity',
    ]);
    expect(appContext.mail.sent).toEqual([]);
  });

  test('is placed with quantity and code in the digits of an Arabic keyboard', async () => {
    const { place, askCode } = await openTranslation();
    const code = inArabicDigits(await askCode());
    const quantity = inArabicDigits('1000');
    expect(await place({ quantity, code })).toMatchObject({ kind: 'placed' });
    expect(await orderRow(store.db, 1001)).toMatchObject({ amount: 17_500 });
  });

  test('is refused beyond five unpaid ones, and possible again after a cancellation', async () => {
    const { appContext, place, askCode } = await openTranslation();
    const [first, ...others] = [
      await place({ code: await askCode() }),
      ...(await Promise.all(
        Array.from({ length: 6 }, () => place({}, { key: crypto.randomUUID() })),
      )),
    ];
    expect(others.filter(({ kind }) => kind === 'placed')).toHaveLength(4);
    expect(others.filter(({ kind }) => kind === 'refused')).toHaveLength(2);
    expect(await store.db.$count(orders)).toBe(5);
    // The test order of an admin is no order of a buyer.
    await store.db.update(orders).set({ isTest: true }).where(eq(orders.number, 1002));
    expect(await place({}, { key: crypto.randomUUID() })).toMatchObject({ kind: 'placed' });
    expect(await place({}, { key: crypto.randomUUID() })).toMatchObject({ kind: 'refused' });
    await asBuyer(appContext, secretOfPath(first), (turn) => cancelOrder(turn));
    expect(await place({}, { key: crypto.randomUUID() })).toMatchObject({ kind: 'placed' });
    await expectOrdersSound(store.db);
  });

  test('shows its page with package and options, and is no offer in the report', async () => {
    const maya = await hire(store.db, 'maya');
    const { appContext, place, askCode } = await openTranslation();
    await place({ code: await askCode() });
    await markPaid(appContext, tracedBy(maya), maya, 1001, 'PP-1');
    const { id } = await orderRow(store.db, 1001);
    const shop = { timeZone: 'America/New_York', now: new Date('2026-06-12T10:00:00Z') };
    const view = await readOrder(store.db, id, 'buyer', shop);
    expect(view?.lines).toMatchObject([
      { quantity: 1000, unitAmount: 15, options: [{ id: 'certificate', amount: 2500 }] },
    ]);
    expect(view?.events[0]?.event).toBe('Order placed');
    const year = { from: new Date('2026-01-01'), to: new Date('2027-01-01') };
    const { offers: counts } = await readOrderReport(store.db, year);
    expect(counts).toEqual({ sent: 0, accepted: 0 });
    const { agents } = await readRevenueGroups(store.db, year, year);
    expect(agents).toMatchObject([{ id: null, source: 'checkout', orders: 1, net: 17_500 }]);
  });

  test('keeps its terms: the database refuses every change', async () => {
    const { place, askCode } = await openTranslation();
    await place({ code: await askCode() });
    const change = (values: Partial<typeof offers.$inferInsert>) =>
      causeOf(store.db.update(offers).set(values));
    expect(await change({ source: 'team' })).toContain('never changed');
    expect(await change({ intake: [] })).toContain('never changed');
    expect(await change({ state: 'declined' })).toContain('offers_checkout');
    expect(await causeOf(store.db.update(orders).set({ formKey: null }))).toContain(
      'orders_form_key',
    );
  });
});

describe('the code of an order', () => {
  test('counts wrong attempts although nothing is placed, and ends after five', async () => {
    const { appContext, place, askCode } = await openTranslation();
    const code = await askCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await place({ code: wrong })).toMatchObject({ kind: 'refused' });
    }
    expect(await store.db.select({ attempts: orderCodes.attempts }).from(orderCodes)).toEqual([
      { attempts: 5 },
    ]);
    expect(await place({ code })).toMatchObject({ kind: 'refused' });
    appContext.clock.advance(1000);
    expect(await place({ code: await askCode() })).toMatchObject({ kind: 'placed' });
  });

  test('stays usable for a new address while the order is refused, and is used up by the order', async () => {
    const coupon = await insertCoupon(store.db, { addressLimit: 1 });
    const appContext = createCheckout(store.db);
    const typed = { ...FILLED, coupon: coupon.code };
    const [elena, alias] = await Promise.all(
      [VISITORS.elena, VISITORS.elena.replace('@', '+shop@')].map((email) =>
        openForm(appContext, TRANSLATION, email, typed),
      ),
    );
    if (!elena || !alias) throw new Error('There is no form');
    // Both have seen the discount. The rule about the mailbox is checked with the proved address.
    const seenIn = async ({ place }: typeof elena) => {
      const outcome = await place();
      return outcome.kind === 'changed' ? outcome.quote.seen : '';
    };
    const [seen, other] = [await seenIn(elena), await seenIn(alias)];
    expect(await elena.place({ code: await elena.askCode(), seen })).toMatchObject({
      kind: 'placed',
    });
    const code = await alias.askCode();
    const own = eq(orderCodes.email, VISITORS.elena.replace('@', '+shop@'));
    const state = async () => {
      const [row] = await store.db.select().from(orderCodes).where(own);
      return { attempts: row?.attempts, isUsed: row?.usedAt !== null };
    };
    const refused = { kind: 'refused', errors: { coupon: expect.any(String) as string } };
    expect(await alias.place({ code, seen: other })).toMatchObject(refused);
    expect(await state()).toEqual({ attempts: 0, isUsed: false });
    // Nobody gets more guesses: a wrong code counts, before and after a right one.
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await alias.place({ code: wrong, seen: other })).toMatchObject({ kind: 'refused' });
    expect(await alias.place({ code, seen: other })).toMatchObject(refused);
    expect(await state()).toEqual({ attempts: 1, isUsed: false });
    expect(await alias.place({ code, coupon: '' })).toMatchObject({ kind: 'placed' });
    expect(await state()).toEqual({ attempts: 1, isUsed: true });
    await expectOrdersSound(store.db);
  });

  test('may be typed in Persian digits', async () => {
    const { place, askCode } = await openTranslation();
    const code = (await askCode()).replaceAll(/\d/g, (digit) =>
      String.fromCharCode(0x6f0 + Number(digit)),
    );
    expect(await place({ code })).toMatchObject({ kind: 'placed' });
  });

  test('works for its own browser, its own address, fifteen minutes and once', async () => {
    const { appContext, place, askCode } = await openTranslation();
    const code = await askCode();
    const browserId = await openBrowser(store.db, appContext.clock);
    expect(await place({ code }, { browserId })).toMatchObject({ kind: 'refused' });
    expect(await place({ code, email: VISITORS.priya })).toMatchObject({ kind: 'refused' });
    appContext.clock.advance(15 * 60_000);
    expect(await place({ code })).toMatchObject({ kind: 'refused' });
    const next = await askCode();
    expect(await place({ code: next })).toMatchObject({ kind: 'placed' });
    const [used] = await store.db
      .select()
      .from(orderCodes)
      .where(sql`${orderCodes.usedAt} is not null`);
    expect(used).toBeDefined();
    await store.db.execute(sql`delete from confirmed_browsers`);
    const again = await place({ code: next }, { key: crypto.randomUUID() });
    expect(again).toMatchObject({ kind: 'refused' });
  });

  test('is stored as a hash, and disappears with its address', async () => {
    const { appContext, askCode } = await openTranslation();
    const code = await askCode();
    const [row] = await store.db.select().from(orderCodes);
    expect(JSON.stringify(row)).not.toContain(code);
    const { eraseOrdersOf } = await import('../privacy.server.ts');
    await store.db.transaction((tx) =>
      eraseOrdersOf(tx, undefined as never, appContext, VISITORS.elena),
    );
    const isElena = eq(orderCodes.email, VISITORS.elena);
    expect(await store.db.$count(orderCodes, isElena)).toBe(0);
  });
});

describe('abuse', () => {
  const withProofs = () => {
    const appContext = createCheckout(store.db);
    const used = new Set<string>();
    const verify = (proof: string) => {
      const isNew = proof.startsWith('solved') && !used.has(proof);
      used.add(proof);
      return Promise.resolve(isNew);
    };
    return { ...appContext, captcha: { verify } };
  };

  test('a network without proofs of work causes three emails, and more with them', async () => {
    const appContext = withProofs();
    const { askCode } = await openForm(appContext, TRANSLATION, VISITORS.elena, FILLED);
    for (let count = 0; count < 3; count += 1) await askCode();
    expect(await refusalOf(askCode())).toMatchObject({ status: 429 });
    expect(await refusalOf(askCode('forged'))).toMatchObject({ status: 429 });
    await askCode('solved 1');
    // A proof counts once.
    expect(await refusalOf(askCode('solved 1'))).toMatchObject({ status: 429 });
    expect(appContext.mail.sent).toHaveLength(4);
    for (let count = 2; count < 20; count += 1) {
      await askCode(`solved ${count}`).catch(() => undefined);
    }
    expect(appContext.mail.sent.length).toBeLessThanOrEqual(10);
  });

  test('orders and new chats of a network count together, and repeated requests do not count', async () => {
    const { appContext, place, askCode } = await openTranslation();
    const outcome = await place({ code: await askCode() });
    const network = '203.0.113.9';
    for (let count = 0; count < 20; count += 1) {
      await appContext.limits.take(STARTS_OF_NETWORK, network);
    }
    expect(await place({}, { network })).toEqual(outcome);
    const key = crypto.randomUUID();
    expect(await refusalOf(place({}, { network, key }))).toMatchObject({ status: 429 });
    expect(await store.db.$count(orders)).toBe(1);
    expect(await place({}, { key })).toMatchObject({ kind: 'placed' });
  });

  test('above the limit of all visitors an order needs a proof of work', async () => {
    const appContext = withProofs();
    const { place, askCode } = await openForm(appContext, TRANSLATION, VISITORS.elena, FILLED);
    const code = await askCode();
    for (let count = 0; count < STARTS_OF_EVERYBODY.burst; count += 1) {
      await appContext.limits.take(STARTS_OF_EVERYBODY, EVERYBODY);
    }
    expect(await refusalOf(place({ code }))).toMatchObject({ status: 429, field: 'captcha' });
    expect(await place({ code }, { proof: 'solved' })).toMatchObject({ kind: 'placed' });
  });
});
