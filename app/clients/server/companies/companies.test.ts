import { describe, expect, test } from 'vitest';
import { signInClient } from '../../../../tests/support/client.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, openBrowser, useDatabase } from '../../../../tests/support/database.ts';
import {
  COMPANY_ANSWERS,
  openCompany,
  type CompanyScene,
} from '../../../../tests/support/company.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { visitorMessages } from '../../../chat/server/tables.server.ts';
import { pathOf } from '../../../orders/server/access.server.ts';
import { acceptDelivery, deliver } from '../../../orders/server/delivery/delivery.server.ts';
import { resendInvoice } from '../../../orders/server/invoices/manage-invoices.server.ts';
import {
  findOwnOrderPath,
  readOwnOrders,
} from '../../../orders/server/order/read-visitor-orders.server.ts';
import { asBuyer } from '../../../orders/server/order/as-actor.server.ts';
import { cancelOrder } from '../../../orders/server/order/cancel-order.server.ts';
import { requestRefund } from '../../../orders/server/refund/refund-requests.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Client } from '../client-context.server.ts';
import { readHome } from '../home/read-home.server.ts';
import { readAgain } from '../read-again.server.ts';
import { accountKey, findOrderOfClient, type OrderAction } from '../order-access.server.ts';
import { countClients, eraseClient, exportClient } from '../privacy.server.ts';
import { companies, companyInvitations, companyMembers } from '../tables.server.ts';
import { acceptInvitation, findInvitation, invite } from './invite.server.ts';
import { changePermission, removeMember, withdrawInvitation } from './manage-company.server.ts';
import { findCompany, readCompany, readOrderingCompanies } from './read-companies.server.ts';

const store = useDatabase();
const OWNER = VISITORS.elena;
const MEMBER = VISITORS.priya;
const STRANGER = 'someone@northfield.example';
const NETWORK = '203.0.113.7';
const ANSWERS = COMPANY_ANSWERS;
const open = () => openCompany(store.db);
type Scene = CompanyScene;

function homeOf({ appContext }: Scene, client: Client) {
  const settings = { ...appContext.settings, directOrders: true };
  return readHome({ ...appContext, settings }, client);
}

/** The forms of the page of a delivered order. */
function attempts({ appContext }: Scene, client: Client) {
  const key = (action: OrderAction) => accountKey(client, 1001, action);
  return {
    accept: () => acceptDelivery(appContext, key('accept')),
    refund: () =>
      requestRefund(appContext, key('refund'), { ground: 'late', explanation: 'Too late' }),
    cancel: () => asBuyer(appContext, key('cancel'), (turn) => cancelOrder(turn)),
  };
}

