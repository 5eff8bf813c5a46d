import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { browserKeys, recordingPush } from '../../../../tests/support/push.ts';
import { NOBODY } from '../../../../tests/support/team.ts';
import { workOff } from '../../../../tests/support/work-off.ts';
import { markReadByMember } from '../../../chat/server/messages/mark-read.server.ts';
import { sendMessage } from '../../../chat/server/messages/send-message.server.ts';
import { startConversation } from '../../../chat/server/messages/start-conversation.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { takeVisitor } from '../../../chat/server/assignment/give-visitor.server.ts';
import { sendAgain } from '../../../platform/change/jobs.server.ts';
import { claimEntry } from '../../../platform/change/claim.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { authSessions, profiles } from '../../../accounts/server/tables.server.ts';
import { decidePushes } from './decide-pushes.server.ts';
import { readDevices, saveDevice } from './devices.server.ts';
import { pushKind } from './push-kind.server.ts';
import { saveNotificationSettings } from './notification-settings.server.ts';
import { PUSH_AFTER_MS, PUSH_AGAIN_AFTER_MS, PUSH_LEASE_MS } from '../../protocol/rules.ts';
import { pushNotices, pushSubscriptions } from './tables.server.ts';
import { topic } from '../../../../tests/support/topics.ts';
import { requestMessage } from '../../../platform/outgoing/target.server.ts';

const database = useDatabase();
const { publisher } = recordingPublisher();
let clock: TestClock;
let wire: ReturnType<typeof recordingPush>;
let inFront: Set<string>;

beforeEach(() => {
  clock = new TestClock();
  wire = recordingPush();
  inFront = new Set();
});

const kind = () =>
  pushKind({
    settings: {},
    db: database.db,
    clock,
    push: wire.push,
    isInFront: (id) => Promise.resolve(inFront.has(id)),
  });

async function work(): Promise<void> {
  const appContext = createChatContext(database.db, clock);
  await decidePushes(appContext, (id) => Promise.resolve(inFront.has(id)));
  await workOff({ ...appContext, kinds: [kind()] });
}

async function openSession(member: Member): Promise<string> {
  const id = randomUUID();
  await database.db.insert(authSessions).values({
    id,
    token: id,
    userId: member.id,
    expiresAt: new Date(clock.now().getTime() + 14 * 24 * 60 * 60 * 1000),
    createdAt: clock.now(),
  });
  return id;
}

async function subscribe(member: Member, endpoint = `https://push.example/${randomUUID()}`) {
  const sessionId = await openSession(member);
  const { subscription } = browserKeys(endpoint);
  await saveDevice(
    createChatContext(database.db, clock),
    'public',
    { member, sessionId },
    subscription,
    'Firefox/1',
  );
  return { endpoint, sessionId };
}

interface Talk {
  readonly id: string;
  readonly browserId: string;
}

async function startTalk(email: string = VISITORS.elena, letter = 'a'): Promise<Talk> {
  const browserId = await openBrowser(database.db, clock);
  const id = `conv_1700000000000_${letter.repeat(26)}`;
  const start = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
  await startConversation(createChatContext(database.db, clock, publisher), start);
  return { id, browserId };
}

const sendText = ({ id, browserId }: Talk, text: string) =>
  sendMessage(
    createChatContext(database.db, clock, publisher),
    { kind: 'browser', browserId },
    { conversationId: id, clientId: randomUUID(), text },
  );

const read = (member: Member, { id }: Talk, number: number) =>
  markReadByMember(createChatContext(database.db, clock, publisher), member, id, number);

const showPreviews = (member: Member, tellsOfQueue = true) =>
  saveNotificationSettings(database.db, clock, member.id, {
    showsPreviews: true,
    tellsOfQueue,
    mailsMentions: true,
    mailsOrders: true,
    digest: 'off',
  });

