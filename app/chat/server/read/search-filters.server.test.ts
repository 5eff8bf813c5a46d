import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { seedCatalogue } from '../../../catalogue/server/seed-catalogue.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { saveDeskSettings } from '../assignment/desk-settings.server.ts';
import { readLabels, saveLabel } from '../contacts/manage-labels.server.ts';
import { putLabel } from '../contacts/put-label.server.ts';
import { saveVisitorFields } from '../contacts/about-visitor.server.ts';
import { nameVisitor } from '../messages/name-visitor.server.ts';
import { unsendMessage } from '../messages/unsend-message.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { deskSettings } from '../assignment/tables.server.ts';
import { parseSearch } from '../../protocol/search-query.ts';
import { readInbox } from './read-inbox.server.ts';
import { rewordMessages } from './reword-messages.server.ts';
import { searchMessages } from './search-messages.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60_000;
const ZONE = 'America/New_York';
let ines: Member;
let clock: TestClock;

beforeEach(async () => {
  clock = new TestClock();
  await seedCatalogue(store.db);
  const maya = await hire(store.db, 'maya');
  ines = await hire(store.db, 'ines');
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('A lighthouse for our cards');
  await elena.answer(maya, 'A lighthouse it is');
  clock.advance(DAY_MS);
  const priya = await visit(store.db, VISITORS.priya, clock);
  await priya.sendText('Another lighthouse');
  const about = { topic: 'Order Fulfillment', topicId: 'orders' } as const;
  await store.db
    .update(conversations)
    .set({ ...about, serviceSection: 'graphics', serviceSlug: 'logo-design' })
    .where(eq(conversations.id, priya.id));
  await store.db
    .update(conversations)
    .set({ serviceTitle: 'Logo Design' })
    .where(eq(conversations.id, priya.id));
  const appContext = createChatContext(store.db, clock);
  await saveLabel(appContext, tracedBy(ines), { name: 'Big customer', colour: 'green' });
  const labelId = (await readLabels(store.db))[0]?.id ?? '';
  await putLabel(appContext, ines, { visitorId: priya.visitorId, labelId, isOn: true });
  clock.advance(DAY_MS);
  const astrid = await visit(store.db, VISITORS.astrid, clock);
  await astrid.sendText('The third lighthouse');
  await store.db.execute(sql`
    update visitors set agent_id = null where id = ${astrid.visitorId}`);
  const ofAstrid = { conversationId: astrid.id, labelId, isOn: true };
  await putLabel(appContext, ines, { visitorId: astrid.visitorId, ...ofAstrid });
});

async function found(typed: string): Promise<{ visitors: string[]; messages: string[] }> {
  const { text: search, filters } = parseSearch(typed);
  const asked = { filters, timeZone: ZONE };
  const entries = await readInbox(store.db, { agentId: ines.id, scope: 'all', search, ...asked });
  const hits = await searchMessages(store.db, ines, { text: search, ...asked });
  const nameOf = (email: string) => email.split(/[.@]/)[0] ?? email;
  return {
    visitors: entries.map(({ email }) => nameOf(email)).sort(),
    messages: hits.map(({ email }) => nameOf(email)).sort(),
  };
}

describe('the search is narrowed down', () => {
  test.each([
    ['lighthouse', [], ['astrid', 'elena', 'elena', 'priya']],
    ['topic:order', ['priya'], []],
    ['lighthouse topic:order', [], ['priya']],
    ['lighthouse topic:sales', [], ['astrid', 'elena', 'elena']],
    ['service:"Logo Design"', ['priya'], []],
    ['service:logo-design lighthouse', [], ['priya']],
    ['label:"big customer"', ['astrid', 'priya'], []],
    ['label:"Big Customer" lighthouse', [], ['astrid', 'priya']],
    ['agent:"Maya Okafor"', ['elena', 'priya'], []],
    ['agent:maya lighthouse', [], ['elena', 'elena', 'priya']],
    ['agent:nobody', ['astrid'], []],
    ['agente:Nadie', ['astrid'], []],
    ['after:2026-06-13', ['astrid', 'priya'], []],
    ['before:2026-06-12 lighthouse', [], ['elena', 'elena']],
    ['after:2026-06-13 before:2026-06-13', ['priya'], []],
    ['label:"big customer" agent:nobody', ['astrid'], []],
    ['label:unknown', [], []],
    ['topic:unknown', [], []],
    ['after:2026-02-31', [], []],
    ['agent:%', [], []],
  ])('%j', async (typed, visitors_, messages) => {
    expect(await found(typed)).toEqual({ visitors: visitors_, messages });
  });

  test.each([`label:"'; drop table visitors; --"`, 'service:\\', 'agent:_', 'topic:"((("'])(
    '%j is a value like any other',
    async (typed) => {
      expect(await found(typed)).toEqual({ visitors: [], messages: [] });
    },
  );
});

