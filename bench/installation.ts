import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { systemClock } from '../app/platform/clock.ts';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { openEmbedded } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { openPostgres } from '../app/platform/db/postgres.server.ts';
import { createLog } from '../app/platform/log.server.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import { createAuth } from '../app/accounts/server/sign-in/auth.server.ts';
import { createAccount } from '../app/accounts/server/sign-in/create-account.server.ts';

export type Engine = 'embedded' | 'postgres';

export const AGENT = {
  email: 'agent@embarka.example',
  fullName: 'Nadia Ferreira',
  role: 'agent',
  password: 'quiet-harbour-77',
} as const;

export interface BenchVisitor {
  readonly conversationId: string;
  readonly cookie: string;
}

export class Installation {
  static readonly #there = new Set<Installation>();
  readonly folder: string;
  readonly engine: Engine;
  readonly #postgres: string | undefined;
  readonly #database: string;

  private constructor(engine: Engine, folder: string, postgres: string | undefined) {
    this.engine = engine;
    this.folder = folder;
    this.#postgres = postgres;
    this.#database = `embarka_bench_${randomUUID().replaceAll('-', '')}`;
  }

  static async create(engine: Engine, postgres: string | undefined): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'embarka-bench-'));
    const made = new Installation(engine, folder, postgres);
    Installation.#there.add(made);
    if (engine === 'postgres') await made.#admin(`create database ${made.#database}`);
    const database = await made.open();
    await migrateDatabase(database.pool);
    const secret = await readOrCreateSecret(database.db, 'session');
    const auth = createAuth(database.db, { origin: 'http://localhost', secret });
    await createAccount(database.db, auth, systemClock, AGENT);
    await database.close();
    return made;
  }

  get databaseUrl(): string | undefined {
    if (this.engine === 'embedded' || !this.#postgres) return undefined;
    const url = new URL(this.#postgres);
    url.pathname = `/${this.#database}`;
    return url.href;
  }

  /** Only without a running server: the embedded database allows one process. */
  open(): Promise<OpenDatabase> {
    return this.databaseUrl
      ? Promise.resolve(openPostgres(this.databaseUrl, createLog('error')))
      : openEmbedded(this.folder);
  }

  /** Adds visitors with an open conversation each, all assigned to the one agent. */
  async addVisitors(count: number): Promise<BenchVisitor[]> {
    const database = await this.open();
    const { db } = database;
    const { rows } = await db.execute<{ id: string }>(sql`select id from profiles limit 1`);
    const agentId = rows[0]?.id;
    const visitors = Array.from({ length: count }, () => {
      const secret = randomBytes(32).toString('base64url');
      return {
        browserId: randomUUID(),
        visitorId: randomUUID(),
        conversationId: `conv_${Date.now()}_${randomBytes(13).toString('hex')}`,
        secretHash: createHash('sha256').update(secret).digest('hex'),
        secret,
      };
    });
    const rowsOf = JSON.stringify(visitors);
    await db.transaction(async (tx) => {
      // Inserting this many rows may exceed the statement timeout on a busy computer.
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`
        insert into visitor_browsers (id, secret_hash, created_at)
        select (r->>'browserId')::uuid, r->>'secretHash', now() from jsonb_array_elements(${rowsOf}::jsonb) r`);
      await tx.execute(sql`
        insert into visitors (id, email, topic, conversation_id, agent_id, assigned_at, created_at, updated_at)
        select (r->>'visitorId')::uuid, (r->>'visitorId') || '@visitors.example', 'General Questions',
          r->>'conversationId', ${agentId}, now(), now(), now()
        from jsonb_array_elements(${rowsOf}::jsonb) r`);
      await tx.execute(sql`
        insert into conversations (id, visitor_id, browser_id, topic, agent_id, started_at, assigned_at)
        select r->>'conversationId', (r->>'visitorId')::uuid, (r->>'browserId')::uuid,
          'General Questions', ${agentId}, now(), now()
        from jsonb_array_elements(${rowsOf}::jsonb) r`);
    });
    await database.close();
    return visitors.map(({ conversationId, secret }) => ({
      conversationId,
      cookie: `embarka_visitor=${secret}`,
    }));
  }

  /** Starts the built product, which trusts the benchmark's X-Forwarded-For. */
  async serve(settings: Record<string, string> = {}): Promise<RunningProgram> {
    const port = await freePort();
    return RunningProgram.start(['build/process/index.js'], port, {
      DATA_DIR: this.folder,
      DATABASE_URL: this.databaseUrl ?? '',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...settings,
    });
  }

  async serveFloor(file: string): Promise<RunningProgram> {
    return RunningProgram.start([join('bench/floor', file)], await freePort(), {
      DATA_DIR: this.folder,
      DATABASE_URL: this.databaseUrl ?? '',
    });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    if (this.engine === 'postgres')
      await this.#admin(`drop database if exists ${this.#database} with (force)`);
    Installation.#there.delete(this);
  }

  static async removeAll(): Promise<void> {
    await Promise.all([...Installation.#there].map((each) => each.remove()));
  }

  async #admin(statement: string): Promise<void> {
    const admin = openPostgres(this.#postgres ?? '', createLog('error'));
    await admin.pool.query(statement);
    await admin.close();
  }
}

const REPORTING = ['--expose-gc', '--import', new URL('./report-memory.ts', import.meta.url).href];

export class RunningProgram {
  static readonly #running = new Set<RunningProgram>();
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `http://localhost:${port}`;
    RunningProgram.#running.add(this);
    child.once('exit', () => RunningProgram.#running.delete(this));
  }

  get pid(): number {
    if (!this.#child.pid) throw new Error('The process has ended');
    return this.#child.pid;
  }

  static async start(
    command: readonly string[],
    port: number,
    env: Record<string, string>,
  ): Promise<RunningProgram> {
    const child = spawn(process.execPath, [...REPORTING, ...command], {
      env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const program = new RunningProgram(child, port);
    await new Promise<void>((ready, failed) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('ready')) ready();
      });
      child.once('exit', (code) => failed(new Error(`${command.join(' ')} ended with ${code}`)));
    });
    return program;
  }

  /** CPU milliseconds so far: unlike requests per second, they hardly depend on other load. */
  cpuMs(): number {
    // Fields 14 and 15 (proc_pid_stat(5)), after the name in brackets; in ticks of 10 ms.
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** The CPU time of the main thread, which handles messages, sockets and health checks. */
  firstThreadMs(): number {
    return readFirstThreadMs(this.pid);
  }

  /**
   * Bytes after a garbage collection, and the longest turn of the event loop since the last call.
   */
  async memory(): Promise<{ rss: number; heap: number; longestTurnMs: number }> {
    this.#child.kill('SIGUSR2');
    for (;;) {
      const [chunk] = (await once(this.#child.stdout!, 'data')) as [Buffer];
      const found = /memory (\{.*\})/.exec(chunk.toString())?.[1];
      if (found) return JSON.parse(found) as Awaited<ReturnType<RunningProgram['memory']>>;
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  static async killAll(): Promise<void> {
    const running = [...RunningProgram.#running];
    const ended = running.map((program) => once(program.#child, 'exit'));
    for (const program of running) program.#child.kill('SIGKILL');
    await Promise.all(ended);
  }
}

/** Returns the processor time of a process's main thread in ms. */
export function readFirstThreadMs(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function signIn(
  origin: string,
  { email, password }: { readonly email: string; readonly password: string } = AGENT,
): Promise<string> {
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { Origin: origin, 'X-Forwarded-For': '198.51.100.1' },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (!cookie.includes('session')) throw new Error(`${email} was not signed in: ${answer.status}`);
  return cookie;
}

/**
 * A client address for each visitor, because rate limits do not expect thousands of clients in one
 * place.
 */
export function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}
