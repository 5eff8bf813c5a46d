import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  openBrowser,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import {
  completeQuietConversations,
  reopenConversations,
  resolveVisitor,
} from '../resolution/complete-conversation.server.ts';
import { snoozeVisitor, wakeSnoozed } from '../assignment/snooze-visitor.server.ts';
import { countViews } from '../read/inbox-counts.server.ts';
import { readBacklog } from '../read/read-backlog.server.ts';
import { readInbox } from '../read/read-inbox.server.ts';
import { readPeriod } from '../../protocol/report-period.ts';
import { readReport } from '../reports/read-report.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { needNoAnswer } from './need-no-answer.server.ts';
import { sendMessage } from './send-message.server.ts';
import { startConversation } from './start-conversation.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function elenaCame() {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya');
  const elena = await visit(store.db, VISITORS.elena, clock);
  const appContext = createChatContext(store.db, clock, elena.publisher);
  const since = async () => (await read(elena.id))?.waitingSince ?? null;
  return { clock, maya, elena, appContext, since };
}

const read = async (id: string) =>
  (await store.db.select().from(conversations).where(eq(conversations.id, id)))[0];

const entryOf = async (member: Member) => (await readInbox(store.db, { agentId: member.id }))[0];

describe('a conversation waits', () => {
  test('from the first message nobody has answered, and not from choosing a topic', async () => {
    const { clock, maya, elena, since } = await elenaCame();
    expect(await since()).toBeNull();
    expect((await entryOf(maya))?.state).toBe('open');
    clock.advance(MINUTE_MS);
    const asked = clock.now();
    await elena.sendText('Is anybody there?');
    clock.advance(MINUTE_MS);
    await elena.sendText('Hello?');
    expect(await since()).toEqual(asked);
    expect(await entryOf(maya)).toMatchObject({
      state: 'waiting',
      waitingSince: asked.toISOString(),
    });
  });

  test('until the team answers, and again once the visitor writes after that', async () => {
    const { clock, maya, elena, since } = await elenaCame();
    await elena.sendText('How much is it?');
    await elena.answer(maya, 'It is $80.');
    expect(await since()).toBeNull();
    expect((await entryOf(maya))?.state).toBe('open');
    clock.advance(HOUR_MS);
    await elena.sendText('And for two?');
    expect(await since()).toEqual(clock.now());
    expect(await entryOf(maya)).toMatchObject({ state: 'waiting', needsWelcome: false });
  });

  test('until somebody says that no answer is needed to what was read', async () => {
    const { clock, maya, elena, appContext, since } = await elenaCame();
    await elena.sendText('Thank you!');
    await elena.sendText('One more thing: is it urgent?');
    const early = await refusalOf(needNoAnswer(appContext, maya, elena.id, 1));
    expect(early).toMatchObject({ status: 409, message: expect.stringMatching(/written again/) });
    expect(await since()).not.toBeNull();
    await needNoAnswer(appContext, maya, elena.id, 2);
    await needNoAnswer(appContext, maya, elena.id, 2);
    expect(await since()).toBeNull();
    clock.advance(MINUTE_MS);
    await elena.sendText('So?');
    expect(await since()).toEqual(clock.now());
  });

  test('until it is completed, by whomever', async () => {
    const { clock, maya, elena, appContext, since } = await elenaCame();
    await elena.sendText('Bye');
    await resolveVisitor(appContext, maya, elena.id);
    expect(await since()).toBeNull();
    await elena.sendText('One more thing');
    clock.advance(49 * HOUR_MS);
    await completeQuietConversations(appContext, 48 * HOUR_MS);
    expect(await since()).toBeNull();
  });

  test('although its visitor begins another, which does not wait before they write there', async () => {
    const { clock, elena, appContext, since } = await elenaCame();
    await elena.sendText('Hello');
    const asked = clock.now();
    clock.advance(MINUTE_MS);
    const start = { browserId: elena.browserId, email: VISITORS.elena, service: null } as const;
    const next = newConversationId(clock.now());
    await startConversation(appContext, { ...start, id: next, topic: topic('General Questions') });
    expect(await since()).toEqual(asked);
    expect((await read(next))?.waitingSince).toBeNull();
  });
});