describe('a visitor is found by name', () => {
  test('by the one they gave and by the one the team gave, as they are now', async () => {
    const appContext = createChatContext(store.db, clock);
    const [elena] = await store.db
      .select()
      .from(visitors)
      .where(eq(visitors.email, VISITORS.elena));
    const id = elena?.conversationId ?? '';
    const [conversation] = await store.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, id));
    const viewer = { kind: 'browser', browserId: conversation?.browserId ?? '' } as const;
    await nameVisitor(appContext, viewer, id, 'Marisol Æbletoft');
    expect((await found('marisol')).visitors).toEqual(['elena']);
    expect((await found('sol æble')).visitors).toEqual(['elena']);
    await nameVisitor(appContext, viewer, id, 'Somebody');
    expect((await found('marisol')).visitors).toEqual([]);
    await saveVisitorFields(appContext, tracedBy(ines), ines, elena?.id ?? '', {
      name: 'Doña Elena',
    });
    for (const name of ['doña', 'dona', 'DON\u0303A', 'Dona Elena']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await found(name)).visitors).toEqual(['elena']);
    }
    expect((await found('somebody')).visitors).toEqual(['elena']);
    expect((await found('northfold')).visitors).toContain('elena');
  });
});

describe('the language that is set', () => {
  test('is that of messages from then on, and of earlier ones once they were followed up', async () => {
    const appContext = createChatContext(store.db, clock);
    const astrid = await visit(store.db, VISITORS.astrid, clock);
    await astrid.sendText('Die Häuser am Hafen');
    // A part of a word matches at once. The stem matches only after the words are rebuilt.
    expect((await found('häusern')).messages).toEqual([]);
    const german = { agentAwayMinutes: 5, supportTimezone: ZONE, chatCapacity: undefined };
    await saveDeskSettings(store.db, { ...german, searchLanguage: 'german' }, 1);
    await astrid.sendText('Zwei Häuser mehr');
    expect((await found('häusern')).messages).toEqual(['astrid']);
    await rewordMessages(appContext);
    await rewordMessages(appContext);
    expect((await found('häusern')).messages).toEqual(['astrid', 'astrid']);
    expect(await store.db.select().from(deskSettings)).toMatchObject([{ wordsLanguage: 'german' }]);
    const { rows } = await store.db.execute(
      `select distinct words_language as language from visitor_messages`,
    );
    expect(rows).toEqual([{ language: 'german' }]);
  });

  test('follows up what was written before parts of words were found, the latest first', async () => {
    const appContext = createChatContext(store.db, clock);
    const astrid = await visit(store.db, VISITORS.astrid, clock);
    const desk = { agentAwayMinutes: 5, supportTimezone: ZONE, chatCapacity: undefined };
    await saveDeskSettings(store.db, desk, 1);
    for (const text of ['Das Straßenplakat', 'Die Rechnung', '日本語']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await astrid.sendText(text);
    }
    // An earlier release stored the words in this form.
    await store.db.execute(`update visitor_messages
      set words = to_tsvector('english', message), words_version = 1`);
    await store.db.execute(`update desk_settings set words_version = 1`);
    expect((await found('plakat')).messages).toEqual([]);
    expect((await found('Rechnung')).messages).toEqual(['astrid']);
    await rewordMessages(appContext);
    expect((await found('plakat')).messages).toEqual(['astrid']);
    expect((await found('本語')).messages).toEqual(['astrid']);
    expect(await store.db.select().from(deskSettings)).toMatchObject([{ wordsVersion: 2 }]);
    const { rows } = await store.db.execute(
      `select count(*)::int as left from visitor_messages where words_version <> 2`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  test('finds nothing of what was taken back', async () => {
    const astrid = await visit(store.db, VISITORS.astrid, clock);
    await astrid.sendText('Cardboard');
    const trace = { member: undefined, requestId: 'request-1' };
    await unsendMessage(createChatContext(store.db, clock), trace, astrid.viewer, astrid.id, 1);
    expect((await found('cardboard')).messages).toEqual([]);
  });
});