describe('a company', () => {
  test('has its orders opened in the account, and gives nobody the secret of their pages', async () => {
    const scene = await open();
    const outcome = await scene.place(scene.owner.client, scene.owner.browserId);
    expect(outcome).toEqual({ kind: 'placed', path: '/account/orders/E-1001' });
    expect((await orderRow(store.db, 1001)).companyId).toBe(scene.companyId);
    const texts = scene.appContext.mail.sent.map(({ text }) => text).join('\n');
    expect(texts).toContain('/account/orders/E-1001');
    expect(texts).not.toContain('/order/');
  });

  test('shows members what was ordered for it, and nothing private', async () => {
    const scene = await open();
    await scene.place(scene.owner.client, scene.owner.browserId);
    await scene.place(scene.owner.client, scene.owner.browserId, false);
    const { client } = await scene.join(MEMBER, 'view');
    const home = await homeOf(scene, client);
    const items = [...home.waiting, ...home.inProgress, ...home.done];
    expect(items).toMatchObject([{ kind: 'order', number: 'E-1001', company: 'Harbour Books' }]);
    // Nobody with 'View' can pay, so nothing waits for them.
    expect(home.waiting).toEqual([]);
    expect(await findOrderOfClient(store.db, client, 1002)).toBeUndefined();
    const mine = await homeOf(scene, scene.owner.client);
    expect(mine.waiting.map((item) => item.kind === 'order' && item.number)).toEqual(
      expect.arrayContaining(['E-1001', 'E-1002']),
    );
  });

  test('lets each permission do what the table says, and no more', async () => {
    const scene = await open();
    await scene.place(scene.owner.client, scene.owner.browserId);
    await markPaid(scene.appContext, tracedBy(scene.maya), scene.maya, 1001, 'PP-1');
    await deliver(scene.appContext, tracedBy(scene.maya), scene.maya, 1001, 'Here it is');
    const viewer = await scene.join(MEMBER, 'view');
    const orderer = await scene.join(VISITORS.daniel, 'order');
    const stranger = (await signInClient(scene.appContext, STRANGER)).session;
    const statusOf = async (work: () => Promise<unknown>) => (await refusalOf(work())).status;
    const asViewer = attempts(scene, viewer.client);
    const asOrderer = attempts(scene, orderer.client);
    const asStranger = attempts(scene, stranger.client);
    expect(await statusOf(asViewer.accept)).toBe(403);
    expect(await statusOf(asViewer.refund)).toBe(403);
    expect(await statusOf(asOrderer.refund)).toBe(403);
    expect(await statusOf(asOrderer.cancel)).toBe(403);
    for (const attempt of Object.values(asStranger)) expect(await statusOf(attempt)).toBe(404);
    expect((await orderRow(store.db, 1001)).state).toBe('delivered');
    await asOrderer.accept();
    expect((await orderRow(store.db, 1001)).state).toBe('completed');
  });

  test('closes everything to a former member at once', async () => {
    const scene = await open();
    const { companyId, owner, appContext } = scene;
    const former = await scene.join(MEMBER, 'manage');
    // The former member has placed the order, so it has that address.
    await scene.place(former.client, former.browserId);
    expect(await findOrderOfClient(store.db, former.client, 1001)).toBeDefined();
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: former.client.id });
    expect(await findOrderOfClient(store.db, former.client, 1001)).toBeUndefined();
    expect(await homeOf(scene, former.client)).toMatchObject({
      waiting: [],
      done: [],
    });
    const order = await orderRow(store.db, 1001);
    const own = await readOwnOrders(appContext, former.browserId, order.conversationId ?? '');
    expect(own).toEqual([]);
    expect(await findCompany(store.db, former.client, companyId)).toBeUndefined();
    expect(await refusalOf(scene.place(former.client, former.browserId))).toMatchObject({
      status: 403,
      field: 'company',
    });
    expect(
      await refusalOf(asBuyer(appContext, accountKey(former.client, 1001, 'cancel'), cancelOrder)),
    ).toMatchObject({ status: 404 });
    expect(await readAgain(store.db, former.client, 'E-1001', serviceOf(scene))).toEqual({});
    expect(await auditOf(store.db, 'company-member-removed')).toHaveLength(1);
  });

  test('is managed by members with Manage alone', async () => {
    const scene = await open();
    const { appContext, companyId, owner } = scene;
    const viewer = await scene.join(MEMBER, 'view');
    const orderer = await scene.join(VISITORS.daniel, 'order');
    const stranger = (await signInClient(appContext, STRANGER)).session;
    const statuses = async (client: Client) => {
      const email = 'new@northfield.example';
      const memberId = orderer.client.id;
      const works = [
        invite(appContext, 'r', client, NETWORK, { companyId, email, permission: 'manage' }),
        changePermission(appContext, 'r', client, { companyId, memberId, permission: 'manage' }),
        removeMember(appContext, 'r', client, { companyId, memberId }),
        withdrawInvitation(appContext, 'r', client, { companyId, invitationId: memberId }),
      ];
      return Promise.all(works.map(async (work) => (await refusalOf(work)).status));
    };
    expect(await statuses(viewer.client)).toEqual([403, 403, 403, 403]);
    expect(await statuses(stranger.client)).toEqual([404, 404, 404, 404]);
    for (const id of ['', 'x\0', crypto.randomUUID(), `${companyId}A`]) {
      expect(await readCompany(store.db, scene.clock, owner.client, id)).toBeUndefined();
      const sent = { companyId: id, email: STRANGER, permission: 'view' } as const;
      expect(await refusalOf(invite(appContext, 'r', owner.client, NETWORK, sent))).toMatchObject({
        status: 404,
      });
    }
    const seen = await readCompany(store.db, scene.clock, viewer.client, companyId);
    expect(seen?.members).toHaveLength(3);
    expect(seen?.invitations).toEqual([]);
    await changePermission(appContext, 'r', owner.client, {
      companyId,
      memberId: viewer.client.id,
      permission: 'order',
    });
    expect(await readOrderingCompanies(store.db, viewer.client)).toHaveLength(1);
  });

  test('keeps its owner, whoever asks', async () => {
    const { appContext, companyId, owner, join } = await open();
    const manager = await join(MEMBER, 'manage');
    const memberId = owner.client.id;
    for (const { client } of [manager, owner]) {
      const remove = removeMember(appContext, 'r', client, { companyId, memberId });
      expect(await refusalOf(remove)).toMatchObject({ status: 409 });
      const sent = { companyId, memberId, permission: 'view' } as const;
      expect(await refusalOf(changePermission(appContext, 'r', client, sent))).toMatchObject({
        status: 409,
      });
    }
    await removeMember(appContext, 'r', manager.client, {
      companyId,
      memberId: manager.client.id,
    });
    expect(await store.db.$count(companyMembers)).toBe(1);
  });

  test('takes the open invitations of a manager who is removed or may invite no more', async () => {
    const { appContext, companyId, owner, join } = await open();
    const managers = [await join(MEMBER, 'manage'), await join(VISITORS.daniel, 'manage')];
    const ofManagers = [];
    for (const [index, { client }] of managers.entries()) {
      const email = `second-${index}@northfield.example`;
      await invite(appContext, 'r', client, NETWORK, { companyId, email, permission: 'manage' });
      ofManagers.push(appContext.mail.lastToken);
    }
    await invite(appContext, 'r', owner.client, NETWORK, {
      companyId,
      email: STRANGER,
      permission: 'view',
    });
    const ofOwner = appContext.mail.lastToken;
    const [removed, demoted] = managers.map(({ client }) => client.id);
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: removed ?? '' });
    await changePermission(appContext, 'r', owner.client, {
      companyId,
      memberId: demoted ?? '',
      permission: 'order',
    });
    for (const token of ofManagers) {
      expect(await findInvitation(store.db, appContext.clock, token)).toBeUndefined();
    }
    expect(await findInvitation(store.db, appContext.clock, ofOwner)).toBeDefined();
  });

  test('admits an invited address once, until the invitation is withdrawn or over', async () => {
    const { appContext, clock, companyId, owner } = await open();
    const send = (email: string) =>
      invite(appContext, 'r', owner.client, NETWORK, { companyId, email, permission: 'order' });
    await send(MEMBER);
    const first = appContext.mail.lastToken;
    await send(MEMBER);
    const second = appContext.mail.lastToken;
    expect(await findInvitation(store.db, clock, first)).toBeUndefined();
    expect(await findInvitation(store.db, clock, second)).toMatchObject({ email: MEMBER });
    const [row] = await store.db.select().from(companyInvitations);
    await withdrawInvitation(appContext, 'r', owner.client, {
      companyId,
      invitationId: row?.id ?? '',
    });
    const device = {
      browserId: await openBrowser(store.db, clock),
      userAgent: null,
      formerHash: undefined,
    };
    const accept = (token: string) => acceptInvitation(appContext, 'r', device, token);
    expect(await refusalOf(accept(second))).toMatchObject({ status: 410 });
    await send(MEMBER);
    const third = appContext.mail.lastToken;
    const outcomes = await Promise.allSettled([accept(third), accept(third)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(send(MEMBER))).toMatchObject({ status: 409, field: 'email' });
    await send(STRANGER);
    clock.advance(7 * 24 * 60 * 60 * 1000);
    expect(await refusalOf(accept(appContext.mail.lastToken))).toMatchObject({ status: 410 });
  });
});

