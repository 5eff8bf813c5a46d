import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signInClient } from '../../../../tests/support/client.ts';
import { openCompany, type CompanyScene } from '../../../../tests/support/company.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { visitorMessages } from '../../../chat/server/tables.server.ts';
import { saveBillingDetails } from '../../../orders/server/invoices/save-billing-details.server.ts';
import { beginOffer } from '../../../orders/server/offer/read-offer.server.ts';
import { readReceipt } from '../../../orders/server/order/read-receipt.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
import { eraseOrdersOf } from '../../../orders/server/privacy.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import {
  decideRefund,
  requestRefund,
} from '../../../orders/server/refund/refund-requests.server.ts';
import {
  asSubscriber,
  cancelSubscription,
} from '../../../orders/server/subscription/act-on-subscription.server.ts';
import { requestWork } from '../../../orders/server/subscription/request-work.server.ts';
import { runSubscriptions } from '../../../orders/server/subscription/run-subscriptions.server.ts';
import { pathOfSubscription } from '../../../orders/server/subscription/subscription-access.server.ts';
import { subscriptions } from '../../../orders/server/subscription/tables.server.ts';
import { credits, orders } from '../../../orders/server/tables.server.ts';
import { readClientBilling, saveClientBilling, saveCompanyBilling } from '../billing.server.ts';
import type { Client } from '../client-context.server.ts';
import { readAccountInvoices } from '../home/read-account-invoices.server.ts';
import { readHome } from '../home/read-home.server.ts';
import { accountKey } from '../order-access.server.ts';
import { eraseClient, exportClient } from '../privacy.server.ts';
import { findSubscriptionOfClient, subscriptionKey } from '../subscription-access.server.ts';
import { removeMember } from './manage-company.server.ts';
import { readCompany } from './read-companies.server.ts';

const store = useDatabase();
const OWNER = VISITORS.elena;
const MEMBER = VISITORS.priya;
const STRANGER = 'someone@northfield.example';
const PRIVATE = { name: 'Elena Ruiz', address: 'Calle Mayor 1\n28013 Madrid' };
const OF_COMPANY = { name: 'Harbour Books Ltd', address: 'Kai 4\n20457 Hamburg' };
const HOUR_MS = 3_600_000;

const billingOf = async (number: number) => (await orderRow(store.db, number)).billing;

function pay({ appContext, maya }: CompanyScene, number: number) {
  return markPaid(appContext, tracedBy(maya), maya, number, `PP-${number}`);
}

async function documentsOf(
  { appContext }: CompanyScene,
  client: Client,
  after = '',
  perPage?: number,
) {
  const page = await readAccountInvoices(appContext, client, after, perPage);
  return { ...page, orders: page.invoices.map(({ order }) => order) };
}

test('the tax details of a company’s order are not filled into a private offer', async () => {
  const { appContext, maya, owner, place } = await openCompany(store.db, {
    TAX: 'on',
    SELLER_COUNTRY: 'DE',
    TAX_RATES: 'DE 19% VAT; AT 20% USt.',
  });
  const typed = { quantity: '1000', country: 'DE' };
  await place(owner.client, owner.browserId, true, { typed });
  await store.db.update(orders).set({ buyerCountry: 'AT', taxNumber: 'ATU12345678' });
  const { conversationId } = await orderRow(store.db, 1001);
  const { buyer } = await beginOffer(appContext, maya, conversationId ?? '');
  expect(buyer).toEqual({ country: 'DE', taxNumber: '' });
  await store.db.update(orders).set({ companyId: null });
  expect((await beginOffer(appContext, maya, conversationId ?? '')).buyer).toEqual({
    country: 'AT',
    taxNumber: 'ATU12345678',
  });
});

