import { expect, test } from 'vitest';
import { hire, openBrowser, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { addPage } from '../inbox/inbox-entries.ts';
import {
  prepend,
  receive,
  startFrom,
  EMPTY_LIST,
  type MessageList,
} from '../client/message-list.ts';
import { readInbox } from '../server/read/read-inbox.server.ts';
import {
  NEWEST,
  readMessagesAfter,
  readMessagesBefore,
} from '../server/read/read-messages.server.ts';
import { newConversationId } from './rules.ts';
import { conversations, visitorMessages, visitors } from '../server/tables.server.ts';
import type { InboxEntry } from './views.ts';

const store = useDatabase();
const clock = new TestClock();

async function longConversation(messages: number): Promise<string> {
  const { db } = store;
  const browserId = await openBrowser(db, clock);
  const [visitor] = await db
    .insert(visitors)
    .values({ email: 'elena@northfold.example', createdAt: clock.now(), updatedAt: clock.now() })
    .returning({ id: visitors.id });
  const id = newConversationId(clock.now());
  await db.insert(conversations).values({
    id,
    visitorId: visitor?.id ?? '',
    browserId,
    topic: 'Sales Inquiry',
    startedAt: clock.now(),
    lastNumber: messages,
  });
  await db.insert(visitorMessages).values(
    Array.from({ length: messages }, (_, index) => ({
      conversationId: id,
      number: index + 1,
      clientId: crypto.randomUUID(),
      visitorEmail: 'elena@northfold.example',
      message: `Message ${index + 1}`,
      isAgent: index % 2 === 1,
      createdAt: clock.now(),
    })),
  );
  return id;
}

test('paging back through a long thread shows every message once, in order', async () => {
  const id = await longConversation(1_050);
  const expected = Array.from({ length: 1_050 }, (_, index) => index + 1);
  let list: MessageList = startFrom(await readMessagesBefore(store.db, id, NEWEST));
  while ((list.saved[0]?.number ?? 1) > 1) {
    list = prepend(list, await readMessagesBefore(store.db, id, list.saved[0]?.number ?? 1));
  }
  expect(list.saved.map(({ number }) => number)).toEqual(expected);

  let forward = EMPTY_LIST;
  for (let more = true; more;) {
    const after = forward.saved.at(-1)?.number ?? 0;
    const page = await readMessagesAfter(store.db, id, after);
    forward = receive(forward, page);
    more = page.length > 0;
  }
  expect(forward.saved.map(({ number }) => number)).toEqual(expected);
});

test('paging through a long list shows every visitor once, latest first, also of one moment', async () => {
  const { db } = store;
  await hire(db, 'maya');
  // Seven visitors share each timestamp, so page boundaries fall between equal timestamps.
  await db.insert(visitors).values(
    Array.from({ length: 330 }, (_, index) => ({
      email: `visitor${index}@northfold.example`,
      agentId: 'maya',
      createdAt: clock.now(),
      updatedAt: new Date(clock.now().getTime() - Math.floor(index / 7) * 1000),
    })),
  );
  let entries: InboxEntry[] = [];
  const seen: string[] = [];
  for (let more = true; more;) {
    const last = entries.at(-1);
    const after = last && { at: last.updatedAt, visitorId: last.visitorId };
    const page = await readInbox(db, { agentId: 'maya', ...(after ? { after } : {}) });
    seen.push(...page.map(({ visitorId }) => visitorId));
    entries = addPage(entries, page);
    more = page.length > 0;
  }
  expect(new Set(seen).size).toBe(330);
  expect(entries.map(({ visitorId }) => visitorId)).toEqual(seen);
});
