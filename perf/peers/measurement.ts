import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/installation.ts';
import { median, percentile } from '../../bench/table.ts';
import type { PostgresServer } from './database.ts';
import { load } from './load.ts';
import { sendCalmly, sendFast, type Delivered } from './messages.ts';
import { answersOk } from './ready.ts';
import { ServerProcess } from './server-process.ts';
import type { Reading, Side } from './side.ts';

export const CONNECTIONS = 32;
/** Work that follows a flood of messages, such as notifications, counts for the messages. */
const FLOOD_SETTLE_MS = 5000;
const MEMORY_SETTLE_MS = 10_000;
const COMPRESSED = 'gzip, br';

export interface Lengths {
  readonly rounds: number;
  readonly seconds: number;
  readonly messageRounds: number;
  readonly calmSeconds: number;
  readonly fastSeconds: number;
  readonly starts: number;
}

/** Figures of one round or, as medians, of all. */
export interface Figures {
  readonly perSecond: number;
  /** Processor time of the server for each request or message, in microseconds. */
  readonly serverUs: number;
  /** The same of the PostgreSQL processes that serve its database. */
  readonly databaseUs: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
}

export interface ReadingResult extends Figures {
  readonly side: string;
  readonly kind: Reading['kind'];
  readonly what: Reading['what'];
  readonly how: string;
  readonly isCompressed: boolean;
  readonly rounds: readonly Figures[];
}

export interface MessageResult {
  readonly side: string;
  readonly calm: Figures;
  readonly fast: Figures;
  readonly rounds: readonly { readonly calm: Figures; readonly fast: Figures }[];
}

export interface ProcessResult {
  readonly side: string;
  /** Milliseconds from the start until a request is answered. */
  readonly startMs: number;
  /** Processor milliseconds until then. */
  readonly startCpuMs: number;
  /** Bytes after the measurements. */
  readonly memory: number;
  readonly processes: number;
}

export interface Measured {
  readonly readings: readonly ReadingResult[];
  readonly messages: readonly MessageResult[];
  readonly processes: readonly ProcessResult[];
}

interface Running {
  readonly side: Side;
  readonly server: ServerProcess;
  readonly origin: string;
  readonly starts: readonly { readonly ms: number; readonly cpuMs: number }[];
}

interface Task {
  readonly running: Running;
  readonly reading: Reading;
  readonly isCompressed: boolean;
  readonly rounds: Figures[];
}

/** Starts all sides and measures them in turns, so that noise on the machine affects all of them. */
export class Measurement {
  readonly #sides: readonly Side[];
  readonly #postgres: PostgresServer;
  readonly #lengths: Lengths;

  constructor(sides: readonly Side[], postgres: PostgresServer, lengths: Lengths) {
    this.#sides = sides;
    this.#postgres = postgres;
    this.#lengths = lengths;
  }