test('a conversation that the team opens again long after stays open for a quiet period', async () => {
  const { clock, maya, elena, appContext } = await elenaCame();
  const completeQuiet = () => completeQuietConversations(appContext, 48 * HOUR_MS);
  await elena.sendText('Thank you!');
  await resolveVisitor(appContext, maya, elena.id);
  clock.advance(100 * HOUR_MS);
  await reopenConversations(appContext, maya, [elena.id]);
  clock.advance(48 * HOUR_MS);
  expect(await completeQuiet()).toBe(0);
  clock.advance(1);
  expect(await completeQuiet()).toBe(1);
});

test('a returning visitor is welcomed in a new conversation, by the agent who answered in an earlier one, too', async () => {
  const { clock, maya, elena, appContext } = await elenaCame();
  await elena.sendText('How much is it?');
  await elena.answer(maya, 'It is $80.');
  await resolveVisitor(appContext, maya, elena.id);
  clock.advance(HOUR_MS);
  const id = newConversationId(clock.now());
  await startConversation(appContext, {
    id,
    browserId: elena.browserId,
    email: VISITORS.elena,
    topic: topic('General Questions'),
    service: null,
  });
  expect((await entryOf(maya))?.needsWelcome).toBe(false);
  const send = (as: Parameters<typeof sendMessage>[1], text: string) =>
    sendMessage(appContext, as, { conversationId: id, clientId: crypto.randomUUID(), text });
  await send({ kind: 'browser', browserId: elena.browserId }, 'Hello again');
  expect(await entryOf(maya)).toMatchObject({ needsWelcome: true, visitorMessageCount: 2 });
  await send({ kind: 'member', member: maya }, 'Welcome back!');
  expect((await entryOf(maya))?.needsWelcome).toBe(false);
});

