import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { balances, order, orderHost, orderRow } from '../../../tests/support/orders.ts';
import { PAYPAL_WEBHOOK, PayPalPeer } from '../../../tests/support/paypal-peer.ts';
import { refusalOf, tracedBy } from '../../../tests/support/team.ts';
import { outbox } from '../../platform/tables.server.ts';
import { decideRefund } from '../refund/decide-refund.server.ts';
import { refundKind } from '../refund/refund-kind.server.ts';
import { paymentEvents, payments } from '../tables.server.ts';
import { beginCheckout } from './begin-checkout.server.ts';
import { ProviderAwayError } from './provider.ts';
import { takeWebhook } from './take-webhook.server.ts';

const store = useDatabase();
let peer: PayPalPeer;
beforeAll(async () => {
  peer = await PayPalPeer.start();
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.isAway = false;
  peer.captureCount = 0;
});

/** An order whose buyer has been to PayPal's page. */
async function begun() {
  const host = orderHost(store.db, new TestClock(), {
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: PAYPAL_WEBHOOK,
    PAYPAL_API_URL: peer.url,
  });
  const one = await order(host);
  const url = await beginCheckout(host, one.secret, 'paypal');
  const pageId = new URL(url).searchParams.get('token') ?? '';
  const tell = (body: string, headers = peer.sign(body)) =>
    takeWebhook(host, 'paypal', body, headers);
  return { ...one, host, pageId, tell };
}

describe('paying by PayPal', () => {
  test('is agreed on PayPal’s page, fetched once and booked once, whatever is told twice', async () => {
    const one = await begun();
    expect(peer.orders.get(one.pageId)?.amount).toEqual({ value: '300.00', currency_code: 'USD' });
    const approved = peer.approve(one.pageId);
    await Promise.all([one.tell(approved), one.tell(approved)]);
    await one.tell(peer.captured(one.pageId));
    await one.tell(approved);
    expect(peer.captureCount).toBe(1);
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'in progress',
      lastEvent: 3,
    });
    expect(await balances(store.db)).toEqual({
      'orders USD': 30_000,
      'received:paypal USD': -30_000,
    });
    expect(await store.db.$count(payments)).toBe(1);
  });

  test('told of by somebody else is refused and not kept', async () => {
    const one = await begun();
    const body = peer.approve(one.pageId);
    const headers = peer.sign(body);
    expect((await refusalOf(one.tell(`${body} `, headers))).status).toBe(400);
    expect((await refusalOf(one.tell(body, new Headers()))).status).toBe(400);
    expect((await refusalOf(one.tell('{"id":"x"', headers))).status).toBe(400);
    expect(await store.db.$count(paymentEvents)).toBe(0);
    expect(peer.captureCount).toBe(0);
  });

  test('of another amount is held', async () => {
    const one = await begun();
    await one.tell(
      peer.captured(one.pageId, { id: 'C1', amount: { value: '299.00', currency_code: 'USD' } }),
    );
    await one.tell(
      peer.captured(one.pageId, { id: 'C2', amount: { value: '300.00', currency_code: 'EUR' } }),
    );
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
    expect(await balances(store.db)).toMatchObject({ 'held USD': 29_900, 'held EUR': 30_000 });
  });

  test('tells the buyer and PayPal to come again while PayPal is away', async () => {
    const one = await begun();
    const body = peer.approve(one.pageId);
    const headers = peer.sign(body);
    peer.isAway = true;
    await expect(one.tell(body, headers)).rejects.toThrow(ProviderAwayError);
    const two = await order(one.host);
    expect((await refusalOf(beginCheckout(one.host, two.secret, 'paypal'))).status).toBe(503);
    peer.isAway = false;
    await one.tell(body, headers);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
  });

  test('is given back in part by the same way', async () => {
    const one = await begun();
    await one.tell(peer.approve(one.pageId));
    const ines = await hire(store.db, 'ines');
    await decideRefund(one.host, tracedBy(ines), ines, one.number, {
      outcome: 'full',
      way: 'method',
      amount: '',
      reference: '',
      reply: '',
    });
    const [waiting] = await store.db.select().from(outbox);
    const kind = refundKind(one.host);
    const signal = new AbortController().signal;
    expect((await kind.deliver({ ...waiting, attempts: 1 } as never, signal)).result).toBe('done');
    expect((await kind.deliver({ ...waiting, attempts: 2 } as never, signal)).result).toBe('done');
    expect(peer.refunds).toMatchObject([{ amount: { value: '300.00', currency_code: 'USD' } }]);
  });
});
