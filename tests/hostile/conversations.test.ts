import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { visitorMessages, visitors } from '../../app/chat/server/tables.server.ts';
import { transferVisitor } from '../../app/chat/server/assignment/transfer-visitor.server.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { VISITORS } from '../support/cast.ts';
import { createChatContext, useDatabase } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { cookieOf, employ, teamServices, tracedBy, type TestServices } from '../support/team.ts';
import { openVisitor, type TestVisitor } from '../support/visitor.ts';

const store = useDatabase();
let services: TestServices;
let server: LiveServer;
let elena: TestVisitor;
let stranger: TestVisitor;
let maya: Member;
let mayaCookie: string;
let leo: Member;
let leoCookie: string;

beforeEach(async () => {
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  maya = await employ(store.db, services, 'maya');
  elena = await openVisitor(store.db, VISITORS.elena);
  leo = await employ(store.db, services, 'leo');
  stranger = await openVisitor(store.db, VISITORS.priya);
  mayaCookie = await cookieOf(store.db, services, 'maya');
  leoCookie = await cookieOf(store.db, services, 'leo');
});
afterEach(() => server.close());

const post = (path: string, cookie: string, body: unknown) =>
  server.ask(path, {
    method: 'POST',
    cookie,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

const messageBody = (text: string) => ({ clientId: crypto.randomUUID(), text });

const visitorOf = async (email: string) =>
  (await store.db.select().from(visitors).where(eq(visitors.email, email)))[0];

describe('an answer that waited in a browser', () => {
  test('is sent in its author’s session alone, and once', async () => {
    const path = `/agentchat/conversations/${elena.id}/messages`;
    const waited = { ...messageBody('Written before the connection was back'), author: leo.id };
    // Maya may write here; what Leo wrote is not hers to say.
    const refused = await post(path, mayaCookie, waited);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('Someone else is now signed in here');
    expect(await store.db.$count(visitorMessages, eq(visitorMessages.isAgent, true))).toBe(0);
    for (let count = 0; count < 2; count += 1) {
      expect((await post(path, mayaCookie, { ...waited, author: maya.id })).status).toBe(200);
    }
    expect(await store.db.$count(visitorMessages, eq(visitorMessages.isAgent, true))).toBe(1);
    expect(
      (await post(path, mayaCookie, { ...messageBody('Hi'), author: 'x'.repeat(101) })).status,
    ).toBe(413);
  });
});

describe('somebody else’s conversation', () => {
  test('can be neither read nor written to over HTTP, by visitors, agents or nobody', async () => {
    await post(`/chat/conversations/${elena.id}/messages`, elena.cookie, messageBody('My secret'));
    const { id: visitorId = '' } = (await visitorOf(VISITORS.elena)) ?? {};
    const answers: string[] = [];
    const ask = async (work: Promise<Response>) => {
      const answer = await work;
      answers.push(`${answer.status}`);
      expect(await answer.text()).not.toContain('My secret');
    };
    for (const cookie of [stranger.cookie, '', leoCookie]) {
      await ask(server.ask(`/chat/conversations/${elena.id}`, { cookie }));
      await ask(server.ask(`/chat/conversations/${elena.id}/messages?after=0`, { cookie }));
      await ask(
        post(`/chat/conversations/${elena.id}/messages`, cookie, messageBody('I am Elena')),
      );
      await ask(post(`/chat/conversations/${elena.id}/read`, cookie, { number: 1 }));
      await ask(server.ask(`/agentchat/conversations/${elena.id}/messages`, { cookie }));
      await ask(
        post(`/agentchat/conversations/${elena.id}/messages`, cookie, messageBody('I am Maya')),
      );
      await ask(post(`/agentchat/conversations/${elena.id}/read`, cookie, { number: 1 }));
      await ask(
        post(`/agentchat/conversations/${elena.id}/completed`, cookie, { isCompleted: true }),
      );
      await ask(
        post(`/agentchat/conversations/${elena.id}/completed`, cookie, {
          isCompleted: false,
          undo: [elena.id],
        }),
      );
      await ask(
        post(`/agentchat/conversations/${elena.id}/snoozed`, cookie, {
          until: new Date(Date.now() + 60_000).toISOString(),
        }),
      );
      await ask(
        post(`/agentchat/conversations/${elena.id}/no-answer-needed`, cookie, { number: 1 }),
      );
      await ask(server.ask(`/agentchat/conversations/${elena.id}/entry`, { cookie }));
      await ask(server.ask(`/agentchat/visitors/${visitorId}`, { cookie }));
      await ask(server.ask(`/agentchat/visitors/${visitorId}/entry`, { cookie }));
      const toLeo = { to: { kind: 'agent', id: leo.id } };
      await ask(post(`/agentchat/visitors/${visitorId}/transfer`, cookie, toLeo));
    }
    expect(new Set(answers)).toEqual(new Set(['404', '401']));
    expect(await store.db.select({ is: visitorMessages.message }).from(visitorMessages)).toEqual([
      { is: 'My secret' },
    ]);
  });

  test('cannot be joined over a socket with its id, its address or another cookie', async () => {
    const attempts = [
      await server.connect(elena.hello, stranger.cookie),
      await server.connect({ ...elena.hello, email: VISITORS.elena }, stranger.cookie),
      await server.connect({ ...stranger.hello, conversationId: [elena.id] }, stranger.cookie),
      await server.connect({ as: 'visitor', conversationId: `${elena.id}\0` }, elena.cookie),
    ];
    expect(attempts.map(({ outcome }) => outcome)).toEqual(Array(4).fill('refused'));
  });

  test('is not told from one that does not exist', async () => {
    const ask = async (id: string) => {
      const answer = await server.ask(`/chat/conversations/${id}`, { cookie: stranger.cookie });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask(elena.id)).toEqual(await ask(`conv_1700000000000_${'a'.repeat(26)}`));
  });
});

test('a NUL, wherever it is put, is answered and never a fault', async () => {
  const path = `/chat/conversations/${elena.id}/messages`;
  const answers = [
    await post(path, elena.cookie, messageBody('nothing\0here')),
    await server.ask(`/chat/conversations/${elena.id}%00`, { cookie: elena.cookie }),
    await server.ask('/agentchat/inbox?search=a%00b', { cookie: mayaCookie }),
    await post(`/agentchat/conversations/x%00/read`, mayaCookie, { number: 1 }),
    await post(`/agentchat/visitors/x%00/transfer`, mayaCookie, {
      to: { kind: 'agent', id: 'a\\0' },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 404]);
});

test('who wrote a message, and when, is what the server says, whatever the client claims', async () => {
  const forged = {
    ...messageBody('Believe me'),
    is_agent: true,
    isAgent: true,
    agent_id: maya.id,
    agentId: maya.id,
    created_at: '1999-01-01T00:00:00Z',
    createdAt: '1999-01-01T00:00:00Z',
    number: 99,
    visitor_email: VISITORS.priya,
  };
  expect(
    (await post(`/chat/conversations/${elena.id}/messages`, elena.cookie, forged)).status,
  ).toBe(200);
  expect(await store.db.select().from(visitorMessages)).toMatchObject([
    {
      isAgent: false,
      agentId: null,
      createdAt: services.clock.now(),
      number: 1,
      visitorEmail: VISITORS.elena,
    },
  ]);
});

test('an event made up on a socket is stored nowhere and reaches nobody', async () => {
  const agent = await server.connect({ as: 'agent' }, mayaCookie);
  const visitor = await server.connect(elena.hello, elena.cookie);
  for (const event of ['message', 'entry', 'unassigned', 'read', 'seen', 'presence', 'join']) {
    visitor.socket.emit(event, { conversationId: elena.id, message: messageBody('forged') });
  }
  const typed = once(agent.socket as never, 'typing');
  visitor.socket.emit('typing', { conversationId: elena.id });
  await typed;
  const expected = ['presence', 'typing'];
  expect([...new Set(agent.heard.map(({ event }) => event))].sort()).toEqual(expected);
  expect(await store.db.select().from(visitorMessages)).toEqual([]);
});

test('a session that is signed out while its socket is open hears nothing from that second on', async () => {
  const { socket, heard } = await server.connect({ as: 'agent' }, mayaCookie);
  const closed = once(socket as never, 'disconnect', { signal: AbortSignal.timeout(1000) });
  expect((await server.ask('/sign-out', { method: 'POST', cookie: mayaCookie })).status).toBe(302);
  await closed;
  const before = heard.length;
  await post(
    `/chat/conversations/${elena.id}/messages`,
    elena.cookie,
    messageBody('Anybody there?'),
  );
  expect((await server.connect({ as: 'agent' }, mayaCookie)).outcome).toBe('refused');
  expect((await server.ask('/agentchat/inbox', { cookie: mayaCookie })).status).toBe(401);
  expect(heard).toHaveLength(before);
});

test('a conversation given to somebody else stops in the former agent’s feed', async () => {
  const former = await server.connect({ as: 'agent' }, mayaCookie);
  const next = await server.connect({ as: 'agent' }, leoCookie);
  const { id = '' } = (await visitorOf(VISITORS.elena)) ?? {};
  await transferVisitor(
    createChatContext(store.db, services.clock, server.realtime.chat),
    tracedBy(maya),
    maya,
    { visitorId: id, to: { kind: 'agent', id: leo.id } },
  );
  await expect.poll(() => former.heard.map(({ event }) => event)).toContain('unassigned');
  const path = `/chat/conversations/${elena.id}/messages`;
  await post(path, elena.cookie, messageBody('For Leo alone'));
  await expect.poll(() => JSON.stringify(next.heard)).toContain('For Leo alone');
  expect(JSON.stringify(former.heard)).not.toContain('For Leo alone');
  const reply = `/agentchat/conversations/${elena.id}/messages`;
  expect((await post(reply, mayaCookie, messageBody('Still here'))).status).toBe(404);
  expect((await server.ask(reply, { cookie: mayaCookie })).status).toBe(404);
});

describe('a polluted prototype', () => {
  const POLLUTION =
    '{"__proto__":{"isAdmin":true,"role":"admin"},"constructor":{"prototype":{"x":1}}';

  test('comes of no JSON, query, form or socket', async () => {
    const json = `${POLLUTION},"clientId":"${crypto.randomUUID()}","text":"Hello"}`;
    const sent = await post(`/chat/conversations/${elena.id}/messages`, elena.cookie, json);
    expect(sent.status).toBe(200);
    await server.ask('/agentchat/inbox?__proto__[role]=admin&constructor.prototype.role=admin', {
      cookie: mayaCookie,
    });
    await server.ask('/login?notice=__proto__', {
      method: 'POST',
      body: new URLSearchParams({ '__proto__[role]': 'admin', email: '__proto__' }),
    });
    await server.connect(JSON.parse(`${POLLUTION}}`) as object, mayaCookie);
    const { socket } = await server.connect({ as: 'agent' }, mayaCookie);
    socket.emit('__proto__', JSON.parse(`${POLLUTION}}`));
    socket.emit('typing', JSON.parse(`${POLLUTION},"conversationId":"x"}`));
    expect((await server.ask('/agentchat/inbox', { cookie: mayaCookie })).status).toBe(200);
    const clean = {} as Record<string, unknown>;
    expect([clean.isAdmin, clean.role, clean.x]).toEqual([undefined, undefined, undefined]);
  });

  test('opens no page of another role', async () => {
    for (const query of ['?__proto__[role]=admin', '?role=admin', '?member[role]=admin']) {
      const answer = await server.ask(`/team${query}`, { cookie: mayaCookie });
      expect(answer.status).toBe(403);
    }
  });
});