describe('an unread message', () => {
  test('is pushed to every device of the agent after the delay, and once', async () => {
    const maya = await hire(database.db, 'maya');
    const devices = [await subscribe(maya), await subscribe(maya)];
    const talk = await startTalk();
    await sendText(talk, 'Is anybody there?');
    clock.advance(PUSH_AFTER_MS - 1);
    await work();
    expect(wire.sent).toEqual([]);
    clock.advance(1);
    await work();
    await work();
    expect(wire.sent.map(({ endpoint }) => endpoint).sort()).toEqual(
      devices.map(({ endpoint }) => endpoint).sort(),
    );
    clock.advance(24 * 60 * 60 * 1000);
    await work();
    expect(wire.sent).toHaveLength(2);
  });

  test('brings what the app’s icon counts, and what it can be answered with', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    const talk = await startTalk();
    const other = await startTalk(VISITORS.priya, 'b');
    await sendText(talk, 'One');
    await sendText(talk, 'Two');
    await sendText(other, 'Three');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(2);
    // The number counts unread messages in all conversations of the member.
    for (const { payload } of wire.sent) expect(payload.unread).toBe(3);
    const about = new Set(wire.sent.map(({ payload }) => payload.conversationId));
    expect(about).toEqual(new Set([talk.id, other.id]));
    expect(wire.sent[0]?.payload.memberId).toBe(maya.id);
  });

  test('says who and what only where previews were chosen', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    const talk = await startTalk();
    await sendText(talk, 'My card number is secret');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(JSON.stringify(wire.sent)).not.toMatch(/secret|elena/);
    expect(wire.sent[0]?.payload).toMatchObject({
      title: 'New message from a visitor',
      body: '1 unread message in one conversation.',
      tag: `conversation-${talk.id}`,
      number: 1,
    });
    await showPreviews(maya);
    await sendText(talk, `Second\n\n${'very '.repeat(40)}long`);
    clock.advance(PUSH_AGAIN_AFTER_MS);
    await work();
    const { title = '', body = '' } = wire.sent[1]?.payload ?? {};
    expect(title).toBe(`New message from ${VISITORS.elena}`);
    expect(body).toMatch(/^Second very very .*…$/);
    expect(body).toHaveLength(90);
  });

  test('is not pushed when it was read within the delay', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    const talk = await startTalk();
    await sendText(talk, 'Hello');
    await read(maya, talk, 1);
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toEqual([]);
  });

  test('is not sent when it was read between the decision and the sending', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    const talk = await startTalk();
    await sendText(talk, 'Hello');
    clock.advance(PUSH_AFTER_MS);
    expect(
      await decidePushes(createChatContext(database.db, clock), () => Promise.resolve(false)),
    ).toBe(1);
    await read(maya, talk, 1);
    await work();
    expect(wire.sent).toEqual([]);
    // Later messages are notified again.
    await sendText(talk, 'One more thing');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(1);
  });

  test('waits while the dashboard is in front, and is pushed when it is left unread', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    const talk = await startTalk();
    await sendText(talk, 'Hello');
    inFront.add(maya.id);
    clock.advance(60 * 60 * 1000);
    await work();
    expect(wire.sent).toEqual([]);
    inFront.clear();
    await work();
    expect(wire.sent).toHaveLength(1);
  });

  test('that was decided on waits as well when its agent comes to the dashboard', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await decidePushes(createChatContext(database.db, clock), () => Promise.resolve(false));
    inFront.add(maya.id);
    await work();
    expect(wire.sent).toEqual([]);
    inFront.clear();
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(1);
  });

  test('after another is told in the same notification, and not before a while', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    const talk = await startTalk();
    await sendText(talk, 'One');
    clock.advance(PUSH_AFTER_MS);
    await work();
    await sendText(talk, 'Two');
    await sendText(talk, 'Three');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(1);
    clock.advance(PUSH_AGAIN_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(2);
    const [first, second] = wire.sent;
    expect(second?.payload.tag).toBe(first?.payload.tag);
    expect(second?.payload.body).toBe('3 unread messages in one conversation.');
  });

  test('goes to whoever has the visitor now, and to nobody when the chat is over', async () => {
    const [maya, leo] = [await hire(database.db, 'maya'), await hire(database.db, 'leo')];
    await subscribe(maya);
    const { endpoint } = await subscribe(leo);
    const talk = await startTalk();
    await database.db.update(visitors).set({ agentId: maya.id });
    await sendText(talk, 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await decidePushes(createChatContext(database.db, clock), () => Promise.resolve(false));
    await database.db.update(visitors).set({ agentId: leo.id });
    await work();
    expect(wire.sent.map((one) => one.endpoint)).toEqual([endpoint]);
    await sendText(talk, 'Bye');
    const over = { completedAt: clock.now() };
    await database.db.update(conversations).set(over);
    await database.db.update(visitors).set(over);
    clock.advance(PUSH_AGAIN_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(1);
  });

  test('from before the device was turned on is not told of', async () => {
    const maya = await hire(database.db, 'maya');
    const talk = await startTalk();
    await sendText(talk, 'Hello');
    clock.advance(1000);
    await subscribe(maya);
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toEqual([]);
  });
});

