import { once } from 'node:events';
import { connect as connectTcp, type AddressInfo, type Socket as TcpSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MessageView } from '../../app/chat/protocol/views.ts';
import { CONNECTION_LIMITS, Holdings } from '../../server/connection-limits.ts';
import { createHttpServer } from '../../server/http-server.ts';
import { TOO_MANY_SOCKETS } from '../../server/live-limits.ts';
import { VISITORS } from '../support/cast.ts';
import { useDatabase } from '../support/database.ts';
import { openLiveServer, type LiveServer, type LiveServerOptions } from '../support/live-server.ts';
import { teamServices } from '../support/team.ts';
import { openVisitor } from '../support/visitor.ts';

const store = useDatabase();
const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** Short enough for a test that waits until a limit is reached. */
const QUICK = { headersMs: 150, requestMs: 200, checkMs: 25 };

function dial(port: number, localAddress = '127.0.0.1'): TcpSocket {
  const socket = connectTcp({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  cleanUp.push(() => socket.destroy());
  return socket;
}

/** All that is said until the other side closes. */
async function untilClosed(socket: TcpSocket): Promise<string> {
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString()));
  await once(socket, 'close', { signal: AbortSignal.timeout(5000) });
  return said;
}

async function serve(options: LiveServerOptions): Promise<LiveServer> {
  const server = await openLiveServer(store.db, teamServices(store.db), options);
  cleanUp.push(() => server.close());
  return server;
}