describe('resolving taken back', () => {
  test('leaves everything as it stood: agent, wait and view', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('Hello');
    clock.advance(MINUTE_MS);
    const before = await entryOf(maya);
    const completed = await resolveVisitor(appContext, maya, elena.id);
    expect((await entryOf(maya))?.state).toBe('resolved');
    expect(completed).toEqual([elena.id]);
    // Resolving a second time completes nothing and keeps the undo intact.
    expect(await resolveVisitor(appContext, maya, elena.id)).toEqual([]);
    await reopenConversations(appContext, maya, completed, { isUndo: true });
    await reopenConversations(appContext, maya, completed, { isUndo: true });
    expect(await entryOf(maya)).toEqual({ ...before, version: expect.any(Number) });
    expect((await read(elena.id))?.waitingSince).toEqual(asked);
  });

  test('snoozes again what was snoozed, and brings back what would have come back meanwhile', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    await elena.sendText('Next week, please');
    const asked = clock.now();
    const until = new Date(clock.now().getTime() + HOUR_MS);
    await snoozeVisitor(appContext, maya, elena.id, until);
    await resolveVisitor(appContext, maya, elena.id);
    await reopenConversations(appContext, maya, [elena.id]);
    expect(await entryOf(maya)).toMatchObject({
      state: 'snoozed',
      snoozedUntil: until.toISOString(),
    });
    await resolveVisitor(appContext, maya, elena.id);
    clock.advance(2 * HOUR_MS);
    await wakeSnoozed(appContext);
    expect((await entryOf(maya))?.state).toBe('resolved');
    await reopenConversations(appContext, maya, [elena.id]);
    expect(await entryOf(maya)).toMatchObject({
      state: 'waiting',
      waitingSince: asked.toISOString(),
    });
  });

  test('is refused once the visitor has begun another chat, which goes on', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    await elena.sendText('Hello');
    const completed = await resolveVisitor(appContext, maya, elena.id);
    const next = newConversationId(clock.now());
    const start = { browserId: elena.browserId, email: VISITORS.elena, service: null } as const;
    await startConversation(appContext, { ...start, id: next, topic: topic('General Questions') });
    const refusal = await refusalOf(
      reopenConversations(appContext, maya, completed, { isUndo: true }),
    );
    expect(refusal).toMatchObject({ status: 409, message: expect.stringMatching(/another chat/) });
    expect((await read(next))?.completedAt).toBeNull();
  });

  test('takes every open conversation of the visitor, and brings them all back', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    await elena.sendText('From the laptop');
    const phone = await fromAnotherBrowser(clock);
    const completed = await resolveVisitor(appContext, maya, elena.id);
    expect([...completed].sort()).toEqual([elena.id, phone.id].sort());
    expect((await entryOf(maya))?.state).toBe('resolved');
    await reopenConversations(appContext, maya, completed, { isUndo: true });
    expect((await entryOf(maya))?.state).toBe('waiting');
    expect(await store.db.$count(conversations, eq(conversations.visitorId, elena.visitorId))).toBe(
      2,
    );
  });

  test('brings back two that wait in one browser', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    await elena.sendText('Hello');
    clock.advance(MINUTE_MS);
    const start = { browserId: elena.browserId, email: VISITORS.elena, service: null } as const;
    const next = newConversationId(clock.now());
    await startConversation(appContext, { ...start, id: next, topic: topic('General Questions') });
    const before = await entryOf(maya);
    const completed = await resolveVisitor(appContext, maya, elena.id);
    expect([...completed].sort()).toEqual([elena.id, next].sort());
    await reopenConversations(appContext, maya, completed, { isUndo: true });
    expect(await entryOf(maya)).toEqual({ ...before, version: expect.any(Number) });
    expect((await read(next))?.completedAt).toBeNull();
  });

  test('is nobody else’s to do', async () => {
    const { maya, elena, appContext } = await elenaCame();
    const leo = await hire(store.db, 'leo');
    await elena.sendText('Hello');
    const until = new Date(appContext.clock.now().getTime() + HOUR_MS);
    for (const attempt of [
      () => resolveVisitor(appContext, leo, elena.id),
      () => needNoAnswer(appContext, leo, elena.id, 1),
      () => snoozeVisitor(appContext, leo, elena.id, until),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({ status: 404 });
    }
    await resolveVisitor(appContext, maya, elena.id);
    expect(await refusalOf(reopenConversations(appContext, leo, [elena.id]))).toMatchObject({
      status: 404,
    });
  });
});

