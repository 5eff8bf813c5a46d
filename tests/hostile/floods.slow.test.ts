import { once } from 'node:events';
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS } from '../../server/connection-limits.ts';
import { asset } from '../support/open-app.ts';
import { VISITORS } from '../support/cast.ts';
import { useDatabase } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../support/team.ts';
import { openVisitor, type TestVisitor } from '../support/visitor.ts';

const store = useDatabase();
let server: LiveServer;
let services: TestServices;
const sockets: TcpSocket[] = [];

beforeEach(async () => {
  const assets = new Map([['/robots.txt', asset('all', { br: undefined, gzip: undefined })]]);
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services, { assets });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function dial(): Promise<TcpSocket> {
  const socket = connectTcp({ port: server.port, host: '127.0.0.1' });
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Everything that is received until the server closes the connection. */
async function untilClosed(socket: TcpSocket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  await Promise.race([closed, pass(10_000).then(() => Promise.reject(new Error('Still open')))]);
  return received;
}

const isAlive = async () => (await server.ask('/health/live')).status === 200;
const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, ...headers, '', ''].join('\r\n');
const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const WEBSOCKET = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const LIVE = 'GET /live/?EIO=4&transport=websocket';

describe('an upgrade', () => {
  test.each([
    ['to another path', 'GET /x', WEBSOCKET],
    ['from a foreign page', LIVE, [...WEBSOCKET, KEY, 'Origin: https://elsewhere.example']],
    ['without an Origin', LIVE, [...WEBSOCKET, KEY]],
    ['without a key', LIVE, WEBSOCKET],
    ['to a protocol nobody knows', 'GET /live/', ['Connection: Upgrade', 'Upgrade: x']],
    ['by POST', 'POST /live/', [...WEBSOCKET, 'Content-Length: 5']],
    ['with a body that never comes', LIVE, [...WEBSOCKET, KEY, 'Content-Length: 5']],
    ['of a proxy', 'CONNECT elsewhere.example:443', []],
  ])('%s whose connection is reset does not end the process', async (_name, line, headers) => {
    for (const wait of [0, 1, 20, 300]) {
      const socket = await dial();
      socket.write(request(line, ...headers));
      if (wait > 0) await pass(wait);
      socket.resetAndDestroy();
    }
    await pass(400);
    expect(await isAlive()).toBe(true);
  });

  test('that our own page began and whose connection is reset does not end the process', async () => {
    for (const wait of [0, 1, 20]) {
      const socket = await dial();
      socket.write(request(LIVE, ...WEBSOCKET, KEY, `Origin: ${server.origin}`));
      if (wait > 0) await pass(wait);
      socket.write(Buffer.from([0x81, 0x85]));
      socket.resetAndDestroy();
    }
    await pass(50);
    expect(await isAlive()).toBe(true);
  });

  test.each([
    ['x', ['Connection: Upgrade', 'Upgrade: x']],
    ['h2c', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']],
    ['websocket', WEBSOCKET],
  ])('to %s elsewhere is answered as an ordinary request', async (_name, headers) => {
    const socket = await dial();
    const closed = untilClosed(socket);
    socket.write(request('GET /robots.txt') + request('GET /robots.txt', ...headers));
    await pass(50);
    socket.write(request('GET /robots.txt', 'Connection: close'));
    expect(statuses(await closed)).toEqual([200, 200, 200]);
  });

  test('to another path leaves no connection behind', async () => {
    const before = await server.connections();
    for (let index = 0; index < 50; index += 1) {
      const socket = await dial();
      socket.write(
        request('GET /robots.txt') + request('GET /x', 'Connection: Upgrade', 'Upgrade: x'),
      );
      socket.end();
    }
    await expect.poll(() => server.connections()).toBe(before);
  });
});

describe('requests of one connection', () => {
  test('are answered in order up to the limit', async () => {
    const socket = await dial();
    const many = request('GET /robots.txt').repeat(CONNECTION_LIMITS.unansweredRequests - 1);
    socket.write(many + request('GET /robots.txt', 'Connection: close'));
    const received = await untilClosed(socket);
    expect(statuses(received)).toEqual(
      Array<number>(CONNECTION_LIMITS.unansweredRequests).fill(200),
    );
  });

  test('are refused at the limit, and the connection ends', async () => {
    const socket = await dial();
    const { unansweredRequests } = CONNECTION_LIMITS;
    socket.write(request('GET /robots.txt').repeat(unansweredRequests + 2));
    const received = await untilClosed(socket);
    expect(statuses(received)).toEqual([...Array<number>(unansweredRequests).fill(200), 429]);
    expect(received).toContain('Wait for answers before sending more.');
  });

  test('beyond the limit cost a closed connection and nothing else', async () => {
    const before = process.memoryUsage.rss();
    const flood = Buffer.from(request('GET /robots.txt').repeat(50_000));
    for (let index = 0; index < 4; index += 1) {
      const socket = await dial();
      socket.write(flood);
      const closed = untilClosed(socket);
      expect(await isAlive()).toBe(true);
      expect(statuses(await closed).length).toBeLessThanOrEqual(
        CONNECTION_LIMITS.unansweredRequests + 1,
      );
    }
    // The flood itself and what the client held of it included.
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('a live connection', () => {
  let elena: TestVisitor;
  beforeEach(async () => {
    elena = await openVisitor(store.db, VISITORS.elena);
  });

  /** A frame of a client (RFC 6455, 5.2). */
  function frame(opcode: number, payload: string): Buffer {
    const mask = [1, 2, 3, 4];
    const bytes = [...Buffer.from(payload)].map((byte, index) => byte ^ mask[index % 4]!);
    return Buffer.from([0x80 | opcode, 0x80 | bytes.length, ...mask, ...bytes]);
  }

  async function open(): Promise<TcpSocket> {
    const socket = await dial();
    socket.write(
      request(LIVE, ...WEBSOCKET, KEY, `Origin: ${server.origin}`, `Cookie: ${elena.cookie}`),
    );
    await once(socket, 'data');
    return socket;
  }

  const TEXT = 1;
  const PING = 9;
  const PONG = 10;

  test.each([
    ['messages before it is known who it is', TEXT, '42["x"]'],
    ['pings', PING, 'are you there?'],
    ['pongs', PONG, ''],
    ['empty messages', TEXT, ''],
  ])('that sends %s without end is closed', async (_name, opcode, payload) => {
    const socket = await open();
    const many = Buffer.concat(Array<Buffer>(1000).fill(frame(opcode, payload)));
    const closed = untilClosed(socket);
    for (let index = 0; index < 50 && !socket.destroyed; index += 1) {
      socket.write(many);
      await pass(1);
    }
    await closed;
    expect(await isAlive()).toBe(true);
  });

  test('that sends a message in pieces without end is closed', async () => {
    const socket = await open();
    const closed = untilClosed(socket);
    socket.write(Buffer.from([0x01, 0x80, 1, 2, 3, 4]));
    const chunk = Buffer.from([0x00, 0x80, 1, 2, 3, 4]);
    for (let index = 0; index < 50 && !socket.destroyed; index += 1) {
      socket.write(Buffer.concat(Array<Buffer>(100).fill(chunk)));
      await pass(1);
    }
    await closed;
    expect(await isAlive()).toBe(true);
  });

  test('that was admitted and sends packets without end is closed', async () => {
    const auth = { as: 'visitor', conversationId: elena.id };
    const { socket, outcome } = await server.connect(auth, elena.cookie);
    expect(outcome).toBe('connected');
    const gone = new Promise((resolve) => void socket.once('disconnect', resolve));
    for (let index = 0; index < 1000; index += 1) socket.emit('x');
    await gone;
    expect(await isAlive()).toBe(true);
  });

  test('that says as often as it may that somebody types stays open', async () => {
    const auth = { as: 'visitor', conversationId: elena.id };
    const { socket } = await server.connect(auth, elena.cookie);
    for (let index = 0; index < 4 * CONNECTION_LIMITS.typingPerSecond; index += 1) {
      socket.emit('typing', { conversationId: elena.id });
      await pass(10);
    }
    expect(socket.connected).toBe(true);
  });
});

describe('a body', () => {
  const message = (elena: TestVisitor) => `/chat/conversations/${elena.id}/messages`;

  test('that never comes delays nobody who is unknown, and is not waited for', async () => {
    const elena = await openVisitor(store.db, VISITORS.elena);
    const socket = await dial();
    socket.write(
      request(`POST ${message(elena)}`, `Origin: ${server.origin}`, 'Content-Length: 1000'),
    );
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(statuses(chunk.toString())).toEqual([404]);
  });

  const IMPORTS = [
    '/team/catalogue/import',
    '/team/catalogue/import.data',
    '/api/v1/catalogue/import',
  ];

  test('of an import is not read for whoever may not import', async () => {
    await employ(store.db, services, 'maya');
    const agent = await cookieOf(store.db, services, 'maya');
    for (const [cookie, status] of [
      ['embarka.session_token=invented.invented', 401],
      [agent, 403],
    ] as const) {
      for (const path of IMPORTS) {
        const socket = await dial();
        const closed = untilClosed(socket);
        const key = 'Authorization: Bearer emb_invented';
        socket.write(
          request(
            `POST ${path}`,
            `Origin: ${server.origin}`,
            `Cookie: ${cookie}`,
            key,
            'Content-Type: application/x-www-form-urlencoded',
            'Content-Length: 8000000',
          ),
        );
        expect(statuses(await closed)).toEqual([path.startsWith('/api/') ? 401 : status]);
      }
    }
  });

  test('of an import that never ends makes room for others at the limit of all bodies together', async () => {
    await employ(store.db, services, 'ines');
    const cookie = await cookieOf(store.db, services, 'ines');
    const unfinished = 7_500_000;
    const count = Math.floor(CONNECTION_LIMITS.bodyBytes / unfinished) + 1;
    const answers: Promise<string>[] = [];
    for (let i = 0; i < count; i++) {
      const socket = await dial();
      answers.push(untilClosed(socket));
      const head = request(
        'POST /team/catalogue/import',
        `Origin: ${server.origin}`,
        `Cookie: ${cookie}`,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 8000000',
      );
      await new Promise((sent) => socket.write(head + 'x'.repeat(unfinished), sent));
    }
    expect(await Promise.any(answers)).toBe('');
    expect(await isAlive()).toBe(true);
    const body = new URLSearchParams({ text: 'x' });
    const next = await server.ask('/team/catalogue/import', { method: 'POST', cookie, body });
    expect(next.status).toBeLessThan(401);
  });

  test('of an import may be large from whoever may edit the catalogue, up to its limit', async () => {
    await employ(store.db, services, 'ines');
    const cookie = await cookieOf(store.db, services, 'ines');
    const send = async (path: string, bytes: number) => {
      const body = new URLSearchParams({ text: 'x'.repeat(bytes) });
      return (await server.ask(path, { method: 'POST', cookie, body })).status;
    };
    expect(await send('/team/catalogue/import', 200_000)).toBeLessThan(401);
    expect(await send('/team/catalogue/import', 9_000_000)).toBe(413);
    expect(await send('/team/catalogue', 200_000)).toBe(413);
  });
});
