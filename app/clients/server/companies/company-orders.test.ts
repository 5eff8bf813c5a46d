import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInClient } from '../../../../tests/support/client.ts';
import { openCompany, type CompanyScene } from '../../../../tests/support/company.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { saveBillingDetails } from '../../../orders/server/invoices/save-billing-details.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
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
import { subscriptions } from '../../../orders/server/subscription/tables.server.ts';
import { credits, orders } from '../../../orders/server/tables.server.ts';
import { readClientBilling, saveClientBilling, saveCompanyBilling } from '../billing.server.ts';
import type { Client } from '../client-context.server.ts';
import { readAccountInvoices } from '../home/read-account-invoices.server.ts';
import { readHome } from '../home/read-home.server.ts';
import { accountKey } from '../order-access.server.ts';
import { exportClient } from '../privacy.server.ts';
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

async function documentsOf(client: Client, after = '', perPage?: number) {
  const page = await readAccountInvoices(store.db, client, after, perPage);
  return { ...page, orders: page.invoices.map(({ order }) => order) };
}

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
    expect((await documentsOf(owner.client)).orders.toSorted()).toEqual(['E-1001', 'E-1002']);
    expect((await documentsOf(orderer.client)).orders).toEqual(['E-1001']);
    expect((await documentsOf(viewer.client)).orders).toEqual([]);
  });

  test('are listed page by page, and an invalid cursor shows the newest', async () => {
    const scene = await openCompany(store.db);
    const { owner, place, clock } = scene;
    for (const number of [1001, 1002, 1003]) {
      await place(owner.client, owner.browserId, false);
      await pay(scene, number);
      clock.advance(HOUR_MS);
    }
    const first = await documentsOf(owner.client, '', 2);
    expect(first.orders).toEqual(['E-1003', 'E-1002']);
    const second = await documentsOf(owner.client, first.next ?? '', 2);
    expect(second).toMatchObject({ orders: ['E-1001'], next: null });
    expect((await documentsOf(owner.client, "x' or 1=1", 2)).orders).toEqual(first.orders);
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
    const home = await readHome({ ...appContext, settings }, client, true);
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
