import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import {
  causeOf,
  createDraft,
  meet,
  createOrderContext,
} from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { readInboxEntry } from '../../../chat/server/read/read-inbox.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { offers, orders } from '../tables.server.ts';
import { answerOffer } from './answer-offer.server.ts';
import { makeOffer } from './make-offer.server.ts';
import { beginOffer } from './read-offer.server.ts';
import { withdrawOffer } from './withdraw-offer.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

describe('an offer', () => {
  test('stands in the thread, numbered with the messages, and is a reply', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    expect((await readInboxEntry(store.db, elena.visitorId, 'maya'))?.waitingSince).not.toBeNull();
    const card = await elena.offer({ note: 'With three drafts' });

    const messages = await readMessagesAfter(store.db, elena.id, 0);
    expect(messages.map(({ number }) => number)).toEqual([1, 2]);
    expect(messages[1]).toMatchObject({ kind: 'offer', isAgent: true, agentId: 'maya' });
    expect(messages[1]?.card).toMatchObject({ offerId: card.offerId, amount: 30_000 });
    expect(messages[1]?.text).toContain('$300.00');
    expect((await readInboxEntry(store.db, elena.visitorId, 'maya'))?.waitingSince).toBeNull();
  });

  test('starts with the service in the language of the conversation', async () => {
    const appContext = createOrderContext(store.db, undefined, { SHOP_LANGUAGES: 'en,es' });
    const elena = await meet(appContext);
    const asked = {
      serviceSection: 'graphics',
      serviceSlug: 'book-design',
      language: 'es',
    } as const;
    await store.db.update(conversations).set(asked).where(eq(conversations.id, elena.id));
    const { line } = await beginOffer(appContext, elena.maya, elena.id);
    expect(line).toMatchObject({
      title: 'Diseño de libros',
      path: '/services/graphics/book-design',
    });
  });

  test('sent twice is made once; another with its name is refused', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const same = createDraft();
    const [one, two] = await Promise.all([
      makeOffer(appContext, elena.maya, elena.id, same),
      makeOffer(appContext, elena.maya, elena.id, same),
    ]);
    expect(one.offerId).toBe(two.offerId);
    expect(await store.db.$count(offers)).toBe(1);
    const other = { ...same, lines: [{ ...same.lines[0], price: '301' }] } as never;
    expect((await refusalOf(makeOffer(appContext, elena.maya, elena.id, other))).status).toBe(409);
  });

  test('is valid until midnight of its day in the time zone of the shop', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId, validUntil } = await elena.offer({ validDay: '2026-06-12' });
    // The clock stands at 10:00 UTC, which is 06:00 in New York.
    expect(validUntil).toBe('2026-06-13T04:00:00.000Z');
    appContext.clock.advance(18 * 60 * 60 * 1000 - 1);
    const { offerId: later } = await elena.offer({ validDay: '2026-06-12' });
    appContext.clock.advance(1);
    const refusal = await refusalOf(elena.answer(offerId));
    expect(refusal).toMatchObject({ status: 409 });
    expect(refusal.message).toContain('June 12, 2026');
    expect((await refusalOf(elena.answer(later))).status).toBe(409);
  });

  test.each([
    ['a day that has passed', { validDay: '2026-06-11' }, 'validDay'],
    ['no day', { validDay: '2026-02-30' }, 'validDay'],
    ['no lines', { lines: [] }, 'title-0'],
    ['half a delivery day', { deliveryDays: 0.5 }, 'deliveryDays'],
    ['a price with three digits', { lines: [line({ price: '1.005' })] }, 'price-0'],
    ['a price that is thousands elsewhere', { lines: [line({ price: '1.250' })] }, 'price-0'],
    ['a price in words', { lines: [line({ price: 'ten' })] }, 'price-0'],
    ['nothing to pay', { lines: [line({ price: '0' })] }, 'price-0'],
    ['more than can be paid', { lines: [line({ price: '999999999.99', quantity: 2 })] }, 'price-0'],
    ['a yen in parts', { currency: 'JPY', lines: [line({ price: '80.5' })] }, 'price-0'],
    ['a currency nobody has', { currency: 'XXX' }, 'currency'],
    ['a blank title', { lines: [line({ title: '\u200b ' })] }, 'title-0'],
  ])('with %s is refused at its field', async (_, change, field) => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    expect(await refusalOf(elena.offer(change))).toMatchObject({ status: 400, field });
  });

  const PAYPAL = {
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'hook',
  };

  test.each([
    ['80,500', 'TND', '“80,500” could be 80500 or 80.500. Enter the one you mean.'],
    ['150.50', 'JPY', 'Enter a price in JPY as a whole number, such as 1250.'],
    [
      '1234.56',
      'HUF',
      "PayPal doesn't accept decimals in HUF. This offer totals HUF 1,234.56. Change the total to 1235, for example.",
    ],
    ['50', 'AED', "PayPal doesn't accept payments in AED. Choose another currency for this offer."],
  ] as const)('of %s %s is refused with what to write', async (price, currency, message) => {
    const appContext = createOrderContext(store.db, undefined, PAYPAL);
    const elena = await meet(appContext);
    const refusal = await refusalOf(elena.offer({ currency, lines: [line({ price })] }));
    expect(refusal).toMatchObject({ status: 400, field: 'price-0' });
    expect(refusal.message.replaceAll('\u00a0', ' ')).toBe(message);
  });

  test('of a whole sum in forints is one that PayPal takes, whatever its lines cost', async () => {
    const appContext = createOrderContext(store.db, undefined, PAYPAL);
    const elena = await meet(appContext);
    const lines = [line({ price: '617.50', quantity: 2 })];
    expect(await elena.offer({ currency: 'HUF', lines })).toMatchObject({ amount: 123_500 });
  });

  test('ends with its day where that day ends at one in the morning', async () => {
    const appContext = createOrderContext(store.db, undefined, {
      SUPPORT_TIMEZONE: 'America/Santiago',
    });
    const elena = await meet(appContext);
    const { validUntil } = await elena.offer({ validDay: '2026-09-05' });
    expect(validUntil).toBe('2026-09-06T04:00:00.000Z');
  });

  test('keeps its terms: the database refuses to change them', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId } = await elena.offer();
    for (const change of ['amount = 1', "lines = '[]'", 'revisions = 9', 'valid_until = now()']) {
      const tried = store.db.execute(
        sql.raw(`update offers set ${change} where id = '${offerId}'`),
      );
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await causeOf(tried)).toContain('never changed');
    }
  });

  test('is made by whoever may answer the visitor, and by nobody else', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const leo = await hire(store.db, 'leo');
    const ines = await hire(store.db, 'ines');
    for (const other of [leo, ines]) {
      expect((await refusalOf(makeOffer(appContext, other, elena.id, createDraft()))).status).toBe(
        404,
      );
    }
  });
});

