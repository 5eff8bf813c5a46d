import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from 'redis';
import { io, type Socket } from 'socket.io-client';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { readPrefix } from '../../server/cluster.ts';
import { Balancer } from './balancer.ts';
import { openScratchDatabase } from './database.ts';
import { freePort } from './server.ts';

const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;

/** Several processes of the built product: one database, one Redis, nothing else in common. */
export class TestCluster {
  readonly database: OpenDatabase;
  /** In front of the processes: the address people use. */
  readonly entrance: Balancer;
  /** Between the processes and Redis. */
  readonly redis: Balancer;
  readonly processes: TestProcess[] = [];

  readonly #redisUrl: string;
  #env: NodeJS.ProcessEnv = {};

  private constructor(
    database: OpenDatabase,
    entrance: Balancer,
    redis: Balancer,
    redisUrl: string,
  ) {
    this.#redisUrl = redisUrl;
    this.database = database;
    this.entrance = entrance;
    this.redis = redis;
  }

  get origin(): string {
    return `http://localhost:${this.entrance.port}`;
  }

  /** Starts them at the same moment; `prepare` fills the database before. */
  static async start(options: {
    count?: number;
    env?: NodeJS.ProcessEnv;
    isRedisAway?: boolean;
    redisUrl?: string;
    prepare?: (database: OpenDatabase) => Promise<void>;
  }): Promise<TestCluster> {
    const redisUrl = options.redisUrl ?? TEST_REDIS_URL;
    if (!TEST_DATABASE_URL || !redisUrl) throw new Error('Run npm run test:cluster');
    const database = await openScratchDatabase(TEST_DATABASE_URL);
    await options.prepare?.(database);
    const { port } = new URL(redisUrl);
    const redis = await Balancer.start([Number(port || 6379)]);
    if (options.isRedisAway) redis.cut();
    const cluster = new TestCluster(database, await Balancer.start(), redis, redisUrl);
    const throughBalancer = new URL(redisUrl);
    throughBalancer.host = `127.0.0.1:${redis.port}`;
    const ports = await Promise.all(Array.from({ length: options.count ?? 2 }, freePort));
    cluster.entrance.targets.push(...ports);
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: throughBalancer.href,
      PUBLIC_ORIGIN: cluster.origin,
      // Each client of the tests comes from an address of its own.
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO: 'off',
      ...options.env,
    };
    cluster.#env = env;
    for (const each of ports) cluster.startAnother(each);
    await Promise.all(cluster.processes.map((each) => each.ready));
    return cluster;
  }

  /** One more process on this port, or in place of one that ended. */
  startAnother(port: number): TestProcess {
    const started = new TestProcess(port, this.origin, this.#env);
    this.processes.push(started);
    return started;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.kill()));
    await this.#tidyRedis();
    await Promise.all([this.entrance.close(), this.redis.close(), this.database.close()]);
  }

  /** Leaves a Redis that others use as it was. */
  async #tidyRedis(): Promise<void> {
    const client = await createClient({ url: this.#redisUrl }).connect();
    for await (const keys of client.scanIterator({
      MATCH: `${await readPrefix(this.database.db)}*`,
      COUNT: 1000,
    })) {
      if (keys.length > 0) await client.del(keys);
    }
    client.destroy();
  }
}

export class TestProcess {
  readonly publicOrigin: string;
  readonly port: number;
  /** Resolves when the process listens. */
  readonly ready: Promise<void>;
  output = '';
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), 'embarka-cluster-'));

  constructor(port: number, publicOrigin: string, env: NodeJS.ProcessEnv) {
    this.port = port;
    this.publicOrigin = publicOrigin;
    const child = spawn(process.execPath, ['build/process/index.js'], {
      env: { ...process.env, ...env, PORT: String(port), DATA_DIR: this.#folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.ready = new Promise((ready, failed) => {
      const read = (chunk: Buffer) => {
        this.output += chunk.toString();
        if (this.output.includes('is ready')) ready();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => failed(new Error(`The process ended:\n${this.output}`)));
    });
    this.ready.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its mails, of which a killed process leaves none. */
  get mailFolder(): string {
    return join(this.#folder, 'outbox');
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.isRunning) {
      this.#child.kill(signal);
      await once(this.#child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

let clients = 0;

/** Where a client knocks: a process, and the address people know it by. */
export interface EntryProcess {
  readonly port: number;
  readonly publicOrigin: string;
}

/** Somebody's browser, as far as a server can tell: it says each time which process it speaks to. */
export class TestClient {
  readonly #cookies = new Map<string, string>();
  readonly #sockets: Socket[] = [];
  readonly #address = `198.51.${100 + (++clients >> 8)}.${clients & 255}`;

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(to: EntryProcess, path: string, init: Sent = {}): Promise<Response> {
    const response = await send(to.port, path, {
      ...init,
      headers: {
        Cookie: this.cookie,
        Host: new URL(to.publicOrigin).host,
        Origin: to.publicOrigin,
        'X-Forwarded-For': this.#address,
        Accept: 'text/html',
        ...init.headers,
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Posts JSON and returns what comes back; throws when it is refused. */
  async post<Answer>(to: EntryProcess, path: string, body: object): Promise<Answer> {
    const response = await this.fetch(to, path, { method: 'POST', ...jsonBody(body) });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async get<Answer>(to: EntryProcess, path: string): Promise<Answer> {
    const response = await this.fetch(to, path, { headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  submit(to: EntryProcess, path: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.fetch(to, path, { method: 'POST', ...formBody(fields) });
  }

  /** Opens a live connection and waits until it stands. */
  async listen(to: EntryProcess, hello: object): Promise<Socket> {
    const socket = io(`http://127.0.0.1:${to.port}`, {
      path: '/live',
      transports: ['websocket'],
      auth: hello,
      forceNew: true,
      reconnection: false,
      extraHeaders: { Cookie: this.cookie, Origin: to.publicOrigin },
    });
    this.#sockets.push(socket);
    await new Promise<void>((connected, refused) => {
      socket.on('connect', connected);
      socket.on('connect_error', refused);
    });
    return socket;
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect();
  }
}

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly withinMs?: number;
}

const ANSWER_MS = 10_000;
/** A form may bring a password, and those are checked one after the other: ten in line take long on a busy computer. */
const FORM_ANSWER_MS = 60_000;

/** As fetch, which does not let a client name the host it was told to ask for. */
async function send(
  port: number,
  path: string,
  { body: sent, withinMs = ANSWER_MS, ...options }: Sent,
): Promise<Response> {
  const signal = AbortSignal.timeout(withinMs);
  const asked = request({ host: '127.0.0.1', port, path, agent: false, signal, ...options });
  asked.end(sent);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  // An answer such as a 204 may have no body, not even an empty one.
  const body = (await text(answer)) || null;
  return new Response(body, { status: answer.statusCode ?? 0, headers });
}

function formBody(fields: Record<string, string>): Sent {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    withinMs: FORM_ANSWER_MS,
  };
}

function jsonBody(body: object): Sent {
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}
