import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  recordingPublisher,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { labels } from '../../../chat/server/contacts/tables.server.ts';
import { transferVisitor } from '../../../chat/server/assignment/transfer-visitor.server.ts';
import { accessToConversation } from '../../../chat/server/access.server.ts';
import { auditLog, jobsTable } from '../../../platform/tables.server.ts';
import { deliver } from '../delivery/delivery.server.ts';
import { readOrder, readTeamOrder } from '../order/read-order.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { readAssignment } from './read-assignment.server.ts';
import { ASSIGNMENT_KIND, putAssignee, putOrderLabel, setOwner } from './staff-order.server.ts';
import { orderStaffChanges } from './tables.server.ts';

const store = useDatabase();
const NOBODY = 'Nobody';

async function scene() {
  const { publisher, events } = recordingPublisher();
  const appContext = { ...createOrderContext(store.db), chat: publisher };
  const bought = await order(appContext);
  const leo = await hire(store.db, 'leo');
  const ines = await hire(store.db, 'ines');
  const shop = { timeZone: 'UTC', now: appContext.clock.now() };
  const shown = (member = ines) => readTeamOrder(store.db, member, `E-${bought.number}`, shop);
  const hints = () => events.filter(({ name }) => name === 'orders').map(({ to }) => to);
  return { ...bought, appContext, leo, ines, shown, hints, shop };
}

describe('the owner of an order', () => {
  test('is the agent of the conversation until somebody is chosen', async () => {
    const { appContext, maya, leo, number, shown } = await scene();
    expect((await shown())?.staff).toMatchObject({
      owner: { id: maya.id, name: 'Maya Okafor' },
      isOwnerChosen: false,
    });
    await setOwner(appContext, tracedBy(maya), maya, number, leo.id);
    expect((await shown())?.staff).toMatchObject({ owner: { id: leo.id }, isOwnerChosen: true });
    await setOwner(appContext, tracedBy(leo), leo, number, null);
    expect((await shown())?.staff).toMatchObject({ owner: { id: maya.id }, isOwnerChosen: false });
  });

  test('handles the order like the agent, and reads its conversation, until it is somebody else’s', async () => {
    const { appContext, maya, leo, number, shown } = await scene();
    const { conversationId } = (await shown())!;
    const access = () =>
      accessToConversation(store.db, { kind: 'member', member: leo }, conversationId ?? '');
    expect(await shown(leo)).toBeUndefined();
    expect(await access()).toBeUndefined();
    await setOwner(appContext, tracedBy(maya), maya, number, leo.id);
    expect((await shown(leo))?.order.may).toEqual(['pay', 'cancel']);
    expect(await access()).toBe('read');
    await markPaid(appContext, tracedBy(leo), leo, number, 'PP-1');
    await deliver(appContext, tracedBy(leo), leo, number, 'Here it is');
    expect((await shown(leo))?.order.state).toBe('delivered');
    await setOwner(appContext, tracedBy(maya), maya, number, null);
    expect(await shown(leo)).toBeUndefined();
    expect(await access()).toBeUndefined();
  });
});

test('both agents are told of the orders of a conversation that changes hands', async () => {
  const { appContext, maya, leo, visitorId } = await scene();
  const { publisher, events } = recordingPublisher();
  await transferVisitor(
    createChatContext(store.db, appContext.clock, publisher),
    tracedBy(maya),
    maya,
    {
      visitorId,
      to: { kind: 'agent', id: leo.id },
    },
  );
  const told = events.filter(({ name }) => name === 'orders').map(({ to }) => to);
  expect(told).toEqual([`${leo.id} ${maya.id}`]);
});