describe('billing details', () => {
  test('of a client are on private orders, and those of a company on its orders alone', async () => {
    const scene = await openCompany(store.db);
    const { appContext, companyId, owner, place } = scene;
    await saveClientBilling(appContext, 'r', owner.client, PRIVATE);
    await place(owner.client, owner.browserId);
    expect(await billingOf(1001)).toBeNull();
    await saveCompanyBilling(appContext, 'r', owner.client, { companyId, ...OF_COMPANY });
    await place(owner.client, owner.browserId);
    await place(owner.client, owner.browserId, false);
    expect(await billingOf(1002)).toEqual(OF_COMPANY);
    expect(await billingOf(1003)).toEqual(PRIVATE);
    expect(await auditOf(store.db, 'company-billing-changed')).toHaveLength(1);
    expect(await auditOf(store.db, 'client-billing-changed')).toHaveLength(1);
  });

  test('that a member has typed into the order form do not get onto the order of a company', async () => {
    const { companyId, appContext, owner, join, place } = await openCompany(store.db);
    await saveCompanyBilling(appContext, 'r', owner.client, { companyId, ...OF_COMPANY });
    const orderer = await join(MEMBER, 'order');
    const typed = {
      quantity: '1000',
      billingName: 'Priya Shah',
      billingAddress: 'Her own street 7',
    };
    await place(orderer.client, orderer.browserId, true, { typed });
    expect(await billingOf(1001)).toEqual(OF_COMPANY);
  });

  test('are changed and shown with Manage alone, and empty fields delete them', async () => {
    const { appContext, clock, companyId, owner, join, place } = await openCompany(store.db);
    const orderer = await join(MEMBER, 'order');
    const stranger = (await signInClient(appContext, STRANGER)).session;
    const save = (client: Client, typed = OF_COMPANY) =>
      saveCompanyBilling(appContext, 'r', client, { companyId, ...typed });
    expect((await refusalOf(save(orderer.client))).status).toBe(403);
    expect((await refusalOf(save(stranger.client))).status).toBe(404);
    await save(owner.client);
    const shownTo = async (client: Client) =>
      (await readCompany(store.db, clock, client, companyId))?.billing;
    expect(await shownTo(owner.client)).toEqual(OF_COMPANY);
    expect(await shownTo(orderer.client)).toBeNull();
    await place(owner.client, owner.browserId);
    const ofOrder = saveBillingDetails(
      appContext,
      accountKey(orderer.client, 1001, 'billing'),
      PRIVATE,
    );
    expect((await refusalOf(ofOrder)).status).toBe(403);
    expect(await refusalOf(save(owner.client, { name: ' ', address: 'A street' }))).toMatchObject({
      status: 400,
      field: 'billingName',
    });
    await save(owner.client, { name: '', address: '' });
    expect(await shownTo(owner.client)).toBeNull();
  });

  test('of a client are exported with the account', async () => {
    const { appContext, owner } = await openCompany(store.db);
    await saveClientBilling(appContext, 'r', owner.client, PRIVATE);
    expect(await readClientBilling(store.db, owner.client)).toEqual(PRIVATE);
    expect(await exportClient(store.db, OWNER)).toMatchObject({
      clientAccount: { billingDetails: PRIVATE },
    });
  });
});

describe('invoices', () => {
  test('of private orders are the client’s, and those of a company need Order', async () => {
    const scene = await openCompany(store.db);
    const { owner, place, join } = scene;
    await place(owner.client, owner.browserId);
    await place(owner.client, owner.browserId, false);
    await pay(scene, 1001);
    await pay(scene, 1002);
    const viewer = await join(MEMBER, 'view');
    const orderer = await join(VISITORS.daniel, 'order');
    expect((await documentsOf(scene, owner.client)).orders.toSorted()).toEqual([
      'E-1001',
      'E-1002',
    ]);
    expect((await documentsOf(scene, orderer.client)).orders).toEqual(['E-1001']);
    expect((await documentsOf(scene, viewer.client)).orders).toEqual([]);
  });

  test('are listed page by page, and an invalid cursor shows the newest', async () => {
    const scene = await openCompany(store.db);
    const { owner, place, clock } = scene;
    for (const number of [1001, 1002, 1003]) {
      await place(owner.client, owner.browserId, false);
      await pay(scene, number);
      clock.advance(HOUR_MS);
    }
    const first = await documentsOf(scene, owner.client, '', 2);
    expect(first.orders).toEqual(['E-1003', 'E-1002']);
    const second = await documentsOf(scene, owner.client, first.next ?? '', 2);
    expect(second).toMatchObject({ orders: ['E-1001'], next: null });
    expect((await documentsOf(scene, owner.client, "x' or 1=1", 2)).orders).toEqual(first.orders);
  });
});

