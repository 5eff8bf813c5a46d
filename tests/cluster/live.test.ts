import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InboxEntry, MessageView, ThreadView } from '../../app/chat/protocol/views.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { systemClock } from '../../app/platform/clock.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { guessAtOnce } from '../support/guess-at-once.ts';
import { makeCast } from '../support/make-cast.ts';

const PAGE = '/services/graphics/book-design';

let cluster: TestCluster;
let one: TestProcess;
let other: TestProcess;
const clients: TestClient[] = [];

beforeAll(async () => {
  cluster = await TestCluster.start({ prepare: makeCast });
  [one, other] = cluster.processes as [TestProcess, TestProcess];
});

afterAll(() => cluster.stop());

beforeEach(async () => {
  await cluster.database.db.execute(sql`truncate visitors, conversations, service_reviews cascade`);
  await cluster.database.db.execute(sql`update profiles set connected_until = null`);
});

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function newClient(): TestClient {
  const client = new TestClient();
  clients.push(client);
  return client;
}

/** Somebody of the cast, signed in on this process. */
async function signIn(to: TestProcess, name: keyof typeof CAST): Promise<TestClient> {
  const client = newClient();
  const { email, password } = CAST[name];
  const answer = await client.submit(to, '/login', { email, password });
  expect(answer.status).toBe(302);
  return client;
}

/** A visitor who starts a chat on this process. */
async function startChat(to: TestProcess, email: string) {
  const client = newClient();
  const id = newConversationId(systemClock.now());
  await client.post(to, '/chat/conversations', {
    id,
    email,
    topic: 'Sales Inquiry',
    service: null,
  });
  const sendText = (at: TestProcess, text: string) =>
    client.post<{ message: MessageView }>(at, `/chat/conversations/${id}/messages`, {
      clientId: randomUUID(),
      text,
    });
  return { client, id, sendText, hello: { as: 'visitor', conversationId: id } };
}

function next(socket: Socket, event: string): Promise<unknown[]> {
  const heard = once(socket as never, event, { signal: AbortSignal.timeout(20_000) });
  // A test awaits it after other work. If that takes too long, the await reports it.
  heard.catch(() => {});
  return heard;
}

const inbox = (agent: TestClient, at: TestProcess) =>
  agent.get<{ entries: InboxEntry[] }>(at, '/agentchat/inbox');

/** Waits until what is said on one process is heard on the other. */
async function untilConnected(): Promise<void> {
  const walter = await startChat(one, VISITORS.walter);
  const socket = await walter.client.listen(other, walter.hello);
  let isHeard = false;
  socket.on('message', () => {
    isHeard = true;
  });
  const sendText = async () => (await walter.sendText(one, 'Hello?'), isHeard);
  await expect.poll(sendText, { timeout: 20_000, interval: 500 }).toBe(true);
}