describe('assignees', () => {
  test('see the order and its conversation, until they are removed', async () => {
    const { appContext, maya, leo, number, shown } = await scene();
    const { conversationId } = (await shown())!;
    const access = () =>
      accessToConversation(store.db, { kind: 'member', member: leo }, conversationId ?? '');
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, true);
    expect((await shown(leo))?.staff.assignees).toEqual([{ id: leo.id, name: leo.fullName }]);
    expect(await access()).toBe('read');
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, false);
    expect([await shown(leo), await access()]).toEqual([undefined, undefined]);
  });

  test('are recorded once, however often somebody presses', async () => {
    const { appContext, maya, leo, number, shown } = await scene();
    const assign = (isOn: boolean) =>
      putAssignee(appContext, tracedBy(maya), maya, number, leo.id, isOn);
    await Promise.all([assign(true), assign(true), assign(true)]);
    await assign(false);
    await assign(false);
    expect((await shown())?.staffChanges.map(({ text, by }) => [text, by])).toEqual([
      [`Assigned: ${leo.fullName}`, 'Maya Okafor'],
      [`No longer assigned: ${leo.fullName}`, 'Maya Okafor'],
    ]);
    const actions = (await store.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'order-assignees-changed')).toHaveLength(2);
  });

  test('are active members: nobody else can be given an order', async () => {
    const { appContext, maya, leo, number } = await scene();
    await store.db.update(profiles).set({ status: 'suspended' }).where(eq(profiles.id, leo.id));
    for (const id of [leo.id, NOBODY, '']) {
      expect(
        await refusalOf(putAssignee(appContext, tracedBy(maya), maya, number, id, true)),
      ).toMatchObject({ status: 400, field: 'assignee' });
    }
    expect(
      await refusalOf(setOwner(appContext, tracedBy(maya), maya, number, leo.id)),
    ).toMatchObject({ status: 400, field: 'owner' });
  });

  test('cannot be changed by an agent who may not see the order', async () => {
    const { appContext, leo, number, shown } = await scene();
    const label = await insertLabel();
    const refusals = await Promise.all(
      [
        putAssignee(appContext, tracedBy(leo), leo, number, leo.id, true),
        setOwner(appContext, tracedBy(leo), leo, number, leo.id),
        putOrderLabel(appContext, tracedBy(leo), leo, number, label, true),
        putAssignee(appContext, tracedBy(leo), leo, 9999, leo.id, true),
      ].map(refusalOf),
    );
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await shown())?.staff).toMatchObject({
      assignees: [],
      labels: [],
      isOwnerChosen: false,
    });
  });

  test('are notified of what others gave them, unless it was taken back', async () => {
    const { appContext, maya, leo, number } = await scene();
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, true);
    await putAssignee(appContext, tracedBy(maya), maya, number, maya.id, true);
    const jobs = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, ASSIGNMENT_KIND));
    expect(jobs.map(({ lane, payload }) => [lane, payload])).toEqual([[leo.id, {}]]);
    const key = jobs[0]?.key ?? '';
    expect(await readAssignment(store.db, key)).toEqual({
      memberId: leo.id,
      email: leo.email,
      order: `E-${number}`,
      isOwner: false,
      by: 'Maya Okafor',
    });
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, false);
    expect(await readAssignment(store.db, key)).toBeUndefined();
  });

  test('and owners are not named to the buyer', async () => {
    const { appContext, maya, leo, number, id, shop } = await scene();
    await setOwner(appContext, tracedBy(maya), maya, number, leo.id);
    const order = await readOrder(store.db, id, 'buyer', shop);
    expect(JSON.stringify(order)).not.toContain(leo.fullName);
  });
});

describe('everybody who works on an order', () => {
  test('is told of its changes, and so is who has just lost it', async () => {
    const { appContext, maya, leo, number, hints } = await scene();
    const before = hints().length;
    await setOwner(appContext, tracedBy(maya), maya, number, leo.id);
    await markPaid(appContext, tracedBy(leo), leo, number, 'PP-1');
    await setOwner(appContext, tracedBy(maya), maya, number, null);
    const told = hints()
      .slice(before)
      .map((to) => to?.split(' ').toSorted());
    expect(told[0]).toEqual([leo.id, maya.id].toSorted());
    expect(told[1]).toEqual([leo.id, maya.id].toSorted());
    expect(told.at(-1)).toEqual([leo.id, maya.id].toSorted());
  });
});

describe('labels of an order', () => {
  test('are put on and taken off, and refused once they are deleted', async () => {
    const { appContext, maya, number, shown } = await scene();
    const label = await insertLabel();
    const put = (id: string, isOn: boolean) =>
      putOrderLabel(appContext, tracedBy(maya), maya, number, id, isOn);
    await put(label, true);
    await put(label, true);
    expect((await shown())?.staff.labels).toEqual([{ id: label, name: 'Rush', colour: 'red' }]);
    await put(label, false);
    expect((await shown())?.staff.labels).toEqual([]);
    for (const id of [crypto.randomUUID(), 'x']) {
      // oxlint-disable-next-line no-await-in-loop -- two rows
      expect(await refusalOf(put(id, true))).toMatchObject({ status: 404, field: 'label' });
    }
  });
});

test('a member who is deleted leaves the order to the conversation’s agent, and the history says so', async () => {
  const { appContext, maya, leo, number, shown } = await scene();
  await setOwner(appContext, tracedBy(maya), maya, number, leo.id);
  await store.db.delete(profiles).where(eq(profiles.id, leo.id));
  expect((await shown())?.staff).toMatchObject({ owner: { id: maya.id }, isOwnerChosen: false });
  expect(await store.db.$count(orderStaffChanges)).toBe(1);
});

async function insertLabel(): Promise<string> {
  const [label] = await store.db
    .insert(labels)
    .values({ name: 'Rush', colour: 'red', createdAt: new Date() })
    .returning({ id: labels.id });
  return label?.id ?? '';
}