describe('a subscription of a company', () => {
  const subscribe = async () => {
    const scene = await openCompany(store.db, {}, new TestClock());
    const { owner, place } = scene;
    await place(owner.client, owner.browserId, true, {
      path: 'digital/email-marketing',
      typed: { purchase: 'subscribe' },
    });
    await pay(scene, 1001);
    return scene;
  };

  test('belongs to its members with every period, and no email has the secret of its page', async () => {
    const scene = await subscribe();
    const { appContext, companyId, clock, join } = scene;
    for (let day = 0; day < 32; day += 1) {
      clock.advance(24 * HOUR_MS);
      await runSubscriptions(appContext);
    }
    const placed = await store.db.select().from(orders);
    expect(placed.map((order) => order.companyId)).toEqual([companyId, companyId]);
    const texts = appContext.mail.sent.map(({ text }) => text).join('\n');
    expect(texts).not.toMatch(/\/(?:order|subscription)\//);
    const { client } = await join(MEMBER, 'view');
    const settings = { ...appContext.settings, directOrders: true };
    const home = await readHome({ ...appContext, settings }, client);
    const shown = [...home.waiting, ...home.inProgress, ...home.done];
    expect(shown.filter(({ kind }) => kind === 'subscription')).toMatchObject([
      {
        number: 'S-1001',
        company: 'Harbour Books',
        path: '/account/subscriptions/S-1001',
        next: null,
      },
    ]);
  });

  test('is cancelled with Manage alone', async () => {
    const { appContext, owner, join } = await subscribe();
    const orderer = await join(MEMBER, 'order');
    const stranger = (await signInClient(appContext, STRANGER)).session;
    const cancel = ({ client }: { readonly client: Client }) =>
      asSubscriber(appContext, subscriptionKey(client, 1001, 'cancel'), (turn) =>
        cancelSubscription(turn),
      );
    expect((await refusalOf(cancel(orderer))).status).toBe(403);
    expect((await refusalOf(cancel(stranger))).status).toBe(404);
    await cancel(owner);
    expect(await store.db.select().from(subscriptions)).toMatchObject([{ state: 'ending' }]);
  });

  test('takes requests with Order, not with View, and they belong to the company', async () => {
    const { appContext, companyId, owner, join } = await subscribe();
    const [row] = await store.db.select().from(subscriptions);
    const terms = {
      ...row!.terms,
      service: {
        ...row!.terms.service,
        requests: { perPeriod: 5, concurrent: 3, label: 'articles' },
      },
    };
    await store.db.update(subscriptions).set({ terms });
    const viewer = await join(MEMBER, 'view');
    const orderer = await join(VISITORS.kofi, 'order');
    const stranger = (await signInClient(appContext, STRANGER)).session;
    const request = ({ client }: { readonly client: Client }) =>
      asSubscriber(appContext, subscriptionKey(client, 1001, 'request'), (turn) =>
        requestWork(turn, randomUUID()),
      );
    expect((await refusalOf(request(viewer))).status).toBe(403);
    expect((await refusalOf(request(stranger))).status).toBe(404);
    const { number } = await request(orderer);
    expect(await orderRow(store.db, number)).toMatchObject({ companyId, amount: 0 });
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: orderer.client.id });
    expect((await refusalOf(request(orderer))).status).toBe(404);
    expect(await store.db.$count(orders)).toBe(2);
  });

  const erase = (appContext: CompanyScene['appContext'], email: string) =>
    change(appContext, undefined, async (tx, after) => {
      await eraseOrdersOf(tx, after, appContext, email);
      await eraseClient(tx, after, undefined, email);
    });

  test('goes on under the next owner’s address while members are erased, and ends with the last', async () => {
    const scene = await subscribe();
    const { appContext, companyId, clock, join } = scene;
    await join(MEMBER, 'order');
    await join(VISITORS.daniel, 'manage');
    await erase(appContext, OWNER);
    expect(await store.db.select().from(subscriptions)).toMatchObject([
      { state: 'active', buyerEmail: VISITORS.daniel, companyId },
    ]);
    for (let day = 0; day < 25; day += 1) {
      clock.advance(24 * HOUR_MS);
      await runSubscriptions(appContext);
    }
    expect(await orderRow(store.db, 1002)).toMatchObject({
      companyId,
      buyerEmail: VISITORS.daniel,
      state: 'awaiting payment',
    });
    expect(appContext.mail.sent.at(-1)?.to).toBe(VISITORS.daniel);
    // The open period can be paid although the address on its order is erased.
    await erase(appContext, VISITORS.daniel);
    await pay(scene, 1002);
    expect(appContext.mail.sent.at(-1)?.to).toBe(MEMBER);
    await erase(appContext, MEMBER);
    expect(await store.db.select().from(subscriptions)).toMatchObject([
      { state: 'ended', buyerEmail: null },
    ]);
  });

  test('ends with its company, although a former member had placed it', async () => {
    const scene = await openCompany(store.db, {}, new TestClock());
    const { appContext, companyId, owner, join, place } = scene;
    const former = await join(MEMBER, 'manage');
    for (const isForCompany of [true, false]) {
      await place(former.client, former.browserId, isForCompany, {
        path: 'digital/email-marketing',
        typed: { purchase: 'subscribe' },
      });
    }
    await pay(scene, 1001);
    await pay(scene, 1002);
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: former.client.id });
    await erase(appContext, OWNER);
    const left = await store.db.select().from(subscriptions).orderBy(subscriptions.number);
    expect(left).toMatchObject([
      { state: 'ended', companyId, buyerEmail: MEMBER },
      { state: 'active', companyId: null, buyerEmail: MEMBER },
    ]);
    expect(await findSubscriptionOfClient(store.db, former.client, 1001)).toBeUndefined();
    expect(await findSubscriptionOfClient(store.db, former.client, 1002)).toBeDefined();
    expect(await pathOfSubscription(store.db, left[0]!.id)).toBe('/account/subscriptions/S-1001');
  });

  test('keeps no erased address if two members are erased at once', async () => {
    const { appContext, join } = await subscribe();
    await join(MEMBER, 'manage');
    await Promise.all([erase(appContext, OWNER), erase(appContext, MEMBER)]);
    expect(await store.db.select().from(subscriptions)).toMatchObject([
      { state: 'ended', buyerEmail: null },
    ]);
  });

  test('is closed to a former member, like a private one to everybody else', async () => {
    const { appContext, companyId, owner, join, place } = await subscribe();
    const former = await join(MEMBER, 'manage');
    const find = (client: Client, number: number) =>
      findSubscriptionOfClient(store.db, client, number);
    expect(await find(former.client, 1001)).toMatchObject({ permission: 'manage' });
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: former.client.id });
    expect(await find(former.client, 1001)).toBeUndefined();
    await place(owner.client, owner.browserId, false, {
      path: 'digital/email-marketing',
      typed: { purchase: 'subscribe' },
    });
    expect(await find(owner.client, 1002)).toMatchObject({ company: null, permission: 'manage' });
    expect(await find(former.client, 1002)).toBeUndefined();
  });
});

