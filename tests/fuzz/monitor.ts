/**
 * node tests/fuzz/monitor.ts: asks a server ten times a second whether it lives, as a load balancer does,
 * and other things as a visitor does, and looks at its memory and descriptors.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface MonitorOrder {
  readonly port: number;
  readonly pid: number;
}

export interface Observation {
  readonly kind: 'health' | 'page';
  readonly ms: number;
  /** How long the server's main thread had the processor meanwhile: all of `ms` where it was busy. */
  readonly busyMs: number;
  readonly problem: string | undefined;
}

export interface MonitorNews {
  readonly observations: readonly Observation[];
  readonly rssMb: number;
  /** Open ones: threads and files of the server come and go. */
  readonly sockets: number;
}

const EVERY_MS = 100;
const PAGES = ['/terms', '/services', '/login', '/robots.txt', '/services?q=logo'];
/** An answer that takes longer is none. */
const GIVE_UP_MS = 60_000;
const TICK_MS = 10;

const saved = new Agent({ keepAlive: true, maxSockets: 4 });
let observations: Observation[] = [];

process.on('message', (order: MonitorOrder) => {
  void askForEver(order, 'health', EVERY_MS);
  void askForEver(order, 'page', 5 * EVERY_MS);
  setInterval(() => notify(order), EVERY_MS);
});
process.on('disconnect', () => process.exit());

async function askForEver(order: MonitorOrder, kind: Observation['kind'], everyMs: number) {
  for (let number = 0; ; number += 1) {
    const path = kind === 'health' ? '/health/live' : (PAGES[number % PAGES.length] ?? '/');
    const started = performance.now();
    const busyBefore = busyMs(order.pid);
    const problem = await ask(order.port, path, number % 2 === 0);
    const ms = performance.now() - started;
    observations.push({ kind, ms, busyMs: busyMs(order.pid) - busyBefore, problem });
    await wait(Math.max(0, everyMs - ms));
  }
}

/** Resolves with what is wrong, if anything is. */
function ask(port: number, path: string, isSaved: boolean): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get({
      host: '127.0.0.1',
      port,
      path,
      agent: isSaved ? saved : false,
      timeout: GIVE_UP_MS,
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', (error) => resolve(`${path}: ${error.message}`));
    request.on('response', (response) => {
      response.resume();
      const { statusCode = 0 } = response;
      // Pages that are rendered may be told to come back: there is a queue, and it is full.
      const isFine = statusCode === 200 || (path !== '/health/live' && statusCode === 503);
      response.on('end', () => resolve(isFine ? undefined : `${path}: ${statusCode}`));
      response.on('error', (error) => resolve(`${path}: ${error.message}`));
    });
  });
}

function notify({ pid }: MonitorOrder): void {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const rssMb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    process.send?.({ observations, rssMb, sockets: socketsOf(pid) } satisfies MonitorNews);
    observations = [];
  } catch {
    // The process has ended: the test notices that itself.
  }
}

function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;
}

/** Processor time of the main thread. */
function busyMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) * TICK_MS;
  } catch {
    return 0;
  }
}