describe('a visitor whom nobody has', () => {
  test('is told once to those who take from the queue, not to agents', async () => {
    const [sam, maya] = [
      await hire(database.db, 'sam'),
      await hire(database.db, 'maya', { acceptsChats: false }),
    ];
    const { endpoint } = await subscribe(sam);
    await subscribe(maya);
    await showPreviews(sam);
    const talk = await startTalk();
    // A visitor who chose a topic without writing does not wait for an answer yet.
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toEqual([]);
    await sendText(talk, 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toMatchObject([
      {
        endpoint,
        payload: { title: `${VISITORS.elena} is waiting in the queue`, body: 'Hello' },
      },
    ]);
    // Unassigned visitors cannot be answered from the notification.
    expect(wire.sent[0]?.payload.conversationId).toBeUndefined();
    await sendText(talk, 'Anybody?');
    clock.advance(PUSH_AGAIN_AFTER_MS);
    await work();
    expect(wire.sent).toHaveLength(1);
  });

  test('whose agent is away is told once to managers, when they were told that nobody is there', async () => {
    await hire(database.db, 'maya');
    const ines = await hire(database.db, 'ines');
    const sam = await hire(database.db, 'sam');
    for (const member of [ines, sam]) {
      await subscribe(member);
      await showPreviews(member);
    }
    const elena = await startTalk();
    await sendText(elena, 'Is anybody there?');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toEqual([]);
    await database.db.update(conversations).set({ managersToldAt: clock.now() });
    for (let round = 0; round < 3; round += 1) await work();
    expect(wire.sent).toMatchObject([
      {
        payload: {
          title: `No agent is available for ${VISITORS.elena}`,
          body: 'Is anybody there?',
        },
      },
    ]);
  });

  test('is not told to who chose not to hear of the queue', async () => {
    const ines = await hire(database.db, 'ines');
    await subscribe(ines);
    await showPreviews(ines, false);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toEqual([]);
  });

  test('and who is taken before the push is sent makes none; what they write later does', async () => {
    const sam = await hire(database.db, 'sam');
    await subscribe(sam);
    const talk = await startTalk();
    await sendText(talk, 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await decidePushes(createChatContext(database.db, clock), () => Promise.resolve(false));
    const [visitor] = await database.db.select().from(visitors);
    await takeVisitor(
      createChatContext(database.db, clock, publisher),
      sam,
      visitor?.id ?? '',
      null,
    );
    await read(sam, talk, 1);
    await work();
    expect(wire.sent).toEqual([]);
    await sendText(talk, 'Still there?');
    clock.advance(PUSH_AFTER_MS);
    await work();
    expect(wire.sent).toMatchObject([{ payload: { title: 'New message from a visitor' } }]);
  });
});

describe('several processes', () => {
  test('that work at once send each push once', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    for (const [index, email] of Object.values(VISITORS).entries()) {
      await sendText(await startTalk(email, 'abcdefgh'[index]), 'Hello');
    }
    clock.advance(PUSH_AFTER_MS);
    await Promise.all([work(), work(), work()]);
    const tags = wire.sent.map(({ payload }) => payload.tag);
    expect(tags).toHaveLength(8);
    expect(new Set(tags).size).toBe(8);
  });

  test('one that dies with a push in hand leaves it to another, after its lease', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await decidePushes(createChatContext(database.db, clock), () => Promise.resolve(false));
    const [waiting] = await database.db.select().from(jobsTable);
    expect(await claimEntry(database.db, clock.now(), kind(), waiting?.lane ?? '')).toBeDefined();
    await work();
    expect(wire.sent).toEqual([]);
    clock.advance(PUSH_LEASE_MS);
    await work();
    expect(wire.sent).toHaveLength(1);
  });

  test('one that ends gives back what it has in hand, and does not try in a circle', async () => {
    const maya = await hire(database.db, 'maya');
    const { endpoint } = await subscribe(maya);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    wire.answer(endpoint, undefined);
    await work();
    expect(wire.sent).toHaveLength(1);
    wire.answer(endpoint, { status: 201 });
    clock.advance(1000);
    await work();
    expect(wire.sent).toHaveLength(2);
    expect(await database.db.select().from(jobsTable)).toEqual([]);
    expect(await database.db.select().from(pushNotices)).toMatchObject([{ sentAt: clock.now() }]);
  });
});

