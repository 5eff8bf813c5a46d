import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { HITS_PER_PAGE, searchMessages } from './search-messages.server.ts';
import { wordsOfMessage } from './search-words.ts';
import { HIT_END, HIT_START } from '../../protocol/views.ts';

const store = useDatabase();

const textsOf = async (member: Member, text: string) =>
  (await searchMessages(store.db, member, { text })).map(({ excerpt }) =>
    excerpt.replaceAll(HIT_START, '[').replaceAll(HIT_END, ']'),
  );

describe('searching messages', () => {
  test('finds words in any of their forms, marks them, and understands phrases and exclusions', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('We need 100% cotton bags');
    await elena.sendText('The invoices are late');
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
      await (await visit(store.db, VISITORS.elena)).sendText('Hello');
      expect(await textsOf(maya, text)).toEqual([]);
    },
  );

  test.each([
    ['cafe', 'Ein Café am Hafen'],
    ['CAFÉ', 'the cafe is open'],
    ['cafe', 'CAFE\u0301'],
    ['CAFE\u0301', 'Café'],
    ['strasse', 'Die Straße ist lang'],
    ['straße', 'DIE STRASSE'],
    ['STRAẞE', 'Straße'],
    ['smorrebrod', 'Smørrebrød'],
    ['lodz', 'Łódź'],
    ['aesop', 'Æsop'],
    ['oeuvre', 'Œuvre'],
    ['thor', 'Þór'],
    ['dorde', 'Đorđe'],
    ['istanbul', 'İSTANBUL'],
    ['ısık', 'IŞIK'],
    ['Viet', 'VIỆT NAM'],
    ['елка', 'ЁЛКА'],
    ['ПРИВЕТ', 'привет всем'],
    ['οδος', 'ΟΔΟΣ'],
    ['日本', '日本語のロゴ'],
    ['本語', '日本語のロゴ'],
    ['語', '日本語'],
    ['标志', '我们需要一个标志设计'],
    ['需要一个', '我们需要一个标志设计'],
    ['로고', '회사로고를 만들어 주세요'],
    ['ロゴ', 'ﾛｺﾞをお願いします'],
    ['ﾛｺﾞ', '日本語のロゴ'],
    ['1200', 'Ｎｏ．１２００'],
    ['invoice', 'See Invoice_2026-final.pdf'],
    ['2026', 'See Invoice_2026-final.pdf'],
    ['final', 'See Invoice_2026-final.pdf'],
    ['Invoice_2026', 'See Invoice_2026-final.pdf'],
    ['Invoice_2026-final.pdf', 'See Invoice_2026-final.pdf'],
    ['invo', 'The invoices are late'],
    ['voice', 'The invoices are late'],
    ['plakat', 'Ein Straßenplakat'],
    ['northfold', 'Write to elena@northfold.example'],
    ['4711', 'Order INV20264711 please'],
    ['سلام', 'سَلام عليكم'],
    ['animaciones', 'Una animaciones nueva'],
    ['co-operate', 'Let us co-operate'],
    ["don't", 'Don’t forget'],
    ['the invoices', 'Invoices, please'],
    ['病院', '病院は機能していない'],
    ['いち', 'いちにさん'],
    ['具体情况', '这里说的具体情况就需要分析了，之前抓的严'],
    ['文浩坚', '客户文浩坚的问题'],
    ['可能', '还有可能是定期检修'],
    ['中国人', '私は中国人です'],
    ['deja vu', 'Déjà vu'],
    ['ทดสอบ', 'ระบบทดสอบภาษาไทย'],
  ])('finds %j in %j, and marks it', async (query, said) => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('Something else entirely: Hafen 7');
    await elena.sendText(said);
    const [found, ...others] = await textsOf(maya, query);
    expect(others).toEqual([]);
    expect(found?.replaceAll(/[[\]]/g, '')).toBe(said);
    expect(found).toMatch(/\[.+\]/);
  });

  test.each([
    ['cotton -transport', 'cotton in transport'],
    ['"bags cotton"', 'cotton bags'],
    ['本日', '日本'],
    ['oice', 'ice, voi'],
    ['kat plakat', 'ein Plan'],
  ])('for %j does not find %j', async (query, said) => {
    const maya = await hire(store.db, 'maya');
    await (await visit(store.db, VISITORS.elena)).sendText(said);
    expect(await textsOf(maya, query)).toEqual([]);
  });

  test('what excludes a word excludes none that only holds it, and "or" finds either', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('cotton report');
    await elena.sendText('linen port');
    expect(await textsOf(maya, 'cotton -port')).toEqual(['[cotton] report']);
    // Both messages may have the same timestamp, so their order is not fixed.
    const either = await textsOf(maya, 'linen or cotton');
    expect(either.toSorted()).toEqual(['[cotton] report', '[linen] port']);
    expect(await textsOf(maya, '-port')).toEqual([]);
  });

  test('words without a stem are looked for where there are no others', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('Who is there?');
    await elena.sendText('Nobody');
    expect(await textsOf(maya, 'who is')).toEqual(['[Who] [is] there?']);
  });

  test('shows the part of a long message in which it is', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText(`${'word '.repeat(300)}Straßenplakat ${'more '.repeat(300)}`);
    await elena.sendText(`${'言葉'.repeat(300)}標識${'言葉'.repeat(300)}`);
    const [one] = await textsOf(maya, 'plakat');
    expect(one).toContain('word [Straßenplakat] more');
    expect(one?.length).toBeLessThan(200);
    const [other] = await textsOf(maya, '標識');
    expect(other).toContain('[標識]');
    expect(other?.length).toBeLessThan(200);
  });

  test('finds a message by the name of its file, until it is taken back', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('Here it is');
    await store.db.execute(sql`
      insert into files (id, conversation_id, is_agent, name, declared_size, size, type, created_at, stored_at)
      values (gen_random_uuid(), ${elena.id}, false, 'Größe_2026-final.pdf', 1, 1, 'application/pdf', now(), now())`);
    await store.db.execute(sql`
      update files set message_id = (select id from visitor_messages), position = 0`);
    for (const query of ['größe', 'grosse', 'final', '2026', 'pdf']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const found = await textsOf(maya, query);
      expect([query, ...found]).toEqual([query, expect.stringMatching(/\[.+\]/)]);
    }
    expect(await textsOf(maya, 'here')).toEqual(['[Here] it is']);
    await store.db.execute(sql`update visitor_messages set message = '', removal_number = 1`);
    expect(await textsOf(maya, 'final')).toEqual([]);
  });

  test('the database folds and splits as the search does', async () => {
    const texts = fc
      .sample(
        fc.string({
          unit: fc.constantFrom(
            ...Array.from('aÉßẞøŁĐİıçéَ日本語カガﾞ한글ก์Ως１ＡЁжҚԱ_-./ ’“…·€ªº½🎨'),
          ),
          maxLength: 30,
        }),
        { ...propertyRuns(400), seed: 7 },
      )
      .map((text) => text.replaceAll('\0', '').toWellFormed());
    const { rows } = await store.db.execute<{ text: string; parts: string[] }>(sql`
      select t as text, search_parts(fold_text(t)) as parts
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) t`);
    for (const { text, parts } of rows) {
      expect([text, parts.toSorted()]).toEqual([text, wordsOfMessage(text).parts.toSorted()]);
    }
  });

  test('finds only what its reader may see', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const sam = await hire(store.db, 'sam');
    const ines = await hire(store.db, 'ines');
    await (await visit(store.db, VISITORS.elena)).sendText('cardboard for Maya');
    await store.db.execute(sql`update profiles set accepts_chats = false`);
    await (await visit(store.db, VISITORS.priya)).sendText('cardboard in the queue');
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
      if (index % 3 === 0) clock.advance(1000);
      await elena.sendText(`anchor ${index}`);
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
      await elena.sendText(`a zeppelin of long ago ${index}`);
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
    await (await visit(store.db, VISITORS.elena)).sendText('Hello');
    const plan = await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute(sql`explain select id from visitor_messages
        where words @@ websearch_to_tsquery('english', 'anchor')`);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('visitor_messages_words');
  });
});