describe('a snoozed conversation', () => {
  test('waits no more, and waits as long as before when its time has come', async () => {
    const { clock, maya, elena, appContext, since } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('When will it be ready?');
    await snoozeVisitor(appContext, maya, elena.id, new Date(clock.now().getTime() + HOUR_MS));
    expect(await since()).toBeNull();
    expect((await entryOf(maya))?.state).toBe('snoozed');
    clock.advance(HOUR_MS - 1);
    await wakeSnoozed(appContext);
    expect((await entryOf(maya))?.state).toBe('snoozed');
    clock.advance(1);
    elena.events.length = 0;
    await Promise.all([wakeSnoozed(appContext), wakeSnoozed(appContext)]);
    expect(await since()).toEqual(asked);
    expect(elena.events).toMatchObject([
      { name: 'entry', to: 'maya', event: { state: 'waiting' } },
    ]);
  });

  test('comes back with the visitor’s message, and was waiting all along', async () => {
    const { clock, maya, elena, appContext, since } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('When will it be ready?');
    await snoozeVisitor(appContext, maya, elena.id, new Date(clock.now().getTime() + HOUR_MS));
    clock.advance(MINUTE_MS);
    await elena.sendText('Hello?');
    expect(await since()).toEqual(asked);
    expect(await entryOf(maya)).toMatchObject({ state: 'waiting', snoozedUntil: null });
    clock.advance(2 * HOUR_MS);
    await wakeSnoozed(appContext);
    expect((await entryOf(maya))?.state).toBe('waiting');
  });

  test('that was answered meanwhile comes back open', async () => {
    const { clock, maya, elena, appContext, since } = await elenaCame();
    await elena.sendText('When will it be ready?');
    await snoozeVisitor(appContext, maya, elena.id, new Date(clock.now().getTime() + HOUR_MS));
    await elena.answer(maya, 'On Monday.');
    expect((await entryOf(maya))?.state).toBe('snoozed');
    await snoozeVisitor(appContext, maya, elena.id, null);
    expect(await since()).toBeNull();
    expect((await entryOf(maya))?.state).toBe('open');
  });

  test('that nobody has answered stays, although its visitor begins another', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    const asked = clock.now();
    await elena.sendText('When will it be ready?');
    const tomorrow = new Date(clock.now().getTime() + 24 * HOUR_MS);
    await snoozeVisitor(appContext, maya, elena.id, tomorrow);
    const start = { id: newConversationId(clock.now()), browserId: elena.browserId, service: null };
    const about = { email: VISITORS.elena, topic: topic('General Questions') };
    await startConversation(appContext, { ...start, ...about });
    expect(await read(elena.id)).toMatchObject({ completedAt: null, snoozedUntil: tomorrow });
    clock.advance(24 * HOUR_MS);
    await wakeSnoozed(appContext);
    expect((await read(elena.id))?.waitingSince).toEqual(asked);
  });

  test('is completed by no quiet period, which begins anew when it comes back', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    const completeQuiet = () => completeQuietConversations(appContext, 48 * HOUR_MS);
    await elena.sendText('I am back from my holiday on the first.');
    await elena.answer(maya, 'Then we talk on the first.');
    await snoozeVisitor(
      appContext,
      maya,
      elena.id,
      new Date(clock.now().getTime() + 200 * HOUR_MS),
    );
    clock.advance(200 * HOUR_MS - 1);
    expect(await completeQuiet()).toBe(0);
    clock.advance(1);
    await wakeSnoozed(appContext);
    expect(await completeQuiet()).toBe(0);
    expect((await entryOf(maya))?.state).toBe('open');
    clock.advance(48 * HOUR_MS);
    expect(await completeQuiet()).toBe(0);
    clock.advance(1);
    expect(await completeQuiet()).toBe(1);
  });

  test('is snoozed for a time to come, within a year, and only while it is open', async () => {
    const { clock, maya, elena, appContext } = await elenaCame();
    await elena.sendText('Hello');
    const snooze = (ms: number) =>
      refusalOf(snoozeVisitor(appContext, maya, elena.id, new Date(clock.now().getTime() + ms)));
    expect(await snooze(0)).toMatchObject({ status: 400, field: 'until' });
    expect(await snooze(400 * 24 * HOUR_MS)).toMatchObject({ status: 400, field: 'until' });
    await resolveVisitor(appContext, maya, elena.id);
    expect(await snooze(HOUR_MS)).toMatchObject({ status: 409 });
  });
});

