import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hire, recordingPublisher, useDatabase } from '../../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { accessToConversation } from '../../../chat/server/access.server.ts';
import { conversationNotes } from '../../../chat/server/messages/tables.server.ts';
import { readMentions, readNotes } from '../../../chat/server/read/read-notes.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { noteOrder } from './note-order.server.ts';
import { putAssignee } from './staff-order.server.ts';

const store = useDatabase();

async function scene() {
  const { publisher, events } = recordingPublisher();
  const appContext = { ...createOrderContext(store.db), chat: publisher };
  const bought = await order(appContext);
  const leo = await hire(store.db, 'leo');
  const ines = await hire(store.db, 'ines');
  const { number, maya } = bought;
  const write = (member: Member, text: string, key = randomUUID()) =>
    noteOrder(appContext, tracedBy(member), member, number, { key, text });
  const texts = async () =>
    (await readNotes(store.db, [bought.conversation.id])).map(({ text }) => text);
  const heard = (name: string) => events.filter((event) => event.name === name).length;
  return { ...bought, appContext, maya, leo, ines, write, texts, heard };
}

test('a note of an order is in its conversation, mentions a colleague, and never reaches the buyer', async () => {
  const { appContext, id, conversation, ines, leo, write, heard } = await scene();
  const viewer = { kind: 'member', member: leo } as const;
  expect(await accessToConversation(store.db, viewer, conversation.id)).toBeUndefined();
  await write(ines, '@Leo Marchetti can you check the colours?');
  expect(await readNotes(store.db, [conversation.id])).toMatchObject([
    { authorName: 'Ines Duarte', mentions: ['Leo Marchetti'] },
  ]);
  expect(await readMentions(store.db, leo)).toMatchObject([{ conversationId: conversation.id }]);
  expect(await accessToConversation(store.db, viewer, conversation.id)).toBe('read');
  expect(heard('note')).toBe(1);
  expect(heard('orders')).toBeGreaterThan(0);
  const shop = { timeZone: 'UTC', now: appContext.clock.now() };
  const seen = JSON.stringify(await readOrder(store.db, id, 'buyer', shop));
  expect(seen).not.toContain('colours');
});

test('a note of an order is written by those who may see the order, and once if it is sent twice', async () => {
  const { appContext, maya, leo, ines, number, write, texts } = await scene();
  expect(await refusalOf(write(leo, 'Mine'))).toMatchObject({ status: 404 });
  await putAssignee(appContext, tracedBy(ines), ines, number, leo.id, true);
  const key = randomUUID();
  await Promise.all([write(leo, 'Done on Friday', key), write(leo, 'Done on Friday', key)]);
  appContext.clock.advance(1000);
  await write(maya, 'Thank you');
  expect(await texts()).toEqual(['Done on Friday', 'Thank you']);
  expect(await refusalOf(write(maya, ' '))).toMatchObject({ status: 400, field: 'note' });
});

test('an order whose conversation was deleted takes no notes', async () => {
  const { conversation, ines, write } = await scene();
  await store.db.delete(conversations).where(eq(conversations.id, conversation.id));
  expect(await refusalOf(write(ines, 'Hello'))).toMatchObject({ status: 409, field: 'note' });
  expect(await store.db.$count(conversationNotes)).toBe(0);
});
