import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { Balancer } from '../support/balancer.ts';

const { TEST_DATABASE_URL = '' } = process.env;
const name = `embarka_rolling_${randomUUID().replaceAll('-', '')}`;

let admin: pg.Client;
let database: pg.Client;
let entrance: Balancer;
const running: { readonly child: ChildProcess; readonly port: number }[] = [];
const folder = mkdtempSync(join(tmpdir(), 'embarka-rolling-'));

beforeAll(async () => {
  if (!TEST_DATABASE_URL) throw new Error('Run npm run test:cluster');
  admin = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(TEST_DATABASE_URL);
  url.pathname = `/${name}`;
  database = new pg.Client({ connectionString: url.href });
  entrance = await Balancer.start();
  for (let count = 0; count < 2; count += 1) {
    entrance.targets.push(await startProcess(url.href));
  }
  await database.connect();
}, 90_000);

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await entrance.close();
  await database.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

async function startProcess(databaseUrl: string): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, ['build/process/index.js'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, String(port)),
      PUBLIC_ORIGIN: `http://localhost:${entrance.port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_GRACE_SECONDS: '1',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push({ child, port });
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('is ready')) break;
  }
  return port;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Somebody's browser, which keeps its connections as browsers do. */
class Visitor {
  readonly conversationId = newConversationId(new Date());
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 });
  readonly #address: string;
  #cookie = '';

  constructor(number: number) {
    this.#address = `198.51.100.${number}`;
  }

  async ask(path: string, body?: object): Promise<number> {
    const origin = `http://localhost:${entrance.port}`;
    const asked = request({
      host: '127.0.0.1',
      port: entrance.port,
      path,
      method: body ? 'POST' : 'GET',
      agent: this.#agent,
      headers: {
        Host: new URL(origin).host,
        Origin: origin,
        Cookie: this.#cookie,
        'X-Forwarded-For': this.#address,
        'Content-Type': 'application/json',
      },
    });
    asked.end(body && JSON.stringify(body));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await text(answer);
    const [cookie] = answer.headers['set-cookie'] ?? [];
    if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
    return answer.statusCode ?? 0;
  }

  start(): Promise<number> {
    const email = `visitor-${randomUUID().slice(0, 8)}x@northfold.example`;
    const start = { id: this.conversationId, email, topic: 'Sales Inquiry', service: null };
    return this.ask('/chat/conversations', start);
  }

  /** As the product's own client does: moves when it is told to, without being cut off. */
  listen(): Socket {
    const socket = io(`http://127.0.0.1:${entrance.port}`, {
      path: '/live',
      transports: ['websocket'],
      auth: { as: 'visitor', conversationId: this.conversationId },
      forceNew: true,
      reconnectionDelay: 100,
      extraHeaders: { Cookie: this.#cookie, Origin: `http://localhost:${entrance.port}` },
    });
    socket.on('comeBack', () => socket.disconnect().connect());
    return socket;
  }

  close(): void {
    this.#agent.destroy();
  }
}

test('one process after the other is replaced under load without a failed request or a lost message', async () => {
  const visitors = [1, 2, 3, 4].map((number) => new Visitor(number));
  for (const visitor of visitors) expect(await visitor.start()).toBe(200);
  const sockets = visitors.map((visitor) => visitor.listen());
  await expect.poll(() => sockets.every(({ connected }) => connected)).toBe(true);
  const cut: string[] = [];
  for (const socket of sockets) {
    socket.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') cut.push(reason);
    });
  }

  const over = new AbortController();
  const failed: string[] = [];
  const acknowledged: string[] = [];
  const work = visitors.map(async (visitor) => {
    while (!over.signal.aborted) {
      const clientId = randomUUID();
      const path = `/chat/conversations/${visitor.conversationId}/messages`;
      for (const [where, body] of [
        [path, { clientId, text: `Message ${clientId}` }],
        ['/services', undefined],
      ] as const) {
        const status = await visitor.ask(where, body).catch((error: Error) => error.message);
        if (status === 429) await setTimeout(1000);
        else if (status !== 200) failed.push(`${where}: ${status}`);
        else if (body) acknowledged.push(clientId);
      }
      // Below the limit of messages a minute.
      await setTimeout(100);
    }
  });

  const databaseUrl = new URL(TEST_DATABASE_URL);
  databaseUrl.pathname = `/${name}`;
  for (const [index, port] of entrance.targets.entries()) {
    const old = running.find((each) => each.port === port)!.child;
    // A balancer that looks at /health/ready sends nobody new to the old process from here on.
    entrance.targets[index] = await startProcess(databaseUrl.href);
    old.kill('SIGTERM');
    const [code] = (await once(old, 'exit')) as [number];
    expect(code).toBe(0);
  }
  await expect.poll(() => sockets.every(({ connected }) => connected)).toBe(true);
  over.abort();
  await Promise.all(work);
  for (const socket of sockets) socket.disconnect();
  for (const visitor of visitors) visitor.close();

  expect(failed).toEqual([]);
  expect(cut).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(40);
  const { rows } = await database.query<{ client_id: string }>(
    'select client_id from visitor_messages where conversation_id = any($1)',
    [visitors.map(({ conversationId }) => conversationId)],
  );
  expect(new Set(rows.map(({ client_id }) => client_id))).toEqual(new Set(acknowledged));
  expect(rows).toHaveLength(acknowledged.length);
}, 120_000);
