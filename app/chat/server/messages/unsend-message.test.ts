import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { createTestAppContext } from '../../../../tests/support/app-context.ts';
import { request } from '../../../../tests/support/request.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import {
  auditOf,
  NOBODY,
  RecordingMail,
  refusalOf,
  teamServices,
  TEST_ORIGIN,
  tracedBy,
} from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { workOff } from '../../../../tests/support/work-off.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { resolveVisitor, reopenConversations } from '../resolution/complete-conversation.server.ts';
import { snoozeVisitor, wakeSnoozed } from '../assignment/snooze-visitor.server.ts';
import { claimDueMails } from '../email/schedule-mail.server.ts';
import { visitorMailKind } from '../email/visitor-mail-kind.server.ts';
import { exportVisitor } from '../privacy/export-visitor.server.ts';
import { readInbox } from '../read/read-inbox.server.ts';
import { readUnread } from '../read/inbox-counts.server.ts';
import { searchMessages } from '../read/search-messages.server.ts';
import { readFacts } from '../reports/facts.server.ts';
import { conversations, visitorBrowsers, visitorMessages } from '../tables.server.ts';
import { UNSEND_WITHIN_MS } from '../../protocol/rules.ts';
import { MESSAGE_REMOVED, type MessageView } from '../../protocol/views.ts';
import { markReadByMember } from './mark-read.server.ts';
import { needNoAnswer } from './need-no-answer.server.ts';
import { sendMessage } from './send-message.server.ts';
import { unsendMessage } from './unsend-message.server.ts';
import { rememberBrowser } from './visitor-browser.server.ts';

const store = useDatabase();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SECRET = 'The lighthouse keys are under the mat';

async function elenaCame() {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya');
  const elena = await visit(store.db, VISITORS.elena, clock);
  const appContext = createChatContext(store.db, clock, elena.publisher);
  const read = async () =>
    (await store.db.select().from(conversations).where(eq(conversations.id, elena.id)))[0];
  return {
    clock,
    maya,
    elena,
    appContext,
    read,
    since: async () => (await read())?.waitingSince ?? null,
    theirs: (number: number) => unsendMessage(appContext, NOBODY, elena.viewer, elena.id, number),
    ours: (number: number, member: Member = maya) =>
      unsendMessage(appContext, tracedBy(member), { kind: 'member', member }, elena.id, number),
  };
}

const entryOf = async (member: Member) => (await readInbox(store.db, { agentId: member.id }))[0];