  async run(): Promise<Measured> {
    const running: Running[] = [];
    for (const side of this.#sides) {
      console.log(`Starting ${side.name} …`);
      running.push(await this.#start(side));
    }
    const readings = await this.#read(running);
    const messages = await this.#sendMessages(running);
    await sleep(MEMORY_SETTLE_MS);
    const processes = running.map(({ side, server, starts }) => ({
      side: side.name,
      startMs: median(starts.map(({ ms }) => ms)),
      startCpuMs: median(starts.map(({ cpuMs }) => cpuMs)),
      memory: server.memory(),
      processes: server.processes,
    }));
    for (const { server } of running) await server.stop();
    return { readings, messages, processes };
  }

  async #start(side: Side): Promise<Running> {
    const starts: { ms: number; cpuMs: number }[] = [];
    for (;;) {
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const server = new ServerProcess(side.command(port));
      const ms = await server.untilReady(() => answersOk(origin, side.ready));
      starts.push({ ms, cpuMs: server.cpuMs() });
      if (starts.length > this.#lengths.starts)
        return { side, server, origin, starts: starts.slice(1) };
      await server.stop();
    }
  }

  async #read(running: readonly Running[]): Promise<ReadingResult[]> {
    const tasks = listTasks(running);
    for (const each of tasks) {
      await check(each.running.origin, each.running.side.name, each.reading);
    }
    // The first round warms up code and caches, and does not count.
    for (let round = 0; round <= this.#lengths.rounds; round += 1) {
      console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${this.#lengths.rounds} …`);
      // Every second round runs backwards, so that no side always follows the same other one.
      for (const task of round % 2 === 0 ? tasks : tasks.toReversed()) {
        const figures = await this.#load(task);
        if (round > 0) task.rounds.push(figures);
      }
    }
    return tasks.map(
      ({ running: { side }, reading: { kind, what, how = '' }, isCompressed, rounds }) => ({
        side: side.name,
        kind,
        what,
        how,
        isCompressed,
        ...medians(rounds),
        rounds,
      }),
    );
  }

  #load({ running, reading, isCompressed }: Task): Promise<Figures> {
    const { seconds } = this.#lengths;
    return this.#count(running, async () => {
      const encoding: Record<string, string> = isCompressed
        ? { 'Accept-Encoding': COMPRESSED }
        : {};
      const loaded = await load(
        running.origin,
        (n) => {
          const ask = reading.ask(n);
          return { ...ask, headers: { ...ask.headers, ...encoding } };
        },
        { connections: CONNECTIONS, seconds },
      );
      return { ...loaded, count: loaded.requests };
    });
  }

  async #sendMessages(running: readonly Running[]): Promise<MessageResult[]> {
    const { messageRounds, calmSeconds, fastSeconds } = this.#lengths;
    const rounds = new Map<string, { calm: Figures; fast: Figures }[]>();
    for (let round = 0; round <= messageRounds; round += 1) {
      for (const each of running) {
        const { side, origin } = each;
        if (!side.openLine) continue;
        const which = round === 0 ? 'warming up' : `round ${round} of ${messageRounds}`;
        console.log(`Messages, ${which}: ${side.name} …`);
        const line = await side.openLine(origin);
        try {
          const calm = await this.#count(each, async () =>
            countOf(await sendCalmly(line, calmSeconds)),
          );
          const fast = await this.#count(each, async () => {
            const delivered = await sendFast(line, fastSeconds);
            await sleep(FLOOD_SETTLE_MS);
            return countOf(delivered);
          });
          if (round > 0) rounds.set(side.name, [...(rounds.get(side.name) ?? []), { calm, fast }]);
        } finally {
          line.close();
        }
      }
    }
    return [...rounds].map(([side, each]) => ({
      side,
      calm: medians(each.map(({ calm }) => calm)),
      fast: medians(each.map(({ fast }) => fast)),
      rounds: each,
    }));
  }

  async #count(
    { side, server }: Running,
    work: () => Promise<{
      count: number;
      perSecond: number;
      waits: readonly number[];
      bytes: number;
    }>,
  ): Promise<Figures> {
    const endCount = side.database ? await this.#postgres.count(side.database) : undefined;
    const before = server.cpuMs();
    const { count, perSecond, waits, bytes } = await work();
    const serverMs = server.cpuMs() - before;
    const databaseMs = (await endCount?.()) ?? 0;
    return {
      perSecond,
      serverUs: (serverMs * 1000) / count,
      databaseUs: (databaseMs * 1000) / count,
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      bytes,
    };
  }
}

/** The same task of different sides follows each other, so that they are measured under the same conditions. */
function listTasks(running: readonly Running[]): Task[] {
  const tasks = running.flatMap((each) =>
    each.side.readings.flatMap((reading) =>
      (reading.kind === 'page' ? [false, true] : [false]).map((isCompressed) => ({
        running: each,
        reading,
        isCompressed,
        rounds: [],
      })),
    ),
  );
  const nameOf = ({ reading: { kind, what }, isCompressed }: Task) =>
    `${kind} ${what} ${isCompressed}`;
  return [...Map.groupBy(tasks, nameOf).values()].flat();
}

/** A fast error would look like a fast server. */
async function check(
  origin: string,
  side: string,
  { ask, check: checkText, what }: Reading,
): Promise<void> {
  for (const n of [1, 2, 3]) {
    const { path, headers, body } = ask(n);
    const answer = await fetch(origin + path, {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    });
    const text = await answer.text();
    try {
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
      checkText(text);
    } catch (error) {
      throw new Error(`${side}, ${what}, ${path}`, { cause: error });
    }
  }
}

function countOf({ messages, perSecond, waits }: Delivered) {
  return { count: messages, perSecond, waits, bytes: 0 };
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
  return {
    perSecond: of('perSecond'),
    serverUs: of('serverUs'),
    databaseUs: of('databaseUs'),
    p50: of('p50'),
    p99: of('p99'),
    bytes: of('bytes'),
  };
}