test('the receipt, which every member may open, has no billing details and no invoices', async () => {
  const scene = await openCompany(store.db);
  const { appContext, clock, companyId, owner, place } = scene;
  await saveCompanyBilling(appContext, 'r', owner.client, { companyId, ...OF_COMPANY });
  await place(owner.client, owner.browserId);
  await pay(scene, 1001);
  const { id } = await orderRow(store.db, 1001);
  const settings = { ...appContext.settings, supportEmail: '' };
  const receipt = await readReceipt(store.db, clock, settings, id);
  expect(receipt?.order).toMatchObject({ number: 'E-1001', paidBy: 'link' });
  const sent = JSON.stringify(receipt);
  expect(sent).not.toContain(OF_COMPANY.name);
  expect(sent).not.toContain('INV-');
});

test('emails about a company’s order go to its owner once the buyer has left', async () => {
  const scene = await openCompany(store.db);
  const { appContext, companyId, owner, join, place } = scene;
  const former = await join(MEMBER, 'order');
  await place(former.client, former.browserId);
  expect(appContext.mail.sent.at(-1)?.to).toBe(MEMBER);
  await removeMember(appContext, 'r', owner.client, { companyId, memberId: former.client.id });
  await pay(scene, 1001);
  expect(appContext.mail.sent.at(-1)?.to).toBe(OWNER);
});