describe('a push service', () => {
  async function pushOnce() {
    const maya = await hire(database.db, 'maya');
    const device = await subscribe(maya);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    return { maya, ...device };
  }

  test.each([404, 410])('that answers %i has its subscription removed', async (status) => {
    const { endpoint } = await pushOnce();
    wire.answer(endpoint, { status });
    await work();
    expect(await database.db.select().from(pushSubscriptions)).toEqual([]);
  });

  test('that is away is tried again later and shown at the device until it takes one', async () => {
    const { maya, endpoint, sessionId } = await pushOnce();
    wire.answer(endpoint, { error: requestMessage('request.refused') });
    await work();
    await work();
    expect(wire.sent).toHaveLength(1);
    const devices = () => readDevices(database.db, { member: maya, sessionId });
    expect(await devices()).toMatchObject([
      { lastError: 'The receiver refused the connection.', lastSuccessAt: null, isCurrent: true },
    ]);
    wire.answer(endpoint, { status: 201 });
    clock.advance(10_000);
    await work();
    expect(wire.sent).toHaveLength(2);
    expect(await devices()).toMatchObject([
      { lastError: null, lastSuccessAt: clock.now().toISOString() },
    ]);
  });

  test('that stays away is given up after five tries', async () => {
    const { endpoint } = await pushOnce();
    wire.answer(endpoint, { status: 503 });
    for (let round = 0; round < 12; round += 1) {
      await work();
      clock.advance(60 * 60 * 1000);
    }
    expect(wire.sent).toHaveLength(5);
  });

  test('that refuses the request itself is not asked again', async () => {
    const { endpoint } = await pushOnce();
    wire.answer(endpoint, { status: 403 });
    await work();
    clock.advance(60 * 60 * 1000);
    await work();
    expect(wire.sent).toHaveLength(1);
    expect(await database.db.select().from(pushSubscriptions)).toMatchObject([
      { lastErrorMessage: { key: 'push.key-refused', values: { status: 403 } } },
    ]);
    // An admin can retry the job while the message is unread.
    const [failed] = await database.db.select().from(jobsTable);
    expect(failed).toMatchObject({ kind: 'push', state: 'failed', attempts: 1 });
    wire.answer(endpoint, { status: 201 });
    await sendAgain(createChatContext(database.db, clock), NOBODY, failed?.id ?? '');
    await work();
    expect(wire.sent).toHaveLength(2);
    expect(await database.db.select().from(jobsTable)).toEqual([]);
  });
});

describe('a device whose owner may not come in', () => {
  test('because the session expired is sent nothing and forgotten', async () => {
    const maya = await hire(database.db, 'maya');
    const { sessionId } = await subscribe(maya);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await database.db
      .update(authSessions)
      .set({ expiresAt: clock.now() })
      .where(eq(authSessions.id, sessionId));
    await work();
    expect(wire.sent).toEqual([]);
    expect(await database.db.select().from(pushSubscriptions)).toEqual([]);
  });

  test('because the account was suspended is sent nothing and forgotten', async () => {
    const maya = await hire(database.db, 'maya');
    await subscribe(maya);
    await sendText(await startTalk(), 'Hello');
    clock.advance(PUSH_AFTER_MS);
    await database.db.update(profiles).set({ status: 'suspended' });
    await work();
    expect(wire.sent).toEqual([]);
    expect(await database.db.select().from(pushSubscriptions)).toEqual([]);
  });
});
