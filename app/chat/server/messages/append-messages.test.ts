import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { appendPlainMessage, type PlainMessage } from './append-messages.server.ts';
import { saveDeskSettings } from '../assignment/desk-settings.server.ts';
import { startConversation } from './start-conversation.server.ts';
import {
  conversations,
  visitorBlocks,
  visitorBrowsers,
  visitorMessages,
} from '../tables.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();

let clock: TestClock;
let nextId = 0;

beforeEach(async () => {
  clock = new TestClock();
  await hire(store.db, 'maya');
});

async function open() {
  const browserId = await openBrowser(store.db, clock);
  nextId += 1;
  const id = `conv_1700000000000_${String(nextId).padStart(26, '0')}`;
  await startConversation(createChatContext(store.db, clock, recordingPublisher().publisher), {
    id,
    browserId,
    email: `visitor-${nextId}@northfold.example`,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  return { conversationId: id, browserId };
}

const sendText = (
  to: { conversationId: string; browserId: string },
  change: Partial<PlainMessage> = {},
) =>
  appendPlainMessage(createChatContext(store.db, clock), {
    ...to,
    clientId: crypto.randomUUID(),
    text: 'Hello',
    createdAt: clock.now(),
    ...change,
  });

const stored = (conversationId: string) =>
  store.db
    .select({ number: visitorMessages.number, text: visitorMessages.message })
    .from(visitorMessages)
    .where(eq(visitorMessages.conversationId, conversationId))
    .orderBy(asc(visitorMessages.number));

// This test must be the first of this file, because earlier statements of a connection influence PostgreSQL's
// choice of plan.
test('a message is not planned anew, however many conversations there are', async () => {
  const place = await open();
  // With few rows all plans cost the same, and PostgreSQL would keep its current plan.
  await store.db.execute(sql`
    with people as (
      insert into visitors (email, created_at, updated_at)
      select 'many-' || n || '@northfold.example', now(), now() from generate_series(1, 2000) n
      returning id
    )
    insert into conversations (id, visitor_id, browser_id, topic, started_at, completed_at)
    select 'conv_' || id, id, ${place.browserId}, 'Sales Inquiry', now(), now() from people`);
  await store.db.execute(sql`
    insert into visitor_browsers (secret_hash, created_at)
    select 'many-' || n, now() from generate_series(1, 2000) n`);
  await store.db.execute(sql`analyze visitors, conversations, visitor_browsers`);
  for (let count = 0; count < 10; count += 1) await sendText(place);
  const { rows } = await store.db.execute<{ custom_plans: string; generic_plans: string }>(sql`
    select custom_plans, generic_plans from pg_prepared_statements
    where name = 'append_messages'`);
  expect(Number(rows[0]?.custom_plans)).toBeLessThanOrEqual(5);
  expect(Number(rows[0]?.generic_plans)).toBeGreaterThanOrEqual(5);
  const { rows: plan } = await store.db.execute<{ 'QUERY PLAN': string }>(
    sql.raw(`explain execute append_messages('[]')`),
  );
  const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps).toContain('visitors_pkey');
  expect(steps).toContain('visitor_browsers_pkey');
  expect(steps).not.toMatch(/Seq Scan on (visitor|conversation)/);
});

test('messages of many conversations at once get the next number of their own, in order', async () => {
  const places = await Promise.all(Array.from({ length: 8 }, open));
  const appended = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      places.map((place) => sendText(place, { text: `message ${turn + 1}` })),
    ).flat(),
  );
  expect(appended.every((one) => one !== undefined)).toBe(true);
  for (const { conversationId } of places) {
    expect(await stored(conversationId)).toEqual(
      Array.from({ length: 20 }, (_, turn) => ({ number: turn + 1, text: `message ${turn + 1}` })),
    );
  }
  const counts = await store.db
    .select({ last: conversations.lastNumber, theirs: conversations.visitorMessageCount })
    .from(conversations);
  expect(counts).toEqual(places.map(() => ({ last: 20, theirs: 20 })));
});

test('a repeat among others is left to the longer way, and the others are appended', async () => {
  const [elena, priya] = [await open(), await open()];
  const clientId = crypto.randomUUID();
  await sendText(elena, { clientId });
  const [again, other] = await Promise.all([sendText(elena, { clientId }), sendText(priya)]);
  expect(again).toBeUndefined();
  expect(other?.number).toBe(1);
  expect(await stored(elena.conversationId)).toHaveLength(1);
});

describe('is left to the longer way, which knows what else follows:', () => {
  const change = (id: string, set: Partial<typeof conversations.$inferInsert>) =>
    store.db.update(conversations).set(set).where(eq(conversations.id, id));

  test('a message into a conversation of another browser', async () => {
    const [elena, priya] = [await open(), await open()];
    expect(await sendText(elena, { browserId: priya.browserId })).toBeUndefined();
  });

  test('one into a conversation that is completed', async () => {
    const elena = await open();
    await change(elena.conversationId, { completedAt: clock.now() });
    expect(await sendText(elena)).toBeUndefined();
  });

  test('one while a mail is due, or was sent and not read', async () => {
    const elena = await open();
    await change(elena.conversationId, { mailDueAt: clock.now() });
    expect(await sendText(elena)).toBeUndefined();
    await change(elena.conversationId, { mailDueAt: null, mailedNumber: 1 });
    expect(await sendText(elena)).toBeUndefined();
    await change(elena.conversationId, { visitorReadNumber: 1 });
    expect(await sendText(elena)).toBeDefined();
  });

  test('one of a browser that is blocked', async () => {
    const elena = await open();
    const [block] = await store.db
      .insert(visitorBlocks)
      .values({ addressHash: 'hash', note: 'Abuse', createdAt: clock.now() })
      .returning();
    await store.db
      .update(visitorBrowsers)
      .set({ blockId: block?.id })
      .where(eq(visitorBrowsers.id, elena.browserId));
    expect(await sendText(elena)).toBeUndefined();
  });

  // The embedded database has a single connection, so no other transaction can hold a lock.
  // oxlint-disable-next-line no-conditional-tests -- a different engine, not a different outcome
  if (process.env.TEST_DATABASE_URL) {
    test('one while somebody else holds the conversation, which it does not wait for', async () => {
      const elena = await open();
      await store.db.transaction(async (tx) => {
        await tx
          .select()
          .from(conversations)
          .where(eq(conversations.id, elena.conversationId))
          .for('update');
        expect(await sendText(elena)).toBeUndefined();
      });
      expect((await sendText(elena))?.number).toBe(1);
    });
  }
});

test.each(['english', 'german'])(
  'a message has the words that the database itself finds for others, in %s',
  async (searchLanguage) => {
    const desk = { agentAwayMinutes: 5, supportTimezone: 'Europe/Berlin', chatCapacity: undefined };
    await saveDeskSettings(store.db, { ...desk, searchLanguage }, 1);
    await sendText(await open(), { text: 'Die Häuser am Hafen, and the harbours' });
    const words = async () =>
      (await store.db.execute(sql`select words, words_language from visitor_messages`)).rows;
    const found = await words();
    expect(found).toEqual([{ words: expect.any(String), words_language: searchLanguage }]);
    await store.db.execute(sql`update visitor_messages set message = message`);
    expect(await words()).toEqual(found);
  },
);