describe('the chat of a member who has ordered for a company', () => {
  const WITH_REPLIES = {
    MAIL_FROM: 'desk@shop.example',
    MAIL_WEBHOOK_SECRET: 'a-secret-of-the-mail-provider',
  };
  const order = async (placed?: Parameters<CompanyScene['place']>[3]) => {
    const scene = await openCompany(store.db, WITH_REPLIES, new TestClock());
    const former = await scene.join(MEMBER, 'order');
    await scene.place(former.client, former.browserId, true, placed);
    const { conversationId } = await orderRow(store.db, 1001);
    const readTexts = async () =>
      (
        await store.db
          .select({ text: visitorMessages.message })
          .from(visitorMessages)
          .where(eq(visitorMessages.conversationId, conversationId ?? ''))
          .orderBy(visitorMessages.number)
      ).map(({ text }) => text);
    const { companyId, owner } = scene;
    const remove = () =>
      removeMember(scene.appContext, 'r', owner.client, { companyId, memberId: former.client.id });
    return { ...scene, scene, readTexts, remove };
  };

  test('gets no message about it while that person is no member, and no reply of the owner', async () => {
    const { scene, appContext, owner, join, readTexts, remove } = await order();
    const atFirst = await readTexts();
    expect(atFirst).toHaveLength(1);
    expect(appContext.mail.sent.at(-1)).toMatchObject({ to: MEMBER });
    expect(appContext.mail.sent.at(-1)?.replyTo).toMatch(/^desk\+[0-9a-f]{32}@/);
    await remove();
    await pay(scene, 1001);
    expect(await readTexts()).toEqual(atFirst);
    const email = appContext.mail.sent.at(-1);
    expect(email).toMatchObject({ kind: 'order', to: OWNER });
    expect(email).not.toHaveProperty('replyTo');
    expect(email).not.toHaveProperty('inReplyTo');
    expect(email).not.toHaveProperty('references');
    // Somebody who is invited again sees the order again.
    await join(MEMBER, 'view');
    const key = accountKey(owner.client, 1001, 'refund');
    await requestRefund(appContext, key, { ground: 'late', explanation: 'Too late' });
    expect(await readTexts()).toHaveLength(2);
    expect(appContext.mail.sent.at(-1)).toMatchObject({ to: MEMBER });
    expect(appContext.mail.sent.at(-1)?.replyTo).toBeDefined();
  });

  test('gets no message about a subscription and its periods either', async () => {
    const { scene, appContext, clock, readTexts, remove } = await order({
      path: 'digital/email-marketing',
      typed: { purchase: 'subscribe' },
    });
    const atFirst = await readTexts();
    await remove();
    const sent = appContext.mail.sent.length;
    await pay(scene, 1001);
    for (let day = 0; day < 60; day += 1) {
      clock.advance(24 * HOUR_MS);
      await runSubscriptions(appContext);
    }
    expect(await orderRow(store.db, 1002)).toMatchObject({ state: 'cancelled' });
    expect(await store.db.select().from(subscriptions)).toMatchObject([{ state: 'paused' }]);
    expect(await readTexts()).toEqual(atFirst);
    const later = appContext.mail.sent.slice(sent);
    expect(new Set(later.map(({ kind }) => kind))).toEqual(new Set(['order', 'subscription']));
    expect(later.filter(({ replyTo }) => replyTo !== undefined)).toEqual([]);
  });
});

test('credit stays private: it pays no order of a company, and is given for none', async () => {
  const scene = await openCompany(store.db);
  const { appContext, owner, place } = scene;
  const ines = await hire(store.db, 'ines');
  const refund = async (number: number) => {
    await pay(scene, number);
    const key = accountKey(owner.client, number, 'refund');
    await requestRefund(appContext, key, { ground: 'late', explanation: 'Too late' });
    const decision = {
      outcome: 'full',
      way: 'credit',
      amount: '',
      reference: '',
      reply: '',
    } as const;
    return decideRefund(appContext, tracedBy(ines), ines, number, decision);
  };
  await place(owner.client, owner.browserId, false);
  await refund(1001);
  const left = () => store.db.select({ left: credits.left }).from(credits);
  const [before] = await left();
  expect(before?.left).toBeGreaterThan(0);
  await place(owner.client, owner.browserId);
  expect(await orderRow(store.db, 1002)).toMatchObject({ creditAmount: 0 });
  expect(await left()).toEqual([before]);
  expect(await refusalOf(refund(1002))).toMatchObject({ status: 409 });
});
