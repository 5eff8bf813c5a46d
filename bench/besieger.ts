import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { send, SIEGES, type Cookies } from './sieges.ts';

export interface Besieging {
  readonly origin: string;
  readonly siege: number;
  readonly cookies: Cookies;
  /** Each address opens one connection. */
  readonly addresses: readonly string[];
}

export interface Besieged {
  readonly answers: number;
  readonly tookMs: number;
}

const { origin, siege, cookies, addresses } = workerData as Besieging;
const { ask } = SIEGES[siege]!;
const agent = new Agent({ keepAlive: true, maxSockets: addresses.length });
const startedAt = performance.now();
const end = new AbortController();
let answers = 0;
let n = 0;
parentPort?.once('message', () => end.abort());
await Promise.all(
  addresses.map(async (address) => {
    while (!end.signal.aborted) {
      // A connection that was cut off tries again.
      await send(origin, address, ask(n++, cookies), agent).catch(() => 0);
      answers += 1;
    }
  }),
);
agent.destroy();
const said: Besieged = { answers, tookMs: performance.now() - startedAt };
parentPort?.postMessage(said, []);
