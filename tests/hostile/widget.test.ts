import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbedSecret } from '../../app/chat/embed/server/embed-secrets.server.ts';
import { conversations } from '../../app/chat/server/tables.server.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { PAGE_QUERIES } from '../../app/shop/pages/readable-search.ts';
import { VISITORS } from '../support/cast.ts';
import { useDatabaseOnce } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { openServer } from '../support/open-app.ts';
import { NOBODY, teamServices } from '../support/team.ts';

const store = useDatabaseOnce();
const HARBOUR = 'https://www.harbour.example';
const PIER = 'https://pier.example';
let server: LiveServer;

beforeAll(async () => {
  const env = { WIDGET_ORIGINS: `${HARBOUR} ${PIER}` };
  server = await openLiveServer(store.db, teamServices(store.db), { env });
});
afterAll(() => server.close());

/** Starts a chat as the frame does. */
function start(
  elsewhere: object | undefined,
  options: { email?: string; headers?: Record<string, string>; cookie?: string } = {},
) {
  const { email = VISITORS.elena, headers, cookie } = options;
  const id = newConversationId(new Date());
  const body = JSON.stringify({ id, email, topic: 'sales', service: null, elsewhere });
  const init = {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  };
  return server.ask('/chat/conversations', { ...init, ...(cookie && { cookie }) });
}

const cookieOf = (answer: Response) => (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';

describe('The page around a frame', () => {
  const policyOf = async (path: string) =>
    (await openServer({ env: { WIDGET_ORIGINS: `${HARBOUR} ${PIER}` } }).ask(path)).headers.get(
      'Content-Security-Policy',
    );
  const framed = (host: string) => `/widget?host=${encodeURIComponent(host)}`;

  test('is the one listed site that was asked for, and no site learns of the others', async () => {
    expect(await policyOf(framed(HARBOUR))).toContain(`frame-ancestors ${HARBOUR};`);
    expect(await policyOf(framed(HARBOUR))).not.toContain(PIER);
    expect(await policyOf(framed(HARBOUR))).toContain("require-trusted-types-for 'script'");
    expect(await policyOf(framed(HARBOUR))).toMatch(/script-src 'self' 'nonce-[^']+';/);
  });

  test.each([
    'https://evil.example',
    'null',
    '*',
    'https:',
    "'self'",
    `${HARBOUR}/`,
    `${HARBOUR}.evil.example`,
    `${HARBOUR} https://evil.example`,
    `${HARBOUR}; script-src *`,
    `https://evil.example@www.harbour.example`,
    HARBOUR.toUpperCase(),
    HARBOUR.replace('https:', 'http:'),
    '',
  ])('is nobody when it says that it is %j', async (host) => {
    expect(await policyOf(framed(host))).toContain("frame-ancestors 'none';");
    const refused = await server.ask(framed(host));
    expect(refused.status).toBe(404);
  });

  test('is the first that is named, not one behind it', async () => {
    const query = `${framed('https://evil.example')}&host=${encodeURIComponent(HARBOUR)}`;
    expect(await policyOf(query)).toContain("frame-ancestors 'none';");
  });

  test.each([
    ...Object.keys(PAGE_QUERIES).filter((path) => path !== '/widget' && !path.includes(':')),
    '/login',
    '/create-account',
    '/agentchat',
    '/team/settings',
    '/widget/other',
    '/Widget',
    '/widget/',
    '//widget',
    '/widget.data',
    '/no-such-page',
  ])('shows no other page: %s', async (path) => {
    for (const query of ['', `?host=${encodeURIComponent(HARBOUR)}`]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const answer = await openServer({ env: { WIDGET_ORIGINS: HARBOUR } }).ask(path + query);
      const policy = answer.headers.get('Content-Security-Policy');
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    }
  });
});

describe('The cookie of a frame', () => {
  test('is one for each site around it, and never read by a script', async () => {
    const answer = await start({ host: HARBOUR });
    expect(answer.status).toBe(200);
    const set = answer.headers.get('Set-Cookie') ?? '';
    expect(set).toMatch(/^__Host-embarka_widget=[\w-]{43}; /);
    const attributes = set.split('; ').slice(1);
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=15552000',
      'Partitioned',
      'Path=/',
      'SameSite=None',
      'Secure',
    ]);
    expect(await answer.json()).not.toHaveProperty('secret');
  });

  test('is not that of the shop’s own pages, which is what it was', async () => {
    const set = (await start(undefined)).headers.get('Set-Cookie') ?? '';
    expect(set).toMatch(/^embarka_visitor=[\w-]{43}; .*SameSite=Lax/);
    expect(set).not.toContain('Partitioned');
  });

  test('opens its own chat, and does not hide the shop’s own', async () => {
    const framed = cookieOf(await start({ host: HARBOUR }));
    const own = cookieOf(await start(undefined));
    const listed = async (cookie: string) => {
      const answer = await server.ask('/chat/conversations', { cookie });
      return ((await answer.json()) as { conversations: { id: string }[] }).conversations;
    };
    expect(await listed(framed)).toHaveLength(1);
    expect(await listed(`${framed}; ${own}`)).toEqual(await listed(own));
    expect(await listed(`${own}; ${framed}`)).toEqual(await listed(own));
  });

  test('is taken away where the site has somebody else in front of it', async () => {
    const answer = await server.ask('/widget/leave', { method: 'POST', body: '{}' });
    expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-embarka_widget=; .*Max-Age=0/);
  });

  test('opens nothing to the page around the frame: it writes nothing, and no socket is let in', async () => {
    const started = await start({ host: HARBOUR });
    const cookie = cookieOf(started);
    const { conversation } = (await started.json()) as { conversation: { id: string } };
    const before = await store.db.$count(conversations);
    const foreign = { Origin: HARBOUR, 'Sec-Fetch-Site': 'cross-site' };
    expect((await start({ host: HARBOUR }, { cookie, headers: foreign })).status).toBe(403);
    const path = `/chat/conversations/${conversation.id}/messages`;
    const body = JSON.stringify({ clientId: crypto.randomUUID(), text: 'Hello' });
    const written = await server.ask(path, { method: 'POST', cookie, body, headers: foreign });
    expect(written.status).toBe(403);
    expect(await store.db.$count(conversations)).toBe(before);

    const hello = { as: 'visitor', conversationId: conversation.id };
    expect((await server.connect(hello, cookie)).outcome).toBe('connected');
    expect((await server.connect(hello, cookie, { Origin: HARBOUR })).outcome).not.toBe(
      'connected',
    );
    expect((await server.connect(hello, cookie, { Origin: 'null' })).outcome).not.toBe('connected');
    // What it reads with the cookie it may not look at.
    const read = await server.ask(path, { cookie, headers: foreign });
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(read.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });
});