describe('an HTTP client', () => {
  let server: LiveServer;
  beforeEach(async () => {
    server = await serve({ limits: QUICK });
  });

  test('that sends its headers slowly is cut off, and others are answered meanwhile', async () => {
    const slow = dial(server.port);
    slow.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nX-Slow');
    expect((await server.ask('/robots.txt')).status).toBe(200);
    expect(await untilClosed(slow)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that begins a WebSocket upgrade and never finishes it is cut off', async () => {
    const half = dial(server.port);
    half.write('GET /live/?EIO=4&transport=websocket HTTP/1.1\r\nUpgrade: websocket\r\nConn');
    expect(await untilClosed(half)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that sends its body slowly is cut off', async () => {
    const slow = dial(server.port);
    slow.write(
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: ${server.origin}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=a',
    );
    expect(await untilClosed(slow)).not.toContain(' 200 ');
  });

  test('that connects and says nothing is cut off', async () => {
    expect(await untilClosed(dial(server.port))).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('whose request line is garbage is told so, and the server lives on', async () => {
    for (const line of [
      'GET http://[ HTTP/1.1',
      'GET //[ HTTP/1.1',
      '\0\0\0',
      'GET /live/?EIO=4&transport=polling HTTP/1.1',
      'GET /live/?EIO=4&sid=%E0%80 HTTP/1.1',
    ]) {
      const rude = dial(server.port);
      rude.write(`${line}\r\nHost: a b\r\nConnection: close\r\n\r\n`);
      await untilClosed(rude);
    }
    expect((await server.ask('/robots.txt')).status).toBe(200);
  });
});

describe('the HTTP server', () => {
  async function listen(limits: Partial<typeof CONNECTION_LIMITS> | object) {
    const all = { ...CONNECTION_LIMITS, ...limits };
    const http = createHttpServer({ isProxy: () => false, limits: all });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    cleanUp.push(() => (http.closeAllConnections(), http.close()));
    return { http, port: (http.address() as AddressInfo).port };
  }

  test('lets go of a client that asks and never reads the answer', async () => {
    const { http, port } = await listen({ idleMs: 150 });
    const gone = new Promise((resolve) => {
      http.on('request', (_, response) => {
        response.once('close', () => resolve(response.writableFinished));
        response.end(Buffer.alloc(32 * 1024 * 1024));
      });
    });
    const deaf = dial(port);
    deaf.pause();
    deaf.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await gone).toBe(false);
  });

  test('lets go of a client that reads its answer drop by drop', async () => {
    const { http, port } = await listen({ responseMs: 200 });
    http.on('request', (_, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const slow = dial(port);
    slow.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await untilClosed(slow)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('keeps a client that takes long for a large answer and goes on reading', async () => {
    const { http, port } = await listen({ responseMs: 150, responseBytes: 1000 });
    http.on('request', (_, response) => {
      let count = 0;
      const timer = setInterval(() => {
        response.write('.'.repeat(1000));
        count += 1;
        if (count < 30) return;
        clearInterval(timer);
        response.end('the end');
      }, 20);
    });
    const reader = dial(port);
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await untilClosed(reader)).toContain('the end');
  });

  test('refuses a network its connections above the limit, in words, and nobody else', async () => {
    const { http, port } = await listen({ connectionsPerBlock: 3 });
    http.on('request', (_, response) => response.end('here you are'));
    const first = [dial(port), dial(port), dial(port)];
    await Promise.all(first.map((socket) => once(socket, 'connect')));
    expect(await untilClosed(dial(port))).toMatch(
      /^HTTP\/1\.1 429 .*Too many connections from your network/s,
    );
    const other = dial(port, '127.0.0.2');
    other.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await untilClosed(other)).toContain('here you are');
    first[0]?.destroy();
    await expect
      .poll(async () => {
        const next = dial(port);
        next.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
        return untilClosed(next);
      })
      .toContain('here you are');
  });
});

test('what nobody holds any more is forgotten', () => {
  const held = new Holdings();
  for (let number = 0; number < 1000; number += 1) held.take(`block ${number}`, 1);
  expect(held.take('block 7', 1)).toBe(false);
  expect(held.size).toBe(1000);
  for (let number = 0; number < 1000; number += 1) held.release(`block ${number}`);
  expect(held.size).toBe(0);
  expect(held.take('block 7', 1)).toBe(true);
});

describe('a live socket', () => {
  const behindProxy = { env: { TRUSTED_PROXIES: '127.0.0.1' } };

  /** The upgrade alone, as an attacker would send it. */
  function upgrade(server: LiveServer, { address = '198.51.100.7', cookie = '' } = {}): TcpSocket {
    const socket = dial(server.port);
    socket.write(
      'GET /live/?EIO=4&transport=websocket HTTP/1.1\r\n' +
        `Host: 127.0.0.1:${server.port}\r\nOrigin: ${server.origin}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: ${btoa('sixteen bytes ok')}\r\nX-Forwarded-For: ${address}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    return socket;
  }

  const answerOf = async (socket: TcpSocket) => {
    const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(5000) })) as [Buffer];
    return chunk.toString();
  };

  /** A text frame, masked with zeros as clients may. */
  function frame(text: string): Buffer {
    const payload = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
  }

  test('of a network that holds too many is refused, wherever in its /64 it comes from', async () => {
    const server = await serve({ ...behindProxy, limits: { socketsPerBlock: 3 } });
    const held = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::'].map((address) =>
      upgrade(server, { address }),
    );
    for (const socket of held) expect(await answerOf(socket)).toContain('101 Switching');
    expect(await untilClosed(upgrade(server, { address: '2001:db8::4' }))).toContain(
      TOO_MANY_SOCKETS,
    );
    expect(await answerOf(upgrade(server, { address: '2001:db8:0:1::1' }))).toContain(
      '101 Switching',
    );
    held[0]?.destroy();
    await expect
      .poll(() => answerOf(upgrade(server, { address: '2001:db8::5' })))
      .toContain('101 Switching');
  });

  test('opened and closed again and again is refused before anybody is asked who it is', async () => {
    const server = await serve({ ...behindProxy, limits: { handshakesPerSecond: 3 } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        answerOf(upgrade(server, { address: `2001:db8:9:${number.toString(16)}::1` })),
      ),
    );
    expect(answers.filter((answer) => answer.includes(TOO_MANY_SOCKETS)).length).toBeGreaterThan(
      20,
    );
    expect(await answerOf(upgrade(server, { address: '198.51.100.7' }))).toContain('101 Switching');
  });

  test('that is refused waits for its refusal, and nobody else does', async () => {
    const server = await serve({
      ...behindProxy,
      limits: { socketsPerBlock: 1, refusalMs: 2_000 },
    });
    const crowd = Array.from({ length: 4 }, () => upgrade(server, { address: '198.51.100.7' }));
    const answers: string[] = [];
    const answered = crowd.map(async (socket) => answers.push(await answerOf(socket)));
    const other = answerOf(upgrade(server, { address: '198.51.100.8' }));
    answers.push(await other);
    expect(answers).toEqual([expect.stringContaining('101 Switching'), await other]);
    await Promise.all(answered);
    expect(answers.filter((answer) => answer.includes(TOO_MANY_SOCKETS))).toHaveLength(3);
  });

  test('that never says who it is is closed, and its place is free again', async () => {
    const server = await serve({
      ...behindProxy,
      limits: { socketsPerBlock: 1, handshakeMs: 150, goodbyeMs: 50 },
    });
    const silent = upgrade(server);
    await untilClosed(silent);
    expect(await answerOf(upgrade(server))).toContain('101 Switching');
  });

  test('that was refused and stays is closed', async () => {
    const server = await serve({ limits: { handshakeMs: 150, goodbyeMs: 50 } });
    const refused = upgrade(server);
    await answerOf(refused);
    refused.write(frame('40{"as":"agent"}'));
    expect(await untilClosed(refused)).toContain('refused');
  });

  test('that says who it is again and again costs a few queries, and is closed', async () => {
    const server = await serve({ limits: { handshakeMs: 5000, goodbyeMs: 50 } });
    const elena = await openVisitor(store.db, VISITORS.elena);
    const hello = frame(`40${JSON.stringify(elena.hello)}`);
    const eager = upgrade(server, elena);
    await answerOf(eager);
    const asked = vi.spyOn(store.pool, 'query');
    cleanUp.push(() => asked.mockRestore());
    eager.write(Buffer.concat(Array.from({ length: 1000 }, () => hello)));
    await untilClosed(eager);
    expect(asked.mock.calls.length).toBeLessThan(20);
    expect((await server.connect(elena.hello, elena.cookie)).outcome).toBe('connected');
    expect(asked.mock.calls.length).toBeGreaterThan(0);
  });

  test('above those one browser may have is refused with a sentence, and others are let in', async () => {
    const server = await serve({ limits: { socketsPerBrowser: 2 } });
    const elena = await openVisitor(store.db, VISITORS.elena);
    const priya = await openVisitor(store.db, VISITORS.priya);
    const first = await server.connect(elena.hello, elena.cookie);
    await server.connect(elena.hello, elena.cookie);
    const third = await server.connect(elena.hello, elena.cookie);
    expect([first.outcome, third.outcome]).toEqual(['connected', TOO_MANY_SOCKETS]);
    expect((await server.connect(priya.hello, priya.cookie)).outcome).toBe('connected');
    first.socket.disconnect();
    await expect
      .poll(async () => (await server.connect(elena.hello, elena.cookie)).outcome)
      .toBe('connected');
  });

  test('that never reads is closed before its events fill the memory, and others hear theirs', async () => {
    const server = await serve({});
    const elena = await openVisitor(store.db, VISITORS.elena);
    const priya = await openVisitor(store.db, VISITORS.priya);
    const deaf = upgrade(server, elena);
    await answerOf(deaf);
    deaf.write(frame(`40${JSON.stringify(elena.hello)}`));
    await expect.poll(() => server.realtime.isAnybodyIn([elena.id])).toBe(true);
    deaf.pause();
    const reader = await server.connect(priya.hello, priya.cookie);
    const sendText = (conversationId: string) => {
      const message = { text: 'x'.repeat(4000) } as MessageView;
      server.realtime.chat.messageSaved(
        { visitorId: 'v', conversationId, message },
        null,
        performance.now(),
      );
    };
    const before = process.memoryUsage().rss;
    let count = 0;
    while (await server.realtime.isAnybodyIn([elena.id])) {
      for (let number = 0; number < 20; number += 1) sendText(elena.id);
      sendText(priya.id);
      count += 1;
      if (count > 5000) throw new Error('Four hundred megabytes were taken for one client');
      await new Promise(setImmediate);
    }
    await expect.poll(() => reader.heard.length).toBe(count);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('that declares a million attachments, or sends more than it may, is closed', async () => {
    const server = await serve({ limits: { goodbyeMs: 50 } });
    const elena = await openVisitor(store.db, VISITORS.elena);
    for (const packet of [
      '51000000-["typing",{"_placeholder":true,"num":0}]',
      '5-1-["typing"]',
      '2["typing"',
      '9',
    ]) {
      const rude = upgrade(server, elena);
      await answerOf(rude);
      rude.write(frame(`40${JSON.stringify(elena.hello)}`));
      rude.write(frame(`4${packet}`));
      await untilClosed(rude);
    }
    const large = upgrade(server, elena);
    await answerOf(large);
    const header = Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0]);
    large.write(Buffer.concat([header, Buffer.alloc(0xffff, 'a')]));
    await untilClosed(large);
    expect((await server.connect(elena.hello, elena.cookie)).outcome).toBe('connected');
  });

  test('that says a thousand times that somebody types costs a few queries', async () => {
    const server = await serve({});
    const elena = await openVisitor(store.db, VISITORS.elena);
    const { socket } = await server.connect(elena.hello, elena.cookie);
    const listener = await server.connect(elena.hello, elena.cookie);
    let queries = 0;
    const select = store.db.select.bind(store.db);
    store.db.select = ((...fields: Parameters<typeof select>) => {
      queries += 1;
      return select(...fields);
    }) as typeof store.db.select;
    cleanUp.push(() => void (store.db.select = select));
    for (let number = 0; number < 1000; number += 1) {
      socket.emit('typing', { conversationId: elena.id });
    }
    // What is said after the flood on the same line arrives after it.
    const closed = once(listener.socket as never, 'seen');
    await new Promise((resolve) => socket.io.engine.once('drain', resolve as never));
    server.realtime.chat.seenByAgent(elena.id, 1);
    await closed;
    expect(queries).toBeLessThan(10 * CONNECTION_LIMITS.typingPerSecond);
  });

  test('that says it over many sockets of one browser costs no more', async () => {
    const server = await serve({});
    const elena = await openVisitor(store.db, VISITORS.elena);
    const sockets = await Promise.all(
      Array.from({ length: 15 }, () => server.connect(elena.hello, elena.cookie)),
    );
    await server.realtime.closeFormerListeners();
    let asked = 0;
    const select = store.db.select.bind(store.db);
    store.db.select = ((...fields: Parameters<typeof select>) => {
      // What the judge of conversations asks for.
      if ('blockId' in (fields[0] ?? {})) asked += 1;
      return select(...fields);
    }) as typeof store.db.select;
    cleanUp.push(() => void (store.db.select = select));
    const [listener] = sockets;
    for (const { socket } of sockets) {
      for (let number = 0; number < 10; number += 1) {
        socket.emit('typing', { conversationId: elena.id });
      }
    }
    await Promise.all(
      sockets.map(
        ({ socket }) => new Promise((done) => socket.io.engine.once('drain', done as never)),
      ),
    );
    const said = once(listener?.socket as never, 'seen');
    server.realtime.chat.seenByAgent(elena.id, 1);
    await said;
    // The test may have taken longer than a second.
    expect(asked).toBeLessThanOrEqual(5 * CONNECTION_LIMITS.typingPerSecond);
  });
});
