import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../app/platform/log.server.ts';
import { loadAssets } from '../../server/assets.ts';
import { CAST } from '../support/cast.ts';
import { useDatabase } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { auditOf, cookieOf, employ, teamServices, type TestServices } from '../support/team.ts';

const store = useDatabase();
let services: TestServices;
let server: LiveServer;
let folder: string;

beforeEach(async () => {
  services = teamServices(store.db);
  folder = await mkdtemp(join(tmpdir(), 'embarka-hostile-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await writeFile(join(folder, 'client/assets/root.js'), 'public');
  await writeFile(join(folder, 'session.secret'), 'the secret');
  await writeFile(join(folder, 'client/.env.js'), 'a dotfile');
  server = await openLiveServer(store.db, services, {
    assets: loadAssets(join(folder, 'client')),
  });
  await employ(store.db, services, 'maya');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A request whose target nobody tidies up on the way, as browsers and fetch would. */
async function askRaw(target: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  return answer;
}

test('a path that climbs out of the public folder finds nothing', async () => {
  for (const target of [
    '/../session.secret',
    '/assets/../../session.secret',
    '/assets/..%2f..%2fsession.secret',
    '/%2e%2e/session.secret',
    '/%252e%252e%252fsession.secret',
    '/assets/..\\..\\session.secret',
    '/assets/..%5c..%5csession.secret',
    '//../session.secret',
    '/assets/root.js%00.secret',
    'http://localhost/../session.secret',
  ]) {
    const answer = await askRaw(target);
    expect(answer).not.toContain('the secret');
    expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /);
  }
  expect(await askRaw('/assets/root.js')).toMatch(/^HTTP\/1\.1 200 [\s\S]*public$/);
});

test.each([
  'http://a:b@localhost/terms',
  'http://a@localhost/terms',
  '*',
  '//host/x',
  '/%',
  '/services/%ff%fe',
  '/terms%00',
  'ftp://localhost/terms',
  'http://',
  'terms',
])('an odd target such as %s is answered, and is no fault of ours', async (target) => {
  expect(await askRaw(target)).toMatch(/^HTTP\/1\.1 (200|301|400|403|404) /);
});

test.each(['/%', '/services/%ff%fe', '/services/%/book-design?x=%', '/%E0%A4%A.data'])(
  'the path %s, which cannot be decoded, is nobody’s page and leaves no line beside the log',
  async (target) => {
    const complaints = (['warn', 'error', 'log'] as const).map((name) => vi.spyOn(console, name));
    expect(await askRaw(target)).toMatch(/^HTTP\/1\.1 404 /);
    for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  },
);

test.each([
  ['slashes', '/'],
  ['backslashes', '\\'],
  ['dots between slashes', '//.'],
])(
  'a path with a row of %s, which takes the square of its length to trim, is refused',
  async (_, row) => {
    expect(await askRaw(`/services${row.repeat(4000)}x`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await askRaw(`${row === '/' ? '' : '/'}${row.repeat(4000)}x`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(await askRaw('/services//digital')).not.toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('TRACE is not answered with what was sent', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.write('TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Mine: echo\r\nConnection: close\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).not.toContain('echo');
});

test('a reset mail links to the configured address, whatever Host and X-Forwarded-Host say', async () => {
  const body = new URLSearchParams({ email: CAST.maya.email }).toString();
  const sent = httpRequest({
    port: server.port,
    host: '127.0.0.1',
    path: '/forgot-password',
    method: 'POST',
    headers: {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example',
      Origin: server.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body.length,
    },
  });
  sent.end(body);
  await once(sent, 'response');
  expect(services.mail.sent).toHaveLength(1);
  const text = services.mail.sent[0]?.text ?? '';
  expect(text).toContain(`${server.origin}/reset-password?token=`);
  expect(text).not.toContain('evil');
});

test('signing in with an address of another site in ?next= stays on this site', async () => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    'https:evil.example',
  ]) {
    const answer = await server.ask(`/login?next=${encodeURIComponent(next)}`, {
      method: 'POST',
      body: new URLSearchParams({ email: CAST.maya.email, password: CAST.maya.password }),
    });
    expect(answer.status).toBe(302);
    const location = answer.headers.get('Location') ?? '';
    expect(new URL(location, server.origin).origin).toBe(server.origin);
  }
});

test('a line break in what is logged starts no line of its own', () => {
  const lines: string[] = [];
  const log = createLog('info', { destination: { write: (text) => void lines.push(text) } });
  const forged = 'x\n{"level":50,"msg":"Henrik signed in"}\r\n\u2028';
  log.info({ path: forged, err: new Error(forged) }, forged);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, path: forged, msg: forged });
});

test('a secret that was sent is in no log line', async () => {
  const cookie = await cookieOf(store.db, services, 'maya');
  await server.ask('/agentchat/inbox?token=a-secret-in-a-link', { cookie });
  await server.ask('/team', { cookie });
  const said = server.lines.join('');
  expect(said).toContain('"status":403');
  expect(said).not.toContain('a-secret-in-a-link');
  expect(said).not.toContain(cookie.slice(30, 60));
});

test('signing in, failing to and signing out are written down', async () => {
  const form = (password: string) => ({
    method: 'POST',
    body: new URLSearchParams({ email: CAST.maya.email, password }),
  });
  await server.ask('/login', form('wrong'));
  const entered = await server.ask('/login', form(CAST.maya.password));
  const cookie = entered.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  await server.ask('/sign-out', { method: 'POST', cookie });
  for (const action of ['sign-in-failed', 'signed-in', 'signed-out']) {
    expect(await auditOf(store.db, action)).toMatchObject([{ subject: CAST.maya.email }]);
  }
});
