import { fork, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { TestServer } from '../support/server.ts';
import { openVisitor } from '../support/visitor.ts';
import type { AttackNews, AttackOrder } from './attack.ts';
import type { MonitorNews, MonitorOrder, Observation } from './monitor.ts';
import type { Attacker } from './attacker.ts';

const { FAULT_TEMPLATE = '', FUZZ_ONLY, FUZZ_SEED, FUZZ_SECONDS = '20' } = process.env;
const SECONDS = Number(FUZZ_SECONDS);
const SEED = Number(FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000));
const WIDTH = 48;

/** Nobody notices less. Of a busy machine only the time counts that the server itself was at work. */
const LONGEST_BUSY_MS = 1000;
const LONGEST_MS = 20_000;
/** An allocator keeps some of what it had. */
const RSS_GROWTH = 1.25;
const RSS_SPARE_MB = 150;
const SOCKETS_SPARE = 20;
/** Until a connection whose client is gone is closed, and one that was sent nothing. */
const QUIET_MS = 90_000;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

test(`hostile bytes for ${SECONDS} s end, fill and hold up nothing (FUZZ_SEED=${SEED})`, async () => {
  const { server, attacker } = await startServer();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const monitor = watch(server);

  await wait(1000);
  const { sockets: socketsAtStart } = monitor;
  // What the first requests load and cache is no leak of memory.
  await attack(
    attacker,
    SEED + 1,
    Math.min(30, Math.max(5, SECONDS / 10)),
    server,
    monitor.noteActive,
  );
  await expectRunning(server, monitor);
  await quieten(monitor, socketsAtStart);
  const before = { rssMb: monitor.rssMb, sockets: socketsAtStart };
  const news = await attack(attacker, SEED, SECONDS, server, monitor.noteActive);
  const lastSecond = seconds();
  await expectRunning(server, monitor);
  await quieten(monitor, before.sockets);

  const report = [
    `seed ${SEED}, ${lastSecond.toFixed(0)} s`,
    `connections ${news.connections}, answered ${news.answers}`,
    `scenarios ${Object.entries(news.begun)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    `health asked ${monitor.asked} times, longest ${monitor.longest.ms.toFixed(0)} ms, of which busy ${monitor.longestBusy.busyMs.toFixed(0)} ms`,
    `resident ${before.rssMb.toFixed(0)} MB, peak ${monitor.peakRssMb.toFixed(0)} MB, in the end ${monitor.rssMb.toFixed(0)} MB`,
    `sockets ${before.sockets}, peak ${monitor.peakSockets}, in the end ${monitor.sockets}`,
    ...monitor.problems.slice(0, 20),
  ];
  console.log(report.join('\n'));
  expect(monitor.problems, report.join('\n')).toEqual([]);
  expect(monitor.sockets).toBeLessThanOrEqual(before.sockets + SOCKETS_SPARE);
  expect(monitor.rssMb).toBeLessThanOrEqual(before.rssMb * RSS_GROWTH + RSS_SPARE_MB);
  expect(monitor.asked).toBeGreaterThan(SECONDS);
});

async function startServer(): Promise<{ server: TestServer; attacker: Attacker }> {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-fuzz-'));
  await cp(FAULT_TEMPLATE, folder, { recursive: true });
  const database = await openEmbedded(folder);
  const visitor = await openVisitor(database.db, 'attacker@fleet.example');
  await database.close();
  const server = await TestServer.start(undefined, {
    folder,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  cleanUp.push(() => server.remove());
  raise(server.pid);
  const { cookie, id: conversationId } = visitor;
  return { server, attacker: { port: server.port, origin: server.origin, cookie, conversationId } };
}

/** Before those who attack it; an account that may not do so leaves it as it is. */
function raise(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, -5);
  } catch {
    // The attackers give way all the same.
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each caller names what it hears
function start<News>(script: string, order: object, receive: (news: News) => void): ChildProcess {
  const child = fork(join(import.meta.dirname, script), { execArgv: [] });
  child.on('message', (news) => receive(news as News));
  child.send(order);
  cleanUp.push(() => void child.kill('SIGKILL'));
  return child;
}

/** Attacks for so long, and says what was done. */
async function attack(
  attacker: Attacker,
  seed: number,
  seconds: number,
  server: TestServer,
  noteActive: (names: readonly string[]) => void = () => {},
): Promise<AttackNews> {
  let last: AttackNews = { begun: {}, connections: 0, answers: 0, active: [] };
  const only = FUZZ_ONLY?.split(',');
  const order: AttackOrder = { attacker, seed, width: WIDTH, ...(only && { only }) };
  const child = start<AttackNews>('attack.ts', order, (news) => {
    last = news;
    noteActive(news.active);
  });
  setPriority(child.pid ?? 0, 10);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until && server.isRunning) await wait(100);
  if (child.connected) child.send('stop');
  await Promise.race([ended, wait(15_000)]);
  child.kill('SIGKILL');
  return last;
}

async function expectRunning(server: TestServer, { problems }: Monitor): Promise<void> {
  await wait(200);
  if (server.isRunning) return;
  const last = server.output.split('\n').filter((line) => !line.startsWith('{'));
  throw new Error(
    `The server ended, seed ${SEED}:\n${problems.slice(0, 5).join('\n')}\n${last.join('\n').slice(-3000)}`,
  );
}

/** Until there are no more sockets than before; a server that leaks is not waited for without end. */
async function quieten(monitor: Monitor, sockets: number): Promise<void> {
  const until = performance.now() + QUIET_MS;
  await wait(3000);
  while (monitor.sockets > sockets + SOCKETS_SPARE && performance.now() < until) {
    await wait(500);
  }
}

type Monitor = ReturnType<typeof watch>;

function watch(server: TestServer) {
  const started = performance.now();
  const none: Observation = { kind: 'health', ms: 0, busyMs: 0, problem: undefined };
  const seen = {
    asked: 0,
    longest: none,
    longestBusy: none,
    rssMb: 0,
    peakRssMb: 0,
    sockets: 0,
    peakSockets: 0,
    problems: [] as string[],
    active: [] as readonly string[],
    noteActive(this: void, names: readonly string[]) {
      seen.active = names;
    },
  };
  const order: MonitorOrder = { port: server.port, pid: server.pid ?? 0 };
  const child = start<MonitorNews>('monitor.ts', order, (news) => {
    seen.rssMb = news.rssMb;
    seen.sockets = news.sockets;
    seen.peakRssMb = Math.max(seen.peakRssMb, news.rssMb);
    seen.peakSockets = Math.max(seen.peakSockets, news.sockets);
    for (const one of news.observations) note(one);
  });
  raise(child.pid);
  const note = (one: Observation) => {
    const at = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    const during = [...new Set(seen.active)].join(', ');
    if (one.problem) seen.problems.push(`${at}: ${one.problem} (during ${during})`);
    if (one.kind !== 'health') return;
    seen.asked += 1;
    if (one.ms > seen.longest.ms) seen.longest = one;
    if (one.busyMs > seen.longestBusy.busyMs) seen.longestBusy = one;
    if (one.busyMs > LONGEST_BUSY_MS || one.ms > LONGEST_MS) {
      seen.problems.push(
        `${at}: /health/live took ${one.ms.toFixed(0)} ms, busy for ${one.busyMs} (during ${during})`,
      );
    }
  };
  return seen;
}
