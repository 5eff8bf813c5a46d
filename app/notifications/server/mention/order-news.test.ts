import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CAST } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { addDeliveryFile } from '../../../../tests/support/delivery-file.ts';
import { giveDevice } from '../../../../tests/support/give-device.ts';
import { createOrderContext, order } from '../../../../tests/support/orders.ts';
import { recordingPush } from '../../../../tests/support/push.ts';
import { TEST_ORIGIN, tracedBy } from '../../../../tests/support/team.ts';
import { workOff } from '../../../../tests/support/work-off.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { putAssignee } from '../../../orders/server/board/staff-order.server.ts';
import { deliver, requestRevision } from '../../../orders/server/delivery/delivery.server.ts';
import { asBuyer } from '../../../orders/server/order/as-actor.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
import { addComment } from '../../../orders/server/proof/add-comment.server.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../push/notification-settings.server.ts';
import { orderNewsKind } from './order-news-kind.server.ts';

const store = useDatabase();

/** Elena's accepted offer, with an admin and a manager beside the agent Maya. */
async function scene() {
  const appContext = createOrderContext(store.db);
  const { clock, mail } = appContext;
  const wire = recordingPush();
  const services = {
    ...appContext,
    push: wire.push,
    settings: { origin: TEST_ORIGIN, brandName: 'Embarka' },
    isInFront: () => Promise.resolve(false),
  };
  const bought = await order(appContext);
  const henrik = await hire(store.db, 'henrik');
  const ines = await hire(store.db, 'ines');
  const bySystem = { ...services, mail };
  const told = async () => {
    clock.advance(21_000);
    const before = mail.sent.length;
    await workOff({ ...bySystem, kinds: [orderNewsKind(bySystem)] });
    return mail.sent
      .slice(before)
      .map(({ to, subject }) => `${to.split('.')[0]}: ${subject}`)
      .toSorted();
  };
  const leaveNobody = async () => {
    await store.db.update(visitors).set({ agentId: null, assignedAt: null });
    await store.db.update(conversations).set({ agentId: null, assignedAt: null });
  };
  return { ...bought, appContext, clock, mail, wire, henrik, ines, told, leaveNobody };
}

type Scene = Awaited<ReturnType<typeof scene>>;

async function deliverFile({ appContext, number, id }: Scene, by: Member): Promise<string> {
  const fileId = await addDeliveryFile(store.db, { orderId: id, agentId: by.id, name: 'a.png' });
  await deliver(appContext, tracedBy(by), by, number, 'Here it is', [fileId]);
  return fileId;
}

test('the agent of an order is told of it, and nobody else', async () => {
  const one = await scene();
  expect(await one.told()).toEqual(['maya: Order E-1001: Offer accepted']);
  expect(one.mail.sent.at(-1)).toMatchObject({
    to: CAST.maya.email,
    text: expect.stringContaining(`${TEST_ORIGIN}/team/orders/E-1001`) as string,
  });
  expect(await one.told()).toEqual([]);
});

test('orders of nobody are told to everybody who manages orders, until somebody works on them', async () => {
  const one = await scene();
  await one.told();
  await one.leaveNobody();
  const { appContext, maya, ines, number, secret } = one;
  await markPaid(appContext, tracedBy(ines), ines, number, 'PP-1');
  const fileId = await deliverFile(one, ines);
  // The team's own steps tell nobody.
  expect(await one.told()).toEqual([]);
  const comment = { text: 'Bigger', x: '4', y: '2' };
  await asBuyer(appContext, secret, async (turn) => {
    await addComment(turn, fileId, { ...comment, id: randomUUID() });
    await addComment(turn, fileId, { ...comment, id: randomUUID() });
  });
  expect(await one.told()).toEqual([
    'henrik: Order E-1001: New comments',
    'ines: Order E-1001: New comments',
  ]);
  await putAssignee(appContext, tracedBy(ines), ines, number, 'maya', true);
  await requestRevision(appContext, secret, 'Bigger, please');
  expect(await one.told()).toEqual(['maya: Order E-1001: Revision requested']);
  // Somebody who has left does not keep the news from the others.
  await store.db.update(profiles).set({ status: 'suspended' }).where(eq(profiles.id, maya.id));
  await deliverFile(one, ines);
  await requestRevision(appContext, secret, 'Even bigger, please');
  expect(await one.told()).toEqual([
    'henrik: Order E-1001: Revision requested',
    'ines: Order E-1001: Revision requested',
  ]);
});

test('what the team has already seen to, and what a newer event replaces, is not told', async () => {
  const one = await scene();
  const { appContext, maya, number, secret } = one;
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  const fileId = await deliverFile(one, maya);
  expect(await one.told()).toEqual([]);
  await asBuyer(appContext, secret, (turn) =>
    addComment(turn, fileId, { id: randomUUID(), text: 'Bigger', x: '4', y: '2' }),
  );
  await requestRevision(appContext, secret, 'Bigger, please');
  expect(await one.told()).toEqual(['maya: Order E-1001: Revision requested']);
});

test('a device shows the price only to those who chose previews, and emails can be turned off', async () => {
  const one = await scene();
  const { appContext, maya, clock, wire, number, secret } = one;
  await giveDevice(store.db, maya, clock);
  await one.told();
  expect(wire.sent[0]?.payload).toMatchObject({
    title: 'Order E-1001: Offer accepted',
    body: 'Open the order',
    path: '/team/orders/E-1001',
  });
  const chosen = await readNotificationSettings(store.db, maya.id);
  await saveNotificationSettings(store.db, clock, maya.id, {
    ...chosen,
    mailsOrders: false,
    showsPreviews: true,
  });
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  await deliverFile(one, maya);
  await requestRevision(appContext, secret, 'Bigger, please');
  expect(await one.told()).toEqual([]);
  expect(wire.sent[1]?.payload.body).toBe('Logo Design · $300.00');
});
