import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, createChatContext, useDatabase } from '../../../../tests/support/database.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { RefusedError } from '../../../platform/errors.ts';
import { deleteLabel, readLabels, saveLabel } from './manage-labels.server.ts';
import { putLabel } from './put-label.server.ts';
import { conversationLabels, visitorLabels } from './tables.server.ts';

const store = useDatabase();

async function labelling() {
  const maya = await hire(store.db, 'maya');
  const ines = await hire(store.db, 'ines', { acceptsChats: false });
  const elena = await visit(store.db, VISITORS.elena);
  await elena.sendText('Hello');
  const appContext = createChatContext(store.db, elena.clock, elena.publisher);
  for (const name of ['VIP', 'Refund']) {
    await saveLabel(appContext, tracedBy(ines), { name, colour: 'green' });
  }
  const labels = await readLabels(store.db);
  const idOf = (name: string) => labels.find((label) => label.name === name)?.id ?? '';
  const on = async () => {
    const rows = await store.db
      .select()
      .from(conversationLabels)
      .where(eq(conversationLabels.conversationId, elena.id));
    return rows.map(({ labelId }) => labelId).sort();
  };
  const put = (who: typeof maya, labelId: string, isOn: boolean, conversationId?: string) =>
    putLabel(appContext, who, { visitorId: elena.visitorId, labelId, conversationId, isOn });
  return { appContext, maya, ines, elena, vip: idOf('VIP'), refund: idOf('Refund'), on, put };
}

test('two who label one conversation at the same moment lose nothing of each other', async () => {
  const { maya, ines, elena, vip, refund, on, put } = await labelling();
  for (let round = 0; round < 10; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each round begins where the one before ended
    await Promise.all([put(maya, vip, true, elena.id), put(ines, refund, true, elena.id)]);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await on()).toEqual([vip, refund].sort());
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.all([put(maya, vip, false, elena.id), put(ines, refund, false, elena.id)]);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await on()).toEqual([]);
  }
});

test('the same label put on or taken off by two at once is on once, or off', async () => {
  const { maya, ines, elena, vip, on, put } = await labelling();
  for (const isOn of [true, false, true, false]) {
    // oxlint-disable-next-line no-await-in-loop -- each round begins where the one before ended
    await Promise.all([maya, ines, maya, ines].map((who) => put(who, vip, isOn, elena.id)));
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await on()).toEqual(isOn ? [vip] : []);
  }
});

test('one puts on what the other takes off: either is last, on the conversation and its visitor, and none waits for ever', async () => {
  const { maya, ines, elena, vip, refund, on, put } = await labelling();
  for (let round = 0; round < 10; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each round begins where the one before ended
    await Promise.all([
      put(maya, vip, true, elena.id),
      put(ines, vip, false, elena.id),
      put(ines, refund, true),
      put(maya, refund, false),
      put(maya, vip, true),
    ]);
  }
  expect([[], [vip]]).toContainEqual(await on());
  const ofVisitor = await store.db.select().from(visitorLabels);
  expect(ofVisitor.map(({ labelId }) => labelId)).toContain(vip);
});

test('a label that is deleted while two put it on is on nothing afterwards', async () => {
  const { appContext, maya, ines, elena, vip, refund, on, put } = await labelling();
  await put(maya, refund, true, elena.id);
  const outcomes = await Promise.allSettled([
    put(maya, vip, true, elena.id),
    deleteLabel(appContext, tracedBy(ines), vip),
    put(ines, vip, true, elena.id),
  ]);
  expect(outcomes[1]?.status).toBe('fulfilled');
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals.map(({ status }: RefusedError) => status)).toEqual(refusals.map(() => 404));
  expect(await on()).toEqual([refund]);
});
