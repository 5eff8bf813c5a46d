/**
 * node tests/fuzz/attack.ts: opens connections to the server without end and does on each what its number
 * and the seed say. A process of its own, so that the monitor is not held up by it.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from './random.ts';
import type { Attacker } from './attacker.ts';
import { SCENARIOS, type Plan } from './scenarios.ts';

export interface AttackOrder {
  readonly attacker: Attacker;
  readonly seed: number;
  /** Connections at once. */
  readonly width: number;
  /** Only these scenarios. */
  readonly only?: readonly string[];
}

export interface AttackNews {
  /** How often each scenario was begun. */
  readonly begun: Readonly<Record<string, number>>;
  readonly connections: number;
  readonly answers: number;
  /** Scenarios under way. */
  readonly active: readonly string[];
}

const NEWS_MS = 250;
/** A connection that is not taken within this time is given up. */
const CONNECT_MS = 5000;
const MOST_HELD = 300;

let isOver = false;
let connections = 0;
let answers = 0;
let open = 0;
const begun: Record<string, number> = {};
const active: string[] = [];
const sockets = new Set<Socket>();

process.on('message', (order: AttackOrder | 'stop') => {
  if (order === 'stop') void stop();
  else void attack(order);
});
process.on('disconnect', () => process.exit());

async function attack({ attacker, seed, width, only }: AttackOrder): Promise<void> {
  const names = only ?? Object.keys(SCENARIOS);
  let number = 0;
  const next = async () => {
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- `stop` ends it
    while (!isOver) {
      number += 1;
      const random = new Random(seed * 1_000_003 + number);
      const name = random.one(names);
      begun[name] = (begun[name] ?? 0) + 1;
      active.push(name);
      const plan = SCENARIOS[name]?.(random, attacker);
      const copies = open > MOST_HELD ? 1 : (plan?.copies ?? 1);
      if (plan) {
        await Promise.all(Array.from({ length: copies }, () => follow(plan, attacker.port)));
      }
      active.splice(active.indexOf(name), 1);
    }
  };
  const timer = setInterval(notify, NEWS_MS);
  await Promise.all(Array.from({ length: width }, next));
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  notify();
  process.disconnect?.();
}

async function stop(): Promise<void> {
  isOver = true;
  await wait(3000);
  for (const socket of sockets) socket.destroy();
}

function notify(): void {
  process.send?.({ begun, connections, answers, active } satisfies AttackNews);
}

async function follow(plan: Plan, port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.add(socket);
  open += 1;
  connections += 1;
  let received = 0;
  let isClosed = false;
  let wake = () => {};
  socket.on('error', () => {});
  socket.once('close', () => {
    isClosed = true;
    wake();
  });
  if (plan.isDeaf) socket.pause();
  else {
    socket.on('data', (bytes) => {
      if (received === 0) answers += 1;
      received += bytes.length;
      wake();
    });
    // Who has been told goodbye says it, too.
    socket.on('end', () => socket.end());
  }
  const pause = (ms: number, isWoken: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        if (!isWoken && !isClosed) return;
        clearTimeout(timer);
        resolve();
      };
    });
  const patience = setTimeout(() => socket.connecting && socket.destroy(), CONNECT_MS);
  for (const chunk of plan.pieces) {
    if (isClosed || isOver) break;
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) {
      // A server that does not read is not waited for without end.
      if (socket.writableLength > 4_000_000) await pause(500, false);
      socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
    } else await pause(chunk.waitMs, chunk.untilAnswered ?? false);
  }
  if (!isClosed && plan.staysMs > 0) await pause(plan.staysMs, false);
  clearTimeout(patience);
  if (!isClosed) {
    if (plan.end === 'reset') socket.resetAndDestroy();
    else if (plan.end === 'destroy') socket.destroy();
    else {
      socket.end();
      if (plan.end === 'half-close') await pause(1000, false);
    }
    if (!isClosed) await pause(500, false);
    socket.destroy();
  }
  sockets.delete(socket);
  open -= 1;
}
