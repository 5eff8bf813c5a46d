import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { reopenConversations, resolveVisitor } from './complete-conversation.server.ts';
import { exportVisitor } from '../privacy/export-visitor.server.ts';
import { rateConversation } from './rate-conversation.server.ts';
import { readInboxEntry } from '../read/read-inbox.server.ts';
import { RATING_OPEN_MS } from '../../protocol/rules.ts';
import { conversationRatings } from './tables.server.ts';
import { conversations } from '../tables.server.ts';

const store = useDatabase();

async function completedChat() {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya');
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('Hello');
  await elena.answer(maya, 'Good morning');
  const complete = (isCompleted: boolean) =>
    isCompleted
      ? resolveVisitor(createChatContext(store.db, clock, elena.publisher), maya, elena.id)
      : reopenConversations(createChatContext(store.db, clock, elena.publisher), maya, [elena.id]);
  const rate = (score: number, comment: string | null = null, browserId = elena.browserId) =>
    rateConversation(
      createChatContext(store.db, clock, elena.publisher),
      { kind: 'browser', browserId },
      elena.id,
      {
        score,
        comment,
      },
    );
  await complete(true);
  return { clock, maya, elena, complete, rate };
}

describe('a rating', () => {
  test('is kept with who answered then, told to the agent, and changed by rating again', async () => {
    const { elena, rate, maya } = await completedChat();
    expect(await rate(2, '  Slow\0 ')).toMatchObject({ rating: { score: 2, comment: 'Slow' } });
    expect(elena.events.findLast(({ name }) => name === 'entry')).toMatchObject({
      to: 'maya',
      event: { rating: { score: 2, comment: 'Slow' } },
    });
    expect(await rate(5)).toMatchObject({ rating: { score: 5, comment: null } });
    expect(await store.db.select().from(conversationRatings)).toMatchObject([
      { conversationId: elena.id, agentId: 'maya', score: 5, comment: null },
    ]);
    expect(await readInboxEntry(store.db, elena.visitorId, maya.id)).toMatchObject({
      rating: { score: 5 },
    });
    const held = await exportVisitor(store.db, VISITORS.elena);
    expect(held.conversations[0]?.rating).toMatchObject([{ score: 5 }]);
  });

  test('is given by the browser that has the conversation, and by no other', async () => {
    const { clock, rate } = await completedChat();
    const other = await openBrowser(store.db, clock);
    expect(await refusalOf(rate(5, null, other))).toMatchObject({ status: 404 });
  });

  test('waits for completion, is open for a week, and again after the next completion', async () => {
    const { clock, rate, complete } = await completedChat();
    await complete(false);
    expect(await refusalOf(rate(4))).toMatchObject({ status: 409 });
    await complete(true);
    clock.advance(RATING_OPEN_MS);
    await rate(4);
    clock.advance(1);
    expect(await refusalOf(rate(1))).toMatchObject({ status: 409 });
    await complete(false);
    await complete(true);
    expect(await rate(1)).toMatchObject({ rating: { score: 1 } });
  });

  test('of two at once leaves one', async () => {
    const { rate } = await completedChat();
    await Promise.all([rate(3), rate(4)]);
    expect(await store.db.select().from(conversationRatings)).toHaveLength(1);
  });

  test('is refused with a comment that is too long, and goes with its conversation', async () => {
    const { elena, rate } = await completedChat();
    expect(await refusalOf(rate(3, 'x'.repeat(1001)))).toMatchObject({ status: 413 });
    await rate(3);
    await store.db.delete(conversations).where(eq(conversations.id, elena.id));
    expect(await store.db.select().from(conversationRatings)).toEqual([]);
  });
});
