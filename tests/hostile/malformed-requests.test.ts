import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADER_LIMITS } from '../../server/header-limits.ts';
import { useDatabaseOnce } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { teamServices } from '../support/team.ts';
import { openVisitor, type TestVisitor } from '../support/visitor.ts';

// Requests that no client library would send, byte by byte: each is the sender's mistake, is told
// so with a 4xx, and is no fault of ours in the log.

const store = useDatabaseOnce();
let server: LiveServer;
let elena: TestVisitor;

beforeAll(async () => {
  server = await openLiveServer(store.db, teamServices(store.db));
  elena = await openVisitor(store.db, 'elena@northfold.example');
});
afterAll(() => server.close());

/** Sends these lines and the body, and returns everything that was answered. */
async function send(lines: readonly string[], body = '', isEnded = false): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  // Who was answered may be cut off while still sending.
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  if (isEnded) socket.end();
  await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
  return answer;
}

/** The first line of what is answered to each request, and whatever was logged as a fault. */
async function outcome(
  lines: readonly string[],
  body = '',
  isEnded = false,
): Promise<readonly string[]> {
  const before = server.lines.length;
  const answer = await send(lines, body, isEnded);
  const faults = server.lines.slice(before).filter((line) => line.includes('"level":50'));
  return [...(answer.match(/^HTTP\/1\.1 .*$/gm) ?? ['nothing']), ...faults];
}

/** What these say the parser of HTTP reads itself; a Host is looked at on its own. */
const READ_BEFORE = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'transfer-encoding',
  'upgrade',
]);

/** Each is refused, and there is one. */
const REFUSED = /^(HTTP\/1\.1 4\d\d [^|]*\|?)+$/;

const FORM = 'email=elena%40northfold.example';
const MESSAGE = `{"clientId":"00000000-0000-4000-8000-000000000001","text":"Hello"}`;

test.each(['TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'M-SEARCH'])(
  'the method %s is not offered anywhere',
  async (method) => {
    for (const path of ['/', '/robots.txt', '/api/v1/services', '/chat/availability']) {
      const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
      expect(await outcome(lines)).toEqual(['HTTP/1.1 405 Method Not Allowed']);
    }
  },
);

test.each(Object.entries(HEADER_LIMITS).filter(([name]) => !READ_BEFORE.has(name)))(
  'a header %s of more than %i characters is refused before it is taken apart',
  async (name, limit) => {
    const lines = ['GET /terms HTTP/1.1', 'Host: localhost', `${name}: ${' ,'.repeat(limit)}x`];
    expect(await outcome([...lines, 'Connection: close'])).toEqual([
      'HTTP/1.1 431 Request Header Fields Too Large',
    ]);
  },
);

test('headers as long as browsers and programs send them are answered', async () => {
  const lines = [
    'GET /terms HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    `Cookie: other=${'a'.repeat(8_000)}`,
    `User-Agent: Mozilla/5.0 ${'(a; b) '.repeat(100)}`,
    `Accept: ${'text/html;q=0.9,'.repeat(50)}*/*`,
    `X-Of-A-Proxy: ${'a'.repeat(4_000)}`,
  ];
  expect(await outcome([...lines, 'Connection: close'])).toEqual(['HTTP/1.1 200 OK']);
});

describe('a body whose length is told wrongly', () => {
  const lengths: readonly (readonly [string, readonly string[]])[] = [
    ['in letters', ['Content-Length: ten']],
    ['below nothing', ['Content-Length: -1']],
    ['in another base', ['Content-Length: 0x10']],
    ['as a power of ten', ['Content-Length: 1e1']],
    ['with a plus', ['Content-Length: +10']],
    ['twice and differently', ['Content-Length: 5', 'Content-Length: 6']],
    ['as a list', ['Content-Length: 5, 6']],
    ['above what a number holds', ['Content-Length: 99999999999999999999999999']],
    ['above what may be sent', ['Content-Length: 70000']],
    ['and by chunks as well', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['by chunks that are none', ['Transfer-Encoding: chunked']],
    ['by an encoding that nobody knows', ['Transfer-Encoding: gzipped']],
    ['too long by one', ['Content-Length: +1']],
    ['too short', ['Content-Length: 3']],
    ['as nothing', ['Content-Length: 0']],
  ];
  const doors: readonly (readonly [string, () => string[], string])[] = [
    [
      'a form',
      () => ['POST /forgot-password HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded'],
      FORM,
    ],
    [
      'a message',
      () => [
        `POST /chat/conversations/${elena.id}/messages HTTP/1.1`,
        'Content-Type: application/json',
        `Cookie: ${elena.cookie}`,
      ],
      MESSAGE,
    ],
  ];
  const all = doors.flatMap(([what, head, body]) =>
    lengths.map(([how, length]) => [what, how, head, length, body] as const),
  );

  test.each(all)('of %s, %s, is refused', async (_, how, head, length, body) => {
    const isTooLong = how === 'too long by one';
    const told = isTooLong ? [`Content-Length: ${body.length + 1}`] : length;
    const own = [`Host: 127.0.0.1:${server.port}`, `Origin: ${server.origin}`];
    const said = await outcome([...head(), ...own, 'Connection: close', ...told], body, isTooLong);
    expect(said.join('|')).toMatch(REFUSED);
  });
});

describe('a Host that names nobody', () => {
  test.each([
    ['missing', []],
    ['told twice', ['Host: localhost', 'Host: evil.example']],
    ['with a space', ['Host: local host']],
    ['with a path', ['Host: localhost/terms']],
    ['with a name and a password', ['Host: a:b@localhost']],
    ['with a port that is none', ['Host: localhost:99999999']],
    ['with a port in letters', ['Host: localhost:http']],
    ['with half an IPv6 address', ['Host: [::1']],
    ['with brackets', ['Host: <localhost>']],
    ['with a backslash', ['Host: localhost\\evil.example']],
    ['with a question mark', ['Host: localhost?evil']],
    ['with a percent sign', ['Host: local%zzhost']],
    ['with bytes above ASCII', ['Host: l\xf6calhost\xff']],
    ['with a NUL', ['Host: local\0host']],
  ] as const)('%s, is refused', async (_, host) => {
    for (const target of ['/terms', '/login', '/agentchat/inbox']) {
      const said = await outcome([`GET ${target} HTTP/1.1`, ...host, 'Connection: close']);
      expect(said.join('|')).toMatch(REFUSED);
    }
  });
});

test.each([
  ['a path', `/${'a'.repeat(20_000)}`],
  ['a query', `/services?q=${'a'.repeat(20_000)}`],
  ['a query of many names', `/services?${'a=&'.repeat(10_000)}`],
  ['an address in full', `http://localhost/${'a'.repeat(20_000)}`],
])('%s of 20,000 characters and more is refused', async (_, target) => {
  const said = await outcome([`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close']);
  expect(said.join('|')).toMatch(REFUSED);
});

test('headers of 20,000 characters are refused', async () => {
  const cookie = `Cookie: embarka_visitor=${'a'.repeat(20_000)}`;
  const said = await outcome(['GET /login HTTP/1.1', 'Host: localhost', cookie]);
  expect(said.join('|')).toMatch(REFUSED);
});

test('and what is in order is answered', async () => {
  const head = ['GET /login HTTP/1.1', `Host: 127.0.0.1:${server.port}`, 'Connection: close'];
  expect(await send(head)).toMatch(/^HTTP\/1\.1 200 /);
});