const serviceOf = ({ appContext }: Scene) => {
  const service = appContext.catalogue.findService('writing', 'translation');
  if (!service) throw new Error('The service is missing');
  return service;
};

describe('ordering again', () => {
  test('fills in package, quantity, options and answers, and never the coupon', async () => {
    const scene = await open();
    await scene.place(scene.owner.client, scene.owner.browserId, false);
    const typed = await readAgain(store.db, scene.owner.client, 'E-1001', serviceOf(scene));
    expect(typed).toMatchObject(ANSWERS);
    expect(Object.keys(typed)).not.toContain('coupon');
    expect(Object.keys(typed)).not.toContain('company');
  });

  test('fills in nothing of somebody else’s order, or for another service', async () => {
    const scene = await open();
    await scene.place(scene.owner.client, scene.owner.browserId, false);
    const other = (await signInClient(scene.appContext, MEMBER)).session.client;
    expect(await readAgain(store.db, other, 'E-1001', serviceOf(scene))).toEqual({});
    const another = { ...serviceOf(scene), id: crypto.randomUUID() };
    expect(await readAgain(store.db, scene.owner.client, 'E-1001', another)).toEqual({});
  });
});

describe('personal data', () => {
  const erase = (scene: Scene, email: string) =>
    change(scene.appContext, { member: undefined, requestId: 'r' }, (tx, after) =>
      eraseClient(tx, after, undefined, email),
    );

  test('is counted, exported without secrets or other people, and erased', async () => {
    const scene = await open();
    await scene.join(MEMBER, 'manage');
    expect(await countClients(store.db, OWNER)).toEqual([
      { noun: 'client account', number: 1 },
      { noun: 'company membership', number: 1 },
    ]);
    const exported = await exportClient(store.db, OWNER);
    expect(exported.clientAccount).toMatchObject({
      companies: [{ company: 'Harbour Books', isOwner: true }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/[Hh]ash/);
    expect(JSON.stringify(exported)).not.toContain(MEMBER);
    expect(await erase(scene, OWNER)).toMatchObject({ wasHeld: true });
    expect(await countClients(store.db, OWNER)).toEqual([]);
    // The company passes to the remaining member.
    expect(await store.db.select().from(companyMembers)).toMatchObject([
      { isOwner: true, permission: 'manage' },
    ]);
  });

  test('of the last member takes the company along, whose orders stay closed to former members', async () => {
    const scene = await open();
    const { appContext, companyId, owner } = scene;
    const former = await scene.join(MEMBER, 'manage');
    await scene.place(former.client, former.browserId);
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: former.client.id });
    await erase(scene, OWNER);
    expect(await store.db.$count(companies)).toBe(0);
    const { id, conversationId } = await orderRow(store.db, 1001);
    expect(await pathOf(store.db, id)).toBe('/account/orders/E-1001');
    expect(await findOrderOfClient(store.db, former.client, 1001)).toBeUndefined();
    const { waiting, inProgress, done } = await homeOf(scene, former.client);
    const kinds = [...waiting, ...inProgress, ...done].map(({ kind }) => kind);
    expect(kinds).toEqual(['conversation']);
    const chat = [former.browserId, conversationId ?? ''] as const;
    expect(await readOwnOrders(appContext, ...chat)).toEqual([]);
    expect(await findOwnOrderPath(store.db, ...chat, 'E-1001')).toBeUndefined();
    expect(
      await refusalOf(asBuyer(appContext, accountKey(former.client, 1001, 'cancel'), cancelOrder)),
    ).toMatchObject({ status: 404 });
    const written = await store.db.$count(visitorMessages);
    const sent = appContext.mail.sent.length;
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(ines), ines, 1001, 'PP-1001');
    expect(await store.db.$count(visitorMessages)).toBe(written);
    expect(appContext.mail.sent).toHaveLength(sent);
    // Nobody is left who could be sent the invoice again.
    const [invoice] = await store.db.select().from(invoices);
    const by = { trace: tracedBy(ines), member: ines };
    const resend = resendInvoice(appContext, by, 1001, invoice?.id ?? '');
    expect(await refusalOf(resend)).toMatchObject({ status: 409 });
  });
});