test('list, queue, reports and metrics say the same of how many wait', async () => {
  const { clock, maya, elena, appContext } = await elenaCame();
  const ines = await hire(store.db, 'ines');
  await elena.sendText('Hello');
  await fromAnotherBrowser(clock);
  // One visitor is resolved with an open question, one is answered, and one only chose a topic.
  const priya = await visit(store.db, VISITORS.priya, clock);
  await priya.sendText('Hello');
  await resolveVisitor(appContext, maya, priya.id);
  const daniel = await visit(store.db, VISITORS.daniel, clock);
  await daniel.sendText('Hello');
  await daniel.answer(maya, 'Good morning');
  await visit(store.db, VISITORS.noor, clock);
  // Two visitors are in the queue, and only one of them has written.
  await store.db.execute(`update profiles set accepts_chats = false`);
  await (await visit(store.db, VISITORS.kofi, clock)).sendText('Anybody?');
  await visit(store.db, VISITORS.walter, clock);

  const all = await countViews(store.db, ines.id, 'all');
  expect(all).toEqual({ open: 5, waiting: 2, snoozed: 0, resolved: 1 });
  expect((await countViews(store.db, maya.id, 'mine')).waiting).toBe(1);
  expect(await countViews(store.db, ines.id, 'queue')).toMatchObject({ open: 2, waiting: 1 });
  const period = readPeriod(new URLSearchParams('period=today'), 'UTC', clock.now());
  const hours = { hours: undefined, timeZone: 'UTC' };
  const report = await readReport(store.db, clock, period, hours);
  expect(report.waitingNow.count).toBe(all.waiting);
  expect((await readBacklog(store.db)).waitingVisitors).toBe(all.waiting);
});

test('a visitor stands where the most urgent of several conversations stands', async () => {
  const { clock, maya, elena, appContext } = await elenaCame();
  await elena.sendText('From the laptop');
  await elena.answer(maya, 'Good morning');
  const phone = await fromAnotherBrowser(clock);
  expect(await entryOf(maya)).toMatchObject({ state: 'waiting', conversationId: phone.id });
  await sendMessage(
    appContext,
    { kind: 'member', member: maya },
    { conversationId: phone.id, clientId: crypto.randomUUID(), text: 'Hello again' },
  );
  expect((await entryOf(maya))?.state).toBe('open');
  await elena.sendText('Still the laptop');
  expect(await entryOf(maya)).toMatchObject({ state: 'waiting', conversationId: elena.id });
});

test('of two conversations that wait, a reply goes to the current one first, then to the earlier one', async () => {
  const { clock, maya, elena } = await elenaCame();
  await elena.sendText('From the laptop');
  const phone = await fromAnotherBrowser(clock);
  const waitingSince = (await read(elena.id))?.waitingSince?.toISOString();
  expect(await entryOf(maya)).toMatchObject({
    state: 'waiting',
    waitingSince,
    conversationId: phone.id,
  });
  await phone.answer(maya, 'To the phone');
  expect(await entryOf(maya)).toMatchObject({ state: 'waiting', conversationId: elena.id });
  await elena.answer(maya, 'To the laptop');
  expect(await entryOf(maya)).toMatchObject({ state: 'open', conversationId: phone.id });
});

test('two conversations of a visitor that change at once leave the state that both make', async () => {
  const { clock, maya, elena } = await elenaCame();
  const phone = await fromAnotherBrowser(clock);
  for (let round = 0; round < 10; round += 1) {
    clock.advance(1000);
    await Promise.all([elena.sendText(`laptop ${round}`), phone.sendText(`phone ${round}`)]);
    clock.advance(1000);
    await Promise.all([
      elena.answer(maya, `to the laptop ${round}`),
      phone.answer(maya, `to the phone ${round}`),
    ]);
    const [visitor] = await store.db.select().from(visitors);
    expect(visitor).toMatchObject({ state: 'open', waitingSince: null });
  }
});

async function fromAnotherBrowser(clock: TestClock) {
  const browserId = await openBrowser(store.db, clock);
  clock.advance(1000);
  const id = newConversationId(clock.now());
  const appContext = createChatContext(store.db, clock);
  const start = { id, browserId, email: VISITORS.elena, service: null } as const;
  await startConversation(appContext, { ...start, topic: topic('Sales Inquiry') });
  const write = (viewer: Parameters<typeof sendMessage>[1], text: string) =>
    sendMessage(appContext, viewer, { conversationId: id, clientId: crypto.randomUUID(), text });
  const sendText = (text: string) => write({ kind: 'browser', browserId }, text);
  await sendText('From the phone');
  return {
    id,
    sendText,
    answer: (member: Member, text: string) => write({ kind: 'member', member }, text),
  };
}