describe('a message that is taken back', () => {
  test('leaves its place and nothing of its text, and both sides are told', async () => {
    const { elena, theirs } = await elenaCame();
    const { id } = await elena.sendText(SECRET);
    const removed = await theirs(1);
    expect(removed).toMatchObject({ id, number: 1, text: '', removalNumber: 1 });
    const [told] = elena.events.filter(({ name }) => name === 'removed');
    expect(told).toMatchObject({ to: 'maya', event: { message: { id, text: '' } } });
    const after = elena.events.slice(elena.events.findIndex(({ name }) => name === 'removed'));
    expect(JSON.stringify(after)).not.toContain('lighthouse');
    const { rows } = await store.db.execute(`select m::text as row from visitor_messages m`);
    expect(JSON.stringify(rows)).not.toContain('lighthouse');
    expect(JSON.stringify(rows)).not.toContain("'key'");
  });

  test('is gone from lists, search and exports', async () => {
    const { elena, maya, theirs } = await elenaCame();
    await elena.sendText(SECRET);
    expect(await searchMessages(store.db, maya, { text: 'lighthouse' })).toHaveLength(1);
    await theirs(1);
    expect(await entryOf(maya)).toMatchObject({ lastMessageText: MESSAGE_REMOVED });
    expect(await searchMessages(store.db, maya, { text: 'lighthouse' })).toEqual([]);
    const held = JSON.stringify(await exportVisitor(store.db, VISITORS.elena));
    expect(held).not.toContain('lighthouse');
    expect(held).toContain(MESSAGE_REMOVED);
  });

  test('is written down with who and when, and not what', async () => {
    const { elena, maya, theirs, ours } = await elenaCame();
    await elena.sendText(SECRET);
    await elena.answer(maya, `${SECRET}, you say?`);
    await theirs(1);
    await ours(2);
    const entries = await auditOf(store.db, 'message-taken-back');
    expect(entries).toMatchObject([
      { actorId: null, detail: `message 1 of ${elena.id}, by the visitor` },
      { actorId: 'maya', detail: `message 2 of ${elena.id}` },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/lighthouse|northfold/);
  });

  test('is told to whoever was away, in its number', async () => {
    const { elena, maya, theirs, ours } = await elenaCame();
    await elena.sendText('One');
    await elena.answer(maya, SECRET);
    await elena.sendText('Three');
    const { browserId, setCookie } = await rememberBrowser(store.db, elena.clock, TEST_ORIGIN);
    await store.db.execute(
      `update conversations set browser_id = '${browserId}' where id = '${elena.id}'`,
    );
    const appContext = createTestAppContext(store.db, teamServices(store.db));
    const ask = async (query: string) => {
      const path = `/chat/conversations/${elena.id}/messages?${query}`;
      const answer = await request(appContext, 'GET', path, { cookie: setCookie.split(';')[0] });
      return (await answer.json()) as { messages: MessageView[]; removed: MessageView[] };
    };
    expect(await ask('after=3&removedAfter=0')).toEqual({
      messages: [],
      removed: [],
      hasMore: false,
    });
    await ours(2);
    await store.db.execute(
      `update conversations set browser_id = '${elena.browserId}' where id = '${elena.id}'`,
    );
    await theirs(3);
    await store.db.execute(
      `update conversations set browser_id = '${browserId}' where id = '${elena.id}'`,
    );
    const missed = await ask('after=3&removedAfter=0');
    expect(missed.removed).toMatchObject([
      { number: 2, removalNumber: 1, text: '', agentId: null },
      { number: 3, removalNumber: 2, text: '' },
    ]);
    expect((await ask('after=3&removedAfter=1')).removed).toHaveLength(1);
    expect(await ask('after=3')).toMatchObject({ messages: [], removed: [{}, {}] });
  });

  test('is neither mailed nor waited for with a mail', async () => {
    const { clock, elena, appContext, maya, ours } = await elenaCame();
    const mail = new RecordingMail();
    const services = {
      ...appContext,
      mail,
      settings: { origin: TEST_ORIGIN, brandName: 'Embarka' },
    };
    const claim = () => claimDueMails(services, () => Promise.resolve(false));
    const send = () => workOff({ ...services, kinds: [visitorMailKind(services)] });
    await elena.sendText('How much?');
    await elena.answer(maya, SECRET);
    clock.advance(2 * MINUTE_MS);
    // The email is claimed but not sent, because the mail server is down.
    await claim();
    await ours(2);
    await send();
    expect(mail.sent).toEqual([]);
    await elena.answer(maya, 'It is $80');
    clock.advance(2 * MINUTE_MS);
    await claim();
    await send();
    expect(mail.sent).toHaveLength(1);
    expect(mail.sent[0]?.text).toContain('It is $80');
    expect(JSON.stringify(mail.sent)).not.toContain('lighthouse');
  });

  test('is no longer unread', async () => {
    const { elena, appContext, maya, theirs } = await elenaCame();
    await elena.sendText('One');
    await elena.sendText('Two');
    expect(await readUnread(store.db, maya.id)).toBe(2);
    await theirs(2);
    expect(await readUnread(store.db, maya.id)).toBe(1);
    expect(await entryOf(maya)).toMatchObject({ unreadCount: 1, visitorMessageCount: 1 });
    await markReadByMember(appContext, maya, elena.id, 2);
    await elena.sendText('Three');
    await elena.sendText('Four');
    await theirs(3);
    expect(await readUnread(store.db, maya.id)).toBe(1);
    expect((await entryOf(maya))?.unreadCount).toBe(1);
  });

  test('frees its name for nothing else: a repeat of the request is answered with what is left', async () => {
    const { elena, appContext, theirs } = await elenaCame();
    const sent = { conversationId: elena.id, clientId: crypto.randomUUID(), text: SECRET };
    const first = await sendMessage(appContext, elena.viewer, sent);
    await theirs(1);
    const again = await sendMessage(appContext, elena.viewer, sent);
    expect(again).toEqual({ ...first, text: '', removalNumber: 1 });
    expect(await store.db.select().from(visitorMessages)).toHaveLength(1);
  });
});

describe('one takes back', () => {
  test('what one has written oneself, for five minutes, once', async () => {
    const { clock, elena, maya, theirs, ours } = await elenaCame();
    await elena.sendText('One');
    await elena.answer(maya, 'Two');
    expect(await refusalOf(theirs(2))).toMatchObject({ status: 403 });
    expect(await refusalOf(ours(1))).toMatchObject({ status: 403 });
    expect(await refusalOf(theirs(3))).toMatchObject({ status: 404 });
    clock.advance(UNSEND_WITHIN_MS);
    expect(await theirs(1)).toMatchObject({ text: '' });
    expect(await theirs(1)).toMatchObject({ text: '', removalNumber: 1 });
    clock.advance(1);
    const late = await refusalOf(ours(2));
    expect(late).toMatchObject({ status: 409, message: expect.stringMatching(/five minutes/) });
    // A repeated request succeeds even after the time limit.
    expect(await theirs(1)).toMatchObject({ removalNumber: 1 });
    expect(await auditOf(store.db, 'message-taken-back')).toHaveLength(1);
  });

  test('nothing of a conversation that is somebody else’s', async () => {
    const { clock, elena, appContext, maya, ours } = await elenaCame();
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const ines = await hire(store.db, 'ines');
    const astrid = await visit(store.db, VISITORS.astrid, clock);
    await elena.sendText('One');
    await elena.answer(maya, 'Two');
    expect(await refusalOf(ours(2, leo))).toMatchObject({ status: 404 });
    expect(await refusalOf(ours(2, ines))).toMatchObject({ status: 403 });
    const strange = unsendMessage(appContext, NOBODY, astrid.viewer, elena.id, 1);
    expect(await refusalOf(strange)).toMatchObject({ status: 404 });
    for (const id of ['conv_1', `${elena.id}\0`, '']) {
      const attempt = unsendMessage(appContext, NOBODY, elena.viewer, id, 1);
      expect(await refusalOf(attempt)).toMatchObject({ status: 404 });
    }
  });

  test('nothing while one is blocked', async () => {
    const { elena, theirs } = await elenaCame();
    await elena.sendText('One');
    await store.db.execute(`
      with b as (
        insert into visitor_blocks (address_hash, note, created_at)
        values ('hash', 'Spam', now()) returning id
      )
      update visitor_browsers set block_id = b.id from b`);
    expect(await refusalOf(theirs(1))).toMatchObject({ status: 403 });
    expect(await store.db.select().from(visitorBrowsers)).toHaveLength(1);
  });

  test('at the same moment from two tabs once, and two messages by two numbers', async () => {
    const { elena, maya, theirs, ours, read } = await elenaCame();
    await elena.sendText('One');
    await elena.sendText('Two');
    await elena.answer(maya, 'Three');
    const all = await Promise.all([theirs(1), theirs(1), theirs(2), ours(3), ours(3)]);
    expect(all.map(({ number }) => number)).toEqual([1, 1, 2, 3, 3]);
    const removals = new Set(all.map(({ removalNumber }) => removalNumber));
    expect(removals).toEqual(new Set([1, 2, 3]));
    expect(await read()).toMatchObject({
      removalCount: 3,
      visitorMessageCount: 0,
      waitingSince: null,
      firstAnsweredAt: null,
    });
  });

  test('while the other side writes, and both are kept', async () => {
    const { elena, maya, theirs, read } = await elenaCame();
    await elena.sendText('One');
    await Promise.all([theirs(1), elena.answer(maya, 'An answer')]);
    expect(await read()).toMatchObject({ lastNumber: 2, removalCount: 1, waitingSince: null });
  });
});

describe('a visitor who takes a question back', () => {
  test('waits no longer when it was the only one', async () => {
    const { elena, maya, theirs, since } = await elenaCame();
    await elena.sendText('Never mind');
    await theirs(1);
    expect(await since()).toBeNull();
    expect(await entryOf(maya)).toMatchObject({ state: 'open', waitingSince: null });
  });

  test('waits from the first that stands', async () => {
    const { clock, elena, theirs, since } = await elenaCame();
    const first = clock.now();
    await elena.sendText('One');
    clock.advance(MINUTE_MS);
    const second = clock.now();
    await elena.sendText('Two');
    await theirs(1);
    expect(await since()).toEqual(second);
    await elena.sendText('Three');
    await theirs(2);
    expect((await since())?.getTime()).toBeGreaterThanOrEqual(first.getTime());
    expect(await since()).toEqual(second);
  });

  test('waits with what was snoozed no more either', async () => {
    const { clock, elena, appContext, maya, theirs, since } = await elenaCame();
    await elena.sendText('Next week');
    await snoozeVisitor(appContext, maya, elena.id, new Date(clock.now().getTime() + HOUR_MS));
    await theirs(1);
    clock.advance(2 * HOUR_MS);
    await wakeSnoozed(appContext);
    expect(await since()).toBeNull();
    expect(await entryOf(maya)).toMatchObject({ state: 'open' });
  });

  test('counts in no report before it was answered, and the next question begins the measure', async () => {
    const { clock, elena, maya, theirs, read } = await elenaCame();
    await elena.sendText('Wrong chat');
    await theirs(1);
    clock.advance(10 * MINUTE_MS);
    await elena.sendText('The right question');
    clock.advance(MINUTE_MS);
    await elena.answer(maya, 'The answer');
    const now = clock.now();
    const began = { from: new Date(now.getTime() - HOUR_MS), to: now, now };
    const facts = await readFacts(store.db, began, { hours: undefined, timeZone: 'UTC' });
    expect(facts).toMatchObject([{ asked: 1, said: 1, isUnanswered: false, firstResponse: 60 }]);
    expect((await read())?.visitorMessageCount).toBe(1);
  });
});

describe('an agent who takes an answer back', () => {
  test('has the visitor wait again since they asked', async () => {
    const { clock, elena, maya, ours, since, read } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('How much is it?');
    clock.advance(MINUTE_MS);
    await elena.answer(maya, 'To somebody else');
    await ours(2);
    expect(await since()).toEqual(asked);
    expect(await read()).toMatchObject({ firstAnsweredAt: null });
    expect(await entryOf(maya)).toMatchObject({ state: 'waiting', needsWelcome: true });
    clock.advance(MINUTE_MS);
    await elena.answer(maya, 'It is $80');
    expect(await since()).toBeNull();
    expect((await read())?.firstAnsweredAt).toEqual(clock.now());
  });

  test('changes nothing when another answer stands after it', async () => {
    const { elena, maya, ours, since } = await elenaCame();
    await elena.sendText('How much is it?');
    await elena.answer(maya, 'Eighty dolars');
    await elena.answer(maya, 'Eighty dollars');
    await ours(2);
    expect(await since()).toBeNull();
  });

  test.each([
    ['the first, then the second', [2, 3]],
    ['the second, then the first', [3, 2]],
  ])('both answers, %s, has the visitor wait again', async (_, order) => {
    const { clock, elena, maya, ours, since } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('How much is it?');
    clock.advance(MINUTE_MS);
    await elena.answer(maya, 'One');
    await elena.answer(maya, 'Two');
    for (const number of order) await ours(number);
    expect(await since()).toEqual(asked);
  });

  test('has nobody wait who wanted no answer, or took the question back', async () => {
    const { clock, elena, appContext, maya, ours, theirs, since } = await elenaCame();
    await elena.sendText('Thanks!');
    await needNoAnswer(appContext, maya, elena.id, 1);
    await elena.answer(maya, 'You are welcome');
    await ours(2);
    expect(await since()).toBeNull();
    clock.advance(MINUTE_MS);
    await elena.sendText('And this?');
    await elena.answer(maya, 'That');
    await theirs(3);
    await ours(4);
    expect(await since()).toBeNull();
  });

  test('does not bring back a wait that was given back and ended otherwise', async () => {
    const { elena, appContext, maya, ours, since } = await elenaCame();
    await elena.sendText('Thanks!');
    await elena.answer(maya, 'One');
    await ours(2);
    expect(await since()).not.toBeNull();
    await needNoAnswer(appContext, maya, elena.id, 2);
    await elena.answer(maya, 'Two');
    await ours(3);
    expect(await since()).toBeNull();
  });

  test('of a resolved conversation leaves it resolved, and it waits when that is taken back', async () => {
    const { clock, elena, appContext, maya, ours, since } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('How much is it?');
    await elena.answer(maya, 'Wrong number');
    const completed = await resolveVisitor(appContext, maya, elena.id);
    await ours(2);
    expect(await since()).toBeNull();
    expect(await entryOf(maya)).toMatchObject({ state: 'resolved' });
    await reopenConversations(appContext, maya, completed, { isUndo: true });
    expect(await since()).toEqual(asked);
  });
});
