import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { visit } from '../../../tests/support/visit.ts';
import type { Member } from '../../team/members/member.ts';
import { HITS_PER_PAGE, searchMessages } from './search-messages.server.ts';
import { HIT_END, HIT_START } from '../wire/views.ts';

const store = useDatabase();

const textsOf = async (member: Member, text: string) =>
  (await searchMessages(store.db, member, { text })).map(({ excerpt }) =>
    excerpt.replaceAll(HIT_START, '[').replaceAll(HIT_END, ']'),
  );

describe('searching messages', () => {
  test('finds words in any of their forms, marks them, and understands phrases and exclusions', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.say('We need 100% cotton bags');
    await elena.say('The invoices are late');
    expect(await textsOf(maya, 'BAG')).toEqual(['We need 100% cotton [bags]']);
    expect(await textsOf(maya, 'invoice')).toEqual(['The [invoices] are late']);
    expect(await textsOf(maya, '"cotton bags"')).toEqual(['We need 100% [cotton] [bags]']);
    expect(await textsOf(maya, '"bags cotton"')).toEqual([]);
    expect(await textsOf(maya, 'cotton -bags')).toEqual([]);
  });

  test.each(["'; drop table visitors; --", '((((', '""', '& | !', '\\', 'a:*b <-> c'])(
    'takes %j for words that nobody said',
    async (text) => {
      const maya = await hire(store.db, 'maya');
      await (await visit(store.db, VISITORS.elena)).say('Hello');
      expect(await textsOf(maya, text)).toEqual([]);
    },
  );

  test('finds only what its reader may see', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const sam = await hire(store.db, 'sam');
    const ines = await hire(store.db, 'ines');
    await (await visit(store.db, VISITORS.elena)).say('cardboard for Maya');
    await store.db.execute(sql`update profiles set accepts_chats = false`);
    await (await visit(store.db, VISITORS.priya)).say('cardboard in the queue');
    const found = async (member: Member) =>
      (await searchMessages(store.db, member, { text: 'cardboard' })).map(({ email }) => email);
    expect(await found(maya)).toEqual([VISITORS.elena]);
    expect(await found(leo)).toEqual([]);
    expect(await found(sam)).toEqual([VISITORS.priya]);
    expect((await found(ines)).sort()).toEqual([VISITORS.elena, VISITORS.priya]);
  });

  test('is paged from the latest to the first, without gap or repeat', async () => {
    const maya = await hire(store.db, 'maya');
    const clock = new TestClock();
    const elena = await visit(store.db, VISITORS.elena, clock);
    const count = HITS_PER_PAGE + 5;
    for (let index = 0; index < count; index += 1) {
      // Some at the same moment.
      if (index % 3 === 0) clock.advance(1000);
      await elena.say(`anchor ${index}`);
    }
    const first = await searchMessages(store.db, maya, { text: 'anchor' });
    const last = first.at(-1);
    if (!last) throw new Error('Nothing was found');
    const second = await searchMessages(store.db, maya, { text: 'anchor', after: last });
    expect([first.length, second.length]).toEqual([HITS_PER_PAGE, 5]);
    const numbers = [...first, ...second].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(count);
    expect(numbers[0]).toBeGreaterThan(numbers.at(-1) ?? 0);
  });

  test('finds a word of long ago under thousands of later messages, and pages through both', async () => {
    const maya = await hire(store.db, 'maya');
    const clock = new TestClock();
    const elena = await visit(store.db, VISITORS.elena, clock);
    for (let index = 0; index < HITS_PER_PAGE; index += 1) {
      clock.advance(1000);
      await elena.say(`a zeppelin of long ago ${index}`);
    }
    await store.db.execute(sql`
      insert into visitor_messages (conversation_id, number, client_id, visitor_email, message,
        is_agent, created_at)
      select ${elena.id}, 100 + n, gen_random_uuid(), ${VISITORS.elena},
        case when n = 4500 then 'The newest zeppelin' else 'Filler ' || n end, false,
        ${clock.now().toISOString()}::timestamptz + n * interval '1 second'
      from generate_series(1, 4500) n`);
    const first = await searchMessages(store.db, maya, { text: 'zeppelin' });
    expect(first.map(({ number }) => number)).toEqual([
      4600,
      ...Array.from({ length: HITS_PER_PAGE - 1 }, (_, index) => HITS_PER_PAGE - index),
    ]);
    const after = first.at(-1)!;
    const second = await searchMessages(store.db, maya, { text: 'zeppelin', after });
    expect(second.map(({ number }) => number)).toEqual([1]);
  });

  test('uses the index of words', async () => {
    await hire(store.db, 'maya');
    await (await visit(store.db, VISITORS.elena)).say('Hello');
    const plan = await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute(sql`explain select id from visitor_messages
        where words @@ websearch_to_tsquery('english', 'anchor')`);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('visitor_messages_words');
  });
});
