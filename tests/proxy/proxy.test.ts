import { readdirSync } from 'node:fs';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Random } from '../fuzz/random.ts';
import { frame, handshake } from '../fuzz/websocket.ts';
import { CAST } from '../support/cast.ts';
import { TestCluster } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';
import { PROXIES, startProxy, type RunningProxy } from '../support/proxies.ts';
import { freePort } from '../support/server.ts';
import { openVisitor, type TestVisitor } from '../support/visitor.ts';

const SOCKETS = 1000;
/** As many as one browser may have open. */
const SOCKETS_PER_VISITOR = 20;
const VISITORS = SOCKETS / SOCKETS_PER_VISITOR;

/** Addresses from which other clients come; the proxies' own, 127.0.0.1, is the one that is trusted. */
const CLIENTS = ['127.0.0.2', '127.0.0.3'] as const;

describe.each(PROXIES)('two processes behind %s', (name) => {
  let port: number;
  let origin: string;
  let cluster: TestCluster;
  let proxy: RunningProxy;
  const visitors: TestVisitor[] = [];

  beforeAll(async () => {
    port = await freePort();
    origin = `https://localhost:${port}`;
    cluster = await TestCluster.start({
      env: { PUBLIC_ORIGIN: origin },
      prepare: async (database) => {
        await makeCast(database);
        for (let number = 0; number < VISITORS; number += 1) {
          visitors.push(await openVisitor(database.db, `${number}-visitor@fleet.example`));
        }
      },
    });
    proxy = await startProxy(name, port, cluster.entrance.targets);
    // Where much else is at work, the first page of a process takes longer than a page may.
    for (const each of cluster.entrance.targets) {
      await vi.waitFor(
        async () => {
          const { status } = await fetch(`http://127.0.0.1:${each}/terms`);
          if (status !== 200) throw new Error(`The first page was answered with ${status}`);
        },
        { timeout: 240_000 },
      );
    }
  });
  afterAll(async () => {
    await proxy?.stop();
    await cluster?.stop();
  });

  const random = new Random(1);
  const visitor = (number = 0): TestVisitor => visitors[number % VISITORS] as TestVisitor;

  /** What is sent over TLS, byte by byte; the connection below it can be reset. */
  function dial() {
    const tcp: Socket = connectTcp({ port, host: '127.0.0.1' });
    const tls = connectTls({ socket: tcp, servername: 'localhost', rejectUnauthorized: false });
    const seen = { text: '', isClosed: false };
    tcp.on('error', () => {});
    tls.on('error', () => {});
    tls.on('data', (bytes: Buffer) => (seen.text += bytes.toString('latin1')));
    tls.once('close', () => (seen.isClosed = true));
    return { tcp, tls, seen };
  }

  function head(method: string, target: string, ...lines: readonly string[]): string {
    return [`${method} ${target} HTTP/1.1`, `Host: localhost:${port}`, ...lines, '', ''].join(
      '\r\n',
    );
  }

  function openSession(localAddress = '127.0.0.1'): ClientHttp2Session {
    const session = connectHttp2(origin, {
      rejectUnauthorized: false,
      createConnection: () =>
        connectTls({
          socket: connectTcp({ port, host: '127.0.0.1', localAddress }),
          servername: 'localhost',
          ALPNProtocols: ['h2'],
          rejectUnauthorized: false,
        }),
    });
    session.on('error', () => {});
    return session;
  }

  /** One stream of HTTP/2. */
  function ask(
    session: ClientHttp2Session,
    path: string,
    { body, ...headers }: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const stream = session.request({
        ':path': path,
        ':method': body ? 'POST' : 'GET',
        ...headers,
      });
      const answer = { status: 0, text: '' };
      stream.on('response', (sent) => (answer.status = Number(sent[':status'])));
      stream.on('data', (bytes: Buffer) => (answer.text += String(bytes)));
      stream.on('end', () => resolve(answer));
      stream.on('error', reject);
      stream.end(body);
    });
  }

  /** Both processes live, and answer others soon, whatever was done to them. */
  async function expectWell(): Promise<void> {
    for (const each of cluster.processes) expect(each.isRunning, each.output).toBe(true);
    for (const each of cluster.entrance.targets) {
      const asked = performance.now();
      const answer = await fetch(`http://127.0.0.1:${each}/health/live`);
      expect(answer.status).toBe(200);
      expect(performance.now() - asked).toBeLessThan(5000);
    }
  }

  /** Open connections of the processes. */
  async function countSockets(): Promise<number> {
    const counts = cluster.processes.map(({ pid }) => readdirSync(`/proc/${pid}/fd`).length);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  test('pages and forms are answered over HTTP/2, many at once', async () => {
    const session = openSession();
    const pages = await Promise.all(
      Array.from({ length: 100 }, (_, at) => ask(session, at % 2 ? '/terms' : '/services')),
    );
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    const sent = await ask(session, `/chat/conversations/${visitor().id}/messages`, {
      body: JSON.stringify({ text: 'Hello', clientId: '00000000-0000-4000-8000-000000000001' }),
      'content-type': 'application/json',
      cookie: visitor().cookie,
      origin,
    });
    expect(sent.status, sent.text).toBe(200);
    const foreign = await ask(session, '/login', {
      body: 'email=a%40b.example&password=x',
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
    session.close();
  });

  test('an agent signs in with a form, with and without scripts', async () => {
    const session = openSession();
    const form = {
      body: new URLSearchParams({
        email: CAST.maya.email,
        password: CAST.maya.password,
      }).toString(),
      'content-type': 'application/x-www-form-urlencoded',
      origin,
    };
    expect((await ask(session, '/login', form)).status).toBe(302);
    // The router answers where to go next in a text of its own.
    expect((await ask(session, '/login.data', form)).status).toBe(202);
    session.close();
  });

  test('what is for operators is not for visitors', async () => {
    const session = openSession();
    for (const path of ['/metrics', '/health/ready', '/health/live']) {
      expect((await ask(session, path)).status, path).toBe(404);
    }
    session.close();
  });

  test('a live connection is let through, and hears what is written on the other process', async () => {
    const socket = io(origin, {
      path: '/live',
      transports: ['websocket'],
      auth: visitor(1).hello,
      forceNew: true,
      reconnection: false,
      rejectUnauthorized: false,
      extraHeaders: { Cookie: visitor(1).cookie, Origin: origin },
    });
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const session = openSession();
    // The balancer gives some of them to each process.
    for (const number of [1, 2, 3, 4]) {
      const { status, text } = await ask(session, `/chat/conversations/${visitor(1).id}/messages`, {
        body: JSON.stringify({
          text: `Message ${number}`,
          clientId: `00000000-0000-4000-8000-00000000001${number}`,
        }),
        'content-type': 'application/json',
        cookie: visitor(1).cookie,
        origin,
      });
      expect(status, text).toBe(200);
    }
    await expect.poll(() => heard.filter((event) => event === 'message').length).toBe(4);
    socket.disconnect();
    session.close();
  });

  test.each(['/x', '/live/?EIO=4&transport=websocket', '/'])(
    'upgrades at %s that are reset, refused or left end nothing and stay nowhere',
    async (target) => {
      const before = await countSockets();
      for (let round = 0; round < 60; round += 1) {
        const connections = Array.from({ length: 5 }, () => dial());
        for (const [at, { tls }] of connections.entries()) {
          const upgrade = at % 2 ? 'websocket' : 'h2c';
          if (at > 2) tls.write(head('GET', '/robots.txt'));
          tls.write(
            head(
              'GET',
              target,
              'Connection: Upgrade',
              `Upgrade: ${upgrade}`,
              'Origin: https://evil.example',
              'Sec-WebSocket-Version: 13',
              'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
            ),
          );
        }
        await wait(round % 3 ? 20 : 300);
        for (const { tcp, tls } of connections) {
          if (round % 2) tcp.resetAndDestroy();
          else tls.destroy();
        }
      }
      await expectWell();
      await expect.poll(countSockets, { interval: 500 }).toBeLessThan(before + 100);
    },
  );

  test('two thousand requests on one connection keep nobody else waiting', async () => {
    const { tls, seen } = dial();
    tls.write(head('GET', '/robots.txt').repeat(2000));
    const session = openSession();
    const others = await Promise.all([1, 2, 3].map(() => ask(session, '/terms')));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    session.close();
    await expectWell();
    await expect
      .poll(() => seen.isClosed || seen.text.split('HTTP/1.1 200').length > 100)
      .toBe(true);
    tls.destroy();
  });

  test('two hundred half requests and slow bodies keep nobody else waiting, and end', async () => {
    const connections = Array.from({ length: 200 }, () => dial());
    for (const [at, { tls }] of connections.entries()) {
      const path = `/chat/conversations/${visitor(at).id}/messages`;
      if (at % 2) tls.write(`GET /terms HTTP/1.1\r\nHost: localh`);
      else {
        tls.write(
          head(
            'POST',
            path,
            'Content-Length: 1000',
            'Content-Type: application/json',
            `Origin: ${origin}`,
          ),
        );
      }
    }
    await wait(1000);
    const session = openSession();
    const sent = await ask(session, `/chat/conversations/${visitor(2).id}/messages`, {
      body: JSON.stringify({ text: 'Hello', clientId: '00000000-0000-4000-8000-000000000021' }),
      'content-type': 'application/json',
      cookie: visitor(2).cookie,
      origin,
    });
    expect(sent.status, sent.text).toBe(200);
    expect((await ask(session, '/terms')).status).toBe(200);
    session.close();
    await expectWell();
    const open = () => connections.filter(({ seen }) => !seen.isClosed).length;
    await expect.poll(open, { timeout: 100_000, interval: 500 }).toBe(0);
  });

  test(`${SOCKETS} live connections that are reset at once end nothing, and are forgotten`, async () => {
    const before = await countSockets();
    const connections: ReturnType<typeof dial>[] = [];
    for (let number = 0; number < SOCKETS; number += 1) {
      const { id: conversationId, cookie, hello } = visitor(number);
      const connection = dial();
      connections.push(connection);
      const asked = handshake(random, { port, origin, cookie, conversationId });
      connection.tls.write(asked.replace(`127.0.0.1:${port}`, `localhost:${port}`));
      // A packet that comes before the connection is another protocol is lost in some proxies.
      connection.tls.once('data', () => {
        connection.tls.write(frame(random, 1, `40${JSON.stringify(hello)}`));
      });
      if (number % 25 === 24) await wait(50);
    }
    const admitted = () => connections.filter(({ seen }) => seen.text.includes('40{"sid"')).length;
    await expect.poll(admitted, { timeout: 120_000, interval: 500 }).toBe(SOCKETS);
    for (const { tcp } of connections) tcp.resetAndDestroy();
    await expectWell();
    await expect.poll(countSockets, { interval: 500 }).toBeLessThan(before + 100);
    const session = openSession();
    expect((await ask(session, '/terms')).status).toBe(200);
    session.close();
  });

  test('limits count the address that the proxy saw, whatever the client claims', async () => {
    // After the resets above, a busy computer's processes may count as unwell for a moment, and Caddy keeps only
    // requests that read until one is well again.
    const writer = openSession();
    const status = async () => (await ask(writer, '/terms', { body: 'a=b' })).status;
    await expect.poll(status, { timeout: 30_000, interval: 500 }).not.toBe(503);
    writer.close();
    const tries = async (address: string) => {
      const session = openSession(address);
      const statuses: number[] = [];
      for (let number = 0; number < 40; number += 1) {
        const { status } = await ask(session, '/login', {
          body: `email=guess-${number}%40shop.example&password=wrong-password`,
          'content-type': 'application/x-www-form-urlencoded',
          origin,
          'x-forwarded-for': `203.0.113.${number}`,
        });
        statuses.push(status);
      }
      session.close();
      return statuses;
    };
    const first = await tries(CLIENTS[0]);
    expect(first.slice(0, 15)).not.toContain(429);
    expect(first).toContain(429);
    // Another client of the same proxy.
    const session = openSession(CLIENTS[1]);
    const other = await ask(session, '/login', {
      body: 'email=somebody%40shop.example&password=wrong-password',
      'content-type': 'application/x-www-form-urlencoded',
      origin,
    });
    expect(other.status).not.toBe(429);
    session.close();
  });
});
