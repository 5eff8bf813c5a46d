import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { connect } from './delivery.ts';
import { addressOf, freePort, Installation, type Engine } from './installation.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

/** The cost of a start, and the memory on a small machine: one CPU, few users. */
export const start: Benchmark = { name: 'start', run: measureStarts };

const PRODUCT = 'build/process/index.js';
const SETTLED_MS = 5000;
const IDLE_MS = 20_000;
const COUNTING = ['--import', new URL('./count-modules.ts', import.meta.url).href];

async function measureStarts(options: BenchmarkOptions): Promise<Table[]> {
  return [await compareStarts(options), await holdSockets(options)];
}

interface Figures {
  readonly cpuMs: number;
  readonly peak: number;
  readonly resident: number;
}

async function compareStarts({ isQuick, postgres }: BenchmarkOptions): Promise<Table> {
  const rounds = isQuick ? 1 : 5;
  const rows: (readonly string[])[] = [];
  const measure = async (title: string, command: string, envs: readonly NodeJS.ProcessEnv[]) => {
    const figures: Figures[] = [];
    for (const env of envs) figures.push(await startOnce(command, env));
    const middle = (key: keyof Figures) => median(figures.map((one) => one[key]));
    const { files, bytes } = await countModules(command, envs.at(-1) ?? {});
    rows.push([
      title,
      rounded(middle('cpuMs')),
      rounded(middle('peak')),
      rounded(middle('resident')),
      rounded(files),
      rounded(bytes / 1024),
    ]);
  };
  const scratch = await mkdtemp(join(tmpdir(), 'embarka-start-'));
  const server = postgres ? await Installation.create('postgres', postgres) : undefined;
  try {
    const folders = Array.from({ length: rounds }, (_, index) => join(scratch, String(index)));
    const fresh = folders.map((folder) => ({ DATA_DIR: folder }));
    const warm = folders.map(() => ({ DATA_DIR: folders[0] }));
    await measure('bare node:http, hello', 'bench/floor/hello.ts', warm);
    await measure('Embarka, embedded, first start', PRODUCT, fresh);
    await measure('bare PGlite on that database, hello', 'bench/floor/database.ts', warm);
    await measure('Embarka, embedded', PRODUCT, warm);
    if (server?.databaseUrl) {
      const shared = { DATA_DIR: server.folder, DATABASE_URL: server.databaseUrl };
      await startOnce(PRODUCT, shared);
      await measure(
        'Embarka, PostgreSQL',
        PRODUCT,
        warm.map(() => shared),
      );
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await server?.remove();
  }
  return {
    title: 'Starts',
    columns: ['', 'processor, ms', 'peak, MB', 'resident, MB', 'files of code', 'their KB'],
    rows,
    note: `On one processor. Processor time and peak memory until the server is ready, resident memory ${SETTLED_MS / 1000} s later; medians of ${rounds}. A first start creates the database with demo data; the floor opens an existing database.`,
  };
}

async function startOnce(command: string, env: NodeJS.ProcessEnv): Promise<Figures> {
  const child = await launch([command], env);
  const pid = child.pid ?? 0;
  const cpuMs = processorMs(pid);
  const peak = memoryMb(pid, 'VmHWM');
  await setTimeout(SETTLED_MS);
  const resident = memoryMb(pid, 'VmRSS');
  await end(child);
  return { cpuMs, peak, resident };
}

/** Counted in a separate start, because counting costs time. */
async function countModules(command: string, env: NodeJS.ProcessEnv) {
  const child = await launch([...COUNTING, command], env);
  const counted = new Promise<{ files: number; bytes: number }>((found) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const said = /modules (\{.*\})/.exec(chunk.toString())?.[1];
      if (said) found(JSON.parse(said) as { files: number; bytes: number });
    });
  });
  child.kill('SIGUSR2');
  const count = await counted;
  await end(child);
  return count;
}

async function holdSockets({ isQuick, postgres }: BenchmarkOptions): Promise<Table> {
  const counts = isQuick ? [0, 100] : [0, 100, 1000];
  const rows: (readonly string[])[] = [];
  const engines: readonly Engine[] = postgres ? ['embedded', 'postgres'] : ['embedded'];
  for (const engine of engines) {
    const installation = await Installation.create(engine, postgres);
    try {
      const visitors = await installation.addVisitors(counts.at(-1) ?? 0);
      const server = await launchOn(installation);
      const sockets: Socket[] = [];
      try {
        for (const count of counts) {
          for (const [index, visitor] of visitors.slice(sockets.length, count).entries()) {
            const { conversationId, cookie } = visitor;
            const auth = { as: 'visitor', conversationId } as const;
            sockets.push(await connect(server.origin, auth, cookie, addressOf(index)));
          }
          const before = processorMs(server.pid);
          await setTimeout(IDLE_MS);
          const perSecond = (processorMs(server.pid) - before) / (IDLE_MS / 1000);
          rows.push([
            `${engine === 'embedded' ? 'embedded' : 'PostgreSQL'}, ${rounded(count)} sockets`,
            rounded(memoryMb(server.pid, 'VmRSS')),
            rounded(memoryMb(server.pid, 'VmHWM')),
            rounded(perSecond / 10, 1),
          ]);
        }
      } finally {
        for (const socket of sockets) socket.disconnect();
        await end(server.child);
      }
    } finally {
      await installation.remove();
    }
  }
  return {
    title: 'Visitors with the chat open, on one processor',
    columns: ['', 'resident, MB', 'peak, MB', 'processor, %'],
    rows,
    note: `Idle for ${IDLE_MS / 1000} s, without a forced garbage collection. Without the memory of PostgreSQL.`,
  };
}

async function launchOn({ folder, databaseUrl }: Installation) {
  const port = await freePort();
  const child = await launch([PRODUCT], {
    DATA_DIR: folder,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    DEMO: 'off',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    PORT: String(port),
  });
  return { child, pid: child.pid ?? 0, origin: `http://localhost:${port}` };
}

/** Starts a program on one CPU if `taskset` exists; resolves when the program is ready. */
async function launch(command: readonly string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
  const [program = '', ...rest] = [
    ...(hasTaskset ? ['taskset', '-c', '0'] : []),
    process.execPath,
    ...command,
  ];
  const { PATH } = process.env;
  const child = spawn(program, rest, {
    env: { PATH, LOG_LEVEL: 'warn', PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('ready')) ready();
    });
    child.once('exit', (code) => failed(new Error(`${command.join(' ')} ended with ${code}`)));
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Fields 14 and 15 (proc_pid_stat(5)), after the name in brackets; in ticks of 10 ms. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryMb(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
