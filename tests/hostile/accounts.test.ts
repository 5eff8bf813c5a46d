import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profiles } from '../../app/accounts/server/tables.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { signInClient } from '../support/client.ts';
import { useDatabase } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../support/team.ts';
import { openVisitor } from '../support/visitor.ts';

const store = useDatabase();
let services: TestServices;
let server: LiveServer;

beforeEach(async () => {
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  await employ(store.db, services, 'maya');
});
afterEach(() => server.close());

const post = (path: string, fields: Record<string, string>, cookie = '') =>
  server.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });

const enter = async (password: string) =>
  (await post('/login', { email: CAST.maya.email, password })).status;

function change(cookie: string, current: string, password: string) {
  const fields = { intent: 'password', current, password, confirmation: password };
  return post('/team/account', fields, cookie);
}

test('a password is changed by whoever knows the current one, and ends the other sessions', async () => {
  const here = await cookieOf(store.db, services, 'maya');
  const elsewhere = await cookieOf(store.db, services, 'maya');
  expect((await change(here, 'a guess', 'brand-new-harbour')).status).toBe(403);
  expect((await server.ask('/agentchat/inbox', { cookie: elsewhere })).status).toBe(200);
  expect((await change(here, CAST.maya.password, 'brand-new-harbour')).status).toBe(200);
  expect((await server.ask('/agentchat/inbox', { cookie: here })).status).toBe(200);
  expect((await server.ask('/agentchat/inbox', { cookie: elsewhere })).status).toBe(401);
  expect(await enter(CAST.maya.password)).toBe(401);
  expect(await enter('brand-new-harbour')).toBe(302);
});

test('a password counts as it was typed: case, spaces and all its 128 characters', async () => {
  const cookie = await cookieOf(store.db, services, 'maya');
  const password = ` Ä ${'long '.repeat(25)}`.padEnd(128, '!').slice(0, 128);
  expect((await change(cookie, CAST.maya.password, password)).status).toBe(200);
  expect(await enter(password.toLowerCase())).toBe(401);
  expect(await enter(password.trim())).toBe(401);
  expect(await enter(password.slice(0, 127))).toBe(401);
  expect(await enter(password)).toBe(302);
});

test('one cannot close the sockets of a session that is somebody else’s', async () => {
  await employ(store.db, services, 'leo');
  const maya = await cookieOf(store.db, services, 'maya');
  const { socket } = await server.connect({ as: 'agent' }, maya);
  const { sessions } = (await (await server.ask('/team/account', { cookie: maya })).json()) as {
    sessions: { id: string }[];
  };
  const leo = await cookieOf(store.db, services, 'leo');
  await post('/team/account', { intent: 'end-session', id: sessions[0]?.id ?? '' }, leo);
  expect((await server.ask('/agentchat/inbox', { cookie: maya })).status).toBe(200);
  expect(socket.connected).toBe(true);
});

test('nobody but the member and admins decides who answers visitors', async () => {
  await employ(store.db, services, 'ines');
  const { id: henrik } = await employ(store.db, services, 'henrik');
  const [maya, ines] = await Promise.all([
    cookieOf(store.db, services, 'maya'),
    cookieOf(store.db, services, 'ines'),
  ]);
  const answering = () => store.db.$count(profiles, eq(profiles.answersVisitors, true));
  const others = { intent: 'answer', id: henrik };
  const own = { intent: 'answer-visitors', answersVisitors: 'yes', id: henrik };
  expect((await post('/team', others, maya)).status).toBe(403);
  expect((await post('/team', others, ines)).status).toBe(403);
  expect((await post('/team/account', own, maya)).status).toBe(409);
  expect(await answering()).toBe(0);
  // The id of somebody else in the own form is ignored.
  expect((await post('/team/account', own, ines)).status).toBe(200);
  const [row] = await store.db.select().from(profiles).where(eq(profiles.answersVisitors, true));
  expect([row?.email, await answering()]).toEqual([CAST.ines.email, 1]);
  expect((await post('/team/setup', { intent: 'answer-visitors' }, ines)).status).toBe(403);
});

test('what is about a person is stored in no cache', async () => {
  const cookie = await cookieOf(store.db, services, 'maya');
  const elena = await openVisitor(store.db, VISITORS.elena);
  const { cookie: client } = await signInClient(server.appContext, VISITORS.elena);
  const answers = [
    await server.ask('/account', { cookie: client }),
    await server.ask('/account/settings', { cookie: client }),
    await server.ask('/agentchat/inbox', { cookie }),
    await server.ask(`/chat/conversations/${elena.id}`, { cookie: elena.cookie }),
    await server.ask(`/chat/conversations/${elena.id}/messages`, { cookie: elena.cookie }),
    await server.ask('/chat/conversations', { cookie: elena.cookie }),
    await server.ask('/agentchat/inbox'),
  ];
  const headers = answers.map((answer) => answer.headers.get('Cache-Control'));
  expect(headers).toEqual(Array(answers.length).fill('no-store'));
});

test('no answer to an address with a secret lets a Referer name it, whatever the answer is', async () => {
  const token = 'A'.repeat(43);
  for (const [path, init] of [
    ['/verify-email', {}],
    ['/verify-email', { method: 'POST' }],
    ['/reset-password.data', {}],
    ['/setup', {}],
    ['/invitation', { method: 'POST', headers: { Origin: 'https://evil.example' } }],
    ['/chat/confirm', {}],
    ['/chat/resume', {}],
    ['/chat/stop-mails', {}],
    ['/chat/unsubscribe', {}],
    ['/notifications/unsubscribe', { method: 'POST' }],
    ['/confirm-review', {}],
    ['/nowhere-at-all', {}],
    ['/Reset-Password/', {}],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await server.ask(`${path}?token=${token}`, init);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
  }
  const ordinary = await server.ask('/login');
  expect(ordinary.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
});