describe('A browser that keeps no cookie', () => {
  test('is given its secret once, for its frame alone, and is known by it', async () => {
    const answer = await start({ host: HARBOUR, keepsNothing: true });
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    const { conversation, secret } = (await answer.json()) as {
      conversation: { id: string };
      secret: string;
    };
    const path = `/chat/conversations/${conversation.id}`;
    const headers = { 'Visitor-Secret': secret };
    expect((await server.ask(path, { headers })).status).toBe(200);
    expect((await server.ask(path)).status).toBe(404);
    const body = JSON.stringify({ clientId: crypto.randomUUID(), text: 'Hello', fileIds: [] });
    const json = { ...headers, 'Content-Type': 'application/json' };
    const sent = await server.ask(`${path}/messages`, { method: 'POST', body, headers: json });
    expect(sent.status).toBe(200);
    const hello = { as: 'visitor', conversationId: conversation.id };
    expect((await server.connect({ ...hello, secret }, '')).outcome).toBe('connected');
    expect((await server.connect(hello, '')).outcome).toBe('refused');
    const wrong = { ...hello, secret: 'x'.repeat(43) };
    expect((await server.connect(wrong, '')).outcome).toBe('refused');
  });

  test('is told no secret of a cookie that it has, nor outside of a frame', async () => {
    const cookie = cookieOf(await start({ host: HARBOUR }));
    const again = await start({ host: HARBOUR, keepsNothing: true }, { cookie });
    expect(await again.json()).not.toHaveProperty('secret');
    const elsewhere = await start({ host: 'https://evil.example', keepsNothing: true });
    expect(elsewhere.status).toBe(403);
  });

  test.each(['', 'x', '; embarka_visitor=x', 'x'.repeat(200), '__Host-embarka_widget=x'])(
    'is nobody with the secret %j',
    async (secret) => {
      const answer = await server.ask('/chat/conversations', {
        headers: { 'Visitor-Secret': secret },
      });
      expect(((await answer.json()) as { conversations: unknown[] }).conversations).toEqual([]);
    },
  );
});

describe('Who a site says its visitor is', () => {
  const sign = async (secret: string, aud: string) =>
    new SignJWT({ sub: '4711', email: 'elena@fake.example', name: 'Elena Ruiz' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(HARBOUR)
      .setAudience(aud)
      .setIssuedAt(new Date('2026-06-12T10:00:00Z'))
      .setExpirationTime(new Date('2026-06-12T10:10:00Z'))
      .sign(new TextEncoder().encode(secret));

  test('is taken over what the frame typed; what proves nothing starts nothing', async () => {
    const secret = await createEmbedSecret(server.appContext, NOBODY, HARBOUR);
    const token = await sign(secret, server.origin);
    const taken = await start({ host: HARBOUR, identity: token }, { email: 'other@other.example' });
    expect(taken.status).toBe(200);
    const before = await store.db.$count(conversations);
    const forged = await sign('x'.repeat(43), server.origin);
    for (const elsewhere of [
      { host: HARBOUR, identity: forged },
      { host: PIER, identity: token },
      // Read along, and shown by a browser of somebody else's.
      { host: HARBOUR, identity: token },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const refused = await start(elsewhere);
      expect(refused.status).toBe(400);
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(await refused.json()).toMatchObject({ error: { field: 'email' } });
    }
    expect(await store.db.$count(conversations)).toBe(before);
  });
});