function line(change: object) {
  return { title: 'Logo Design', path: null, quantity: 1, price: '300', ...change };
}

describe('the answer to an offer', () => {
  test('asks for a confirmed address, and declining does not', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId } = await elena.offer();
    await store.db.execute('delete from confirmed_browsers');
    expect(await refusalOf(elena.answer(offerId))).toMatchObject({ status: 403, field: 'confirm' });
    await elena.answer(offerId, 'declined');
    expect(await store.db.$count(orders)).toBe(0);
  });

  test('accepted ten times at once is one order, one message and one mail', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId } = await elena.offer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => elena.answer(offerId)));
    expect(new Set(answers.map(({ order }) => order))).toEqual(new Set(['E-1001']));
    const messages = await readMessagesAfter(store.db, elena.id, 0);
    expect(messages.filter(({ kind }) => kind === 'offer-answer')).toHaveLength(1);
    expect(appContext.mail.sent).toHaveLength(1);
    expect(appContext.mail.sent[0]?.text).toMatch(/\/order\/[\w-]{43}/);
  });

  test('and its withdrawal at once: the first at the lock wins, the other is told', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    for (let turn = 0; turn < 6; turn += 1) {
      const { offerId } = await elena.offer();
      const withdraw = () =>
        withdrawOffer(appContext, tracedBy(elena.maya), elena.maya, elena.id, offerId);
      const accept = () => elena.answer(offerId);
      const results = await Promise.allSettled(
        turn % 2 === 0 ? [accept(), withdraw()] : [withdraw(), accept()],
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    const accepted = await store.db.$count(offers, sql`state = 'accepted'`);
    expect(await store.db.$count(orders)).toBe(accepted);
  });

  test('makes nobody wait, and is unread for the agent', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId } = await elena.offer();
    await elena.answer(offerId);
    const inboxEntry = await readInboxEntry(store.db, elena.visitorId, 'maya');
    expect(inboxEntry).toMatchObject({ waitingSince: null, state: 'open' });
    expect(inboxEntry?.unreadCount).toBeGreaterThan(0);
  });

  test('of another conversation, or by a stranger, is like one to nothing', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId } = await elena.offer();
    const priya = await visit(store.db, VISITORS.priya, appContext.clock);
    const stranger = { kind: 'browser', browserId: priya.browserId } as const;
    expect(
      (await refusalOf(answerOffer(appContext, stranger, elena.id, offerId, 'accepted'))).status,
    ).toBe(404);
    expect(
      (await refusalOf(answerOffer(appContext, stranger, priya.id, offerId, 'accepted'))).status,
    ).toBe(404);
    expect(await store.db.$count(orders)).toBe(0);
  });

  test('is final: what was declined is not accepted, what is over is not withdrawn', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const { offerId } = await elena.offer();
    await elena.answer(offerId, 'declined');
    expect((await refusalOf(elena.answer(offerId))).status).toBe(409);
    const withdrawn = withdrawOffer(
      appContext,
      tracedBy(elena.maya),
      elena.maya,
      elena.id,
      offerId,
    );
    expect((await refusalOf(withdrawn)).status).toBe(409);
  });
});

describe('withdrawing', () => {
  test('agents do with their own, managers with any', async () => {
    const appContext = createOrderContext(store.db);
    const elena = await meet(appContext);
    const leo = await hire(store.db, 'leo');
    const ines = await hire(store.db, 'ines');
    const { offerId } = await elena.offer();
    const by = (member: typeof leo) =>
      withdrawOffer(appContext, tracedBy(member), member, elena.id, offerId);
    expect((await refusalOf(by(leo))).status).toBe(404);
    await store.db.execute("update visitors set agent_id = 'leo'");
    expect((await refusalOf(by(leo))).status).toBe(403);
    await by(ines);
    await by(ines);
    appContext.clock.advance(DAY_MS);
    expect((await refusalOf(elena.answer(offerId))).message).toContain('withdrawn');
  });
});