describe('two processes', () => {
  test('carry a conversation between them: messages in order, typing, presence', async () => {
    const maya = await signIn(one, 'maya');
    const agent = await maya.listen(other, { as: 'agent' });
    const entry = next(agent, 'entry');
    const elena = await startChat(one, VISITORS.elena);
    expect(await entry).toMatchObject([{ email: VISITORS.elena }]);
    const presence = next(agent, 'presence');
    const visitor = await elena.client.listen(one, elena.hello);
    expect(await presence).toEqual([{ conversationId: elena.id, isOnline: true }]);

    const heard: string[] = [];
    for (const socket of [agent, visitor]) {
      socket.on('message', ({ message }: { message: MessageView }) => {
        heard.push(`${socket === agent ? 'agent' : 'visitor'} ${message.number}`);
      });
    }
    await elena.sendText(one, 'Is the book layout still $1,750?');
    await elena.sendText(other, 'And how long does it take?');
    await maya.post(other, `/agentchat/conversations/${elena.id}/messages`, {
      clientId: randomUUID(),
      text: 'It is; two weeks.',
    });
    await expect.poll(() => heard).toHaveLength(6);
    const of = (who: string) => heard.filter((line) => line.startsWith(who));
    expect(of('agent')).toEqual(['agent 1', 'agent 2', 'agent 3']);
    expect(of('visitor')).toEqual(['visitor 1', 'visitor 2', 'visitor 3']);

    const typing = next(agent, 'typing');
    visitor.emit('typing', { conversationId: elena.id });
    expect(await typing).toEqual([{ conversationId: elena.id, isAgent: false }]);

    const [listed] = (await inbox(maya, one)).entries;
    const thread = () =>
      maya.get<{ thread: ThreadView }>(other, `/agentchat/visitors/${listed?.visitorId}`);
    expect((await thread()).thread.isVisitorOnline).toBe(true);
    const left = next(agent, 'presence');
    visitor.disconnect();
    expect(await left).toEqual([{ conversationId: elena.id, isOnline: false }]);
    expect((await thread()).thread.isVisitorOnline).toBe(false);
  });

  test('share visitors who come at once out evenly among agents on either', async () => {
    const maya = await signIn(one, 'maya');
    const leo = await signIn(other, 'leo');
    await Promise.all([maya.listen(one, { as: 'agent' }), leo.listen(other, { as: 'agent' })]);
    await expect
      .poll(async () => {
        const { rows } = await cluster.database.db.execute(
          sql`select 1 from profiles where connected_until > now()`,
        );
        return rows.length;
      })
      .toBe(2);
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        startChat(number % 2 ? one : other, `${number}-visitor@fleet.example`),
      ),
    );
    expect((await inbox(maya, other)).entries).toHaveLength(6);
    expect((await inbox(leo, one)).entries).toHaveLength(6);
  });

  test('show a review on both as soon as it is posted on one, and take its captcha once', async () => {
    const reader = newClient();
    for (const process of [one, other]) {
      await reader.fetch(process, PAGE);
      expect(await (await reader.fetch(process, PAGE)).text()).not.toContain('Held up well at sea');
    }
    const challenge = await reader.get<Challenge>(one, '/captcha');
    const solution = await solveChallenge({ challenge, deriveKey });
    const review = {
      name: 'Astrid Lund',
      email: VISITORS.astrid,
      rating: '5',
      text: 'Held up well at sea',
      captcha: btoa(JSON.stringify({ challenge, solution })),
    };
    expect((await newClient().submit(one, PAGE, review)).status).toBe(200);
    await expect
      .poll(async () => (await reader.fetch(other, PAGE)).text(), { timeout: 20_000 })
      .toContain('Held up well at sea');
    expect((await newClient().submit(other, PAGE, { ...review, text: 'Again' })).status).toBe(400);
  });

  test('close the sockets of who signs out or is suspended on the other', async () => {
    const maya = await signIn(one, 'maya');
    const leo = await signIn(one, 'leo');
    const henrik = await signIn(other, 'henrik');
    const sockets = [
      await maya.listen(other, { as: 'agent' }),
      await leo.listen(one, { as: 'agent' }),
    ] as const;
    const closed = sockets.map((socket) => next(socket, 'disconnect'));
    await maya.submit(one, '/sign-out');
    const { rows } = await cluster.database.db.execute<{ id: string }>(
      sql`select id from profiles where email = ${CAST.leo.email}`,
    );
    const answer = await henrik.submit(other, '/team', {
      intent: 'suspend',
      id: rows[0]?.id ?? '',
    });
    expect(answer.status).toBeLessThan(400);
    await Promise.all(closed);
    await expect(leo.listen(other, { as: 'agent' })).rejects.toThrow('refused');
    await cluster.database.db.execute(sql`update profiles set status = 'active'`);
  });

  test('count a limit together', async () => {
    const { tried, atLeast, atMost } = await guessAtOnce(newClient(), [one, other]);
    expect(tried).toBeGreaterThanOrEqual(atLeast);
    expect(tried).toBeLessThanOrEqual(atMost);
  });
});

describe('while Redis is away', () => {
  for (const [how, take] of [
    ['dead', () => cluster.redis.cut()],
    ['stopped', () => cluster.redis.hang()],
  ] as const) {
    test(`(${how}) chats go on, sessions end everywhere, and afterwards all is as before`, async () => {
      await untilConnected();
      const maya = await signIn(one, 'maya');
      const elena = await startChat(one, VISITORS.elena);
      const here = await elena.client.listen(one, elena.hello);
      const there = await elena.client.listen(other, elena.hello);
      const reader = newClient();
      await reader.fetch(other, PAGE);
      const agent = await maya.listen(other, { as: 'agent' });

      take();
      const hint = next(here, 'message');
      const started = performance.now();
      await elena.sendText(one, 'Can you hear me?');
      await hint;
      expect(performance.now() - started).toBeLessThan(10_000);
      const [inboxEntry] = (await inbox(maya, other)).entries;
      const { thread } = await maya.get<{ thread: ThreadView }>(
        other,
        `/agentchat/visitors/${inboxEntry?.visitorId}`,
      );
      expect(thread.messages.map(({ text }) => text)).toEqual(['Can you hear me?']);

      const closed = next(agent, 'disconnect');
      await maya.submit(one, '/sign-out');
      await closed;
      await cluster.database.db.execute(sql`
        insert into service_reviews (service_slug, section, name, email, text, created_at)
        values ('book-design', 'graphics', 'Noor', 'noor@cedarpress.example', ${how + ' calm'}, now())`);

      // What was said meanwhile is passed on, or the other process's clients are told to ask for it.
      const madeGood = Promise.any([next(there, 'message'), next(there, 'catchUp')]);
      cluster.redis.mend();
      await madeGood;
      await untilConnected();
      expect(await (await reader.fetch(other, PAGE)).text()).toContain(`${how} calm`);
      expect(one.isRunning && other.isRunning).toBe(true);
    });
  }
});
