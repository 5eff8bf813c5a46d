import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  addressOf,
  Installation,
  signIn,
  type BenchVisitor,
  type Engine,
  type RunningProgram,
} from './installation.ts';
import { openPostingLines } from './posting-lines.ts';
import {
  median,
  percentile,
  rounded,
  type Benchmark,
  type BenchmarkOptions,
  type Table,
} from './table.ts';

export const STEADY_PER_SECOND = 200;
/** The rate for each of several processes, limited by the CPU of a small computer. */
const STEADY_TO_EACH = 100;
export const IN_FLIGHT = 64;
/** Enough visitors to stay below the rate limit of 60 messages a minute, 30 at once. */
export const VISITORS = 2000;
/** The pause in which the idle load of the processes is measured. */
const IDLE_SECONDS = 5;
/**
 * Messages before a measurement: V8 compiles until a process has handled thousands, and a single
 * process gets there sooner than one of eight.
 */
export const WARM_UP = 10_000;
/** Long enough for the scheduled jobs that follow a flood. */
const SETTLING_SECONDS = 12;
const TEXT = 'Could you tell me whether the files come as PDF, and when they would be ready?';

/**
 * The time from a visitor's message until the agent's socket has it, durably stored, compared with
 * bare Socket.IO that only makes the same insert.
 */
export const delivery: Benchmark = { name: 'delivery', run: compareDelivery };

/**
 * A way to send messages, and the agent's socket. `send` resolves when the message is acknowledged.
 */
interface Line {
  send(visitor: BenchVisitor, clientId: string): Promise<void>;
  onDelivered(listener: (clientId: string) => void): void;
  cpuMs(): number;
  readonly pids: readonly number[];
  /** The longest turn of the server's event loop since the last call, in ms. */
  longestTurnMs(): Promise<number>;
  close(): Promise<void>;
}

export type OpenLine = (
  installation: Installation,
  visitors: readonly BenchVisitor[],
) => Promise<Line>;

export interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly ceiling: number;
  /** CPU time of the server per message at the ceiling, in microseconds, without the database. */
  readonly cpuUs: number;
  /** The longest turn of the event loop under the steady rate, in ms. */
  readonly longestTurn: number;
}

async function compareDelivery(options: BenchmarkOptions): Promise<Table[]> {
  const engines: Engine[] = options.postgres ? ['embedded', 'postgres'] : ['embedded'];
  const rows: (string | number)[][] = [];
  for (const engine of engines) {
    const rounds = options.isQuick ? 1 : 3;
    const floors: Figures[] = [];
    const products: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await measure(engine, options, openFloor));
      products.push(await measure(engine, options, openProduct));
    }
    const of = (figures: Figures[], key: keyof Figures) => median(figures.map((f) => f[key]));
    const row = (title: string, figures: Figures[]) => [
      title,
      rounded(of(figures, 'p50'), 2),
      rounded(of(figures, 'p99'), 2),
      rounded(of(figures, 'ceiling')),
      rounded(of(figures, 'cpuUs')),
      rounded(of(figures, 'longestTurn'), 1),
    ];
    const ratio = (key: keyof Figures) => rounded(of(products, key) / of(floors, key), 2);
    rows.push(
      row(`${engine}: bare Socket.IO, one insert`, floors),
      row(`${engine}: Embarka`, products),
      [
        `${engine}: ratio`,
        ratio('p50'),
        ratio('p99'),
        ratio('ceiling'),
        ratio('cpuUs'),
        ratio('longestTurn'),
      ],
    );
  }
  return [
    {
      title: 'Delivery',
      columns: [
        '',
        `p50 at ${STEADY_PER_SECOND}/s, ms`,
        'p99, ms',
        'ceiling, messages/s',
        'server CPU, µs',
        'longest turn, ms',
      ],
      rows,
      note: `Time from sending to the agent's socket, after the commit. Steady: ${STEADY_PER_SECOND} messages a second from ${VISITORS} visitors. Ceiling: ${IN_FLIGHT} in flight. Longest turn: the longest block of the server's event loop during the steady load.`,
    },
  ];
}

export interface ProcessFigures extends Omit<Figures, 'longestTurn'> {
  /** The same at a low rate per process, at which no process waits for a CPU. */
  readonly calmCpuUs: number;
}

/** Measures something else during the phase of maximum throughput. */
export interface Meter {
  begin(): Promise<void>;
  end(messages: number): Promise<void>;
}

async function measure(
  engine: Engine,
  { isQuick, postgres }: BenchmarkOptions,
  openLine: OpenLine,
): Promise<Figures> {
  const installation = await Installation.create(engine, postgres);
  const visitors = await installation.addVisitors(VISITORS);
  const line = await openLine(installation, visitors);
  try {
    const run = new Run(line, visitors);
    await run.send(isQuick ? WARM_UP / 2 : WARM_UP, IN_FLIGHT);
    await run.steadily(isQuick ? 1 : SETTLING_SECONDS);
    await line.longestTurnMs();
    const latencies = await run.steadily(isQuick ? 3 : 15);
    const longestTurn = await line.longestTurnMs();
    const before = line.cpuMs();
    const { count, seconds } = await run.asFastAsPossible(isQuick ? 2 : 10);
    return {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      ceiling: count / seconds,
      cpuUs: ((line.cpuMs() - before) * 1000) / count,
      longestTurn,
    };
  } finally {
    await line.close();
    await installation.remove();
  }
}

/** Measures several processes on one PostgreSQL, each as busy as a single one. */
export async function measureProcesses(
  { isQuick, postgres }: BenchmarkOptions,
  processes: { readonly count: number; readonly settings: Record<string, string> },
  meter: Meter,
): Promise<ProcessFigures> {
  const { count, settings } = processes;
  const installation = await Installation.create('postgres', postgres);
  // Each process has its own visitors, so that the rate per visitor stays the same.
  const visitors: BenchVisitor[] = [];
  const servers: RunningProgram[] = [];
  while (servers.length < count) {
    visitors.push(...(await installation.addVisitors(VISITORS)));
    servers.push(await installation.serve(settings));
  }
  // Without Redis, the agent must connect to each process.
  const isJoined = settings.REDIS_URL !== undefined;
  const line = await openProduct(installation, visitors, servers, isJoined ? 1 : count);
  try {
    const run = new Run(line, visitors);
    await run.send((isQuick ? 500 : 2000) * count, IN_FLIGHT * count);
    const latencies = await run.steadily(isQuick ? 3 : 10);
    // The idle load is subtracted, because it is higher on a slow machine.
    const idleBefore = line.cpuMs();
    await sleep(IDLE_SECONDS * 1000);
    const idleMs = (line.cpuMs() - idleBefore) / IDLE_SECONDS;
    // No pause in between: after one, V8 compiles some code again.
    await run.send((isQuick ? WARM_UP / 2 : WARM_UP) * count, IN_FLIGHT * count);
    await meter.begin();
    const before = line.cpuMs();
    const messages = (isQuick ? 2000 : 8000) * count;
    const seconds = await run.send(messages, IN_FLIGHT * count);
    const cpuUs = ((line.cpuMs() - before - idleMs * seconds) * 1000) / messages;
    await meter.end(messages);
    const calmBefore = line.cpuMs();
    const calmSeconds = isQuick ? 10 : 20;
    const { length: calm } = await run.steadily(calmSeconds, STEADY_TO_EACH * count);
    const calmCpuUs = ((line.cpuMs() - calmBefore - idleMs * calmSeconds) * 1000) / calm;
    return {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      ceiling: messages / seconds,
      cpuUs,
      calmCpuUs,
    };
  } finally {
    await line.close();
    await installation.remove();
  }
}

export class Run {
  readonly #line: Line;
  readonly #visitors: readonly BenchVisitor[];
  readonly #sentAt = new Map<string, number>();
  #latencies: number[] = [];
  #next = 0;

  constructor(line: Line, visitors: readonly BenchVisitor[]) {
    this.#line = line;
    this.#visitors = visitors;
    line.onDelivered((clientId) => {
      const sentAt = this.#sentAt.get(clientId);
      if (sentAt === undefined) return;
      this.#latencies.push(performance.now() - sentAt);
      this.#sentAt.delete(clientId);
    });
  }

  /** Sends at a constant rate, independent of responses; returns the delivery times in ms. */
  async steadily(seconds: number, perSecond = STEADY_PER_SECOND): Promise<number[]> {
    this.#latencies = [];
    const started = performance.now();
    const total = seconds * perSecond;
    const sending: Promise<void>[] = [];
    while (sending.length < total) {
      const due = Math.min(total, ((performance.now() - started) / 1000) * perSecond);
      while (sending.length < due) sending.push(this.#send());
      await sleep(1);
    }
    await Promise.all(sending);
    await this.#delivered();
    return this.#latencies;
  }

  /**
   * Sends this many messages with a fixed number in flight; returns the seconds until all are
   * delivered.
   */
  async send(messages: number, inFlight: number): Promise<number> {
    this.#latencies = [];
    const started = performance.now();
    let left = messages;
    const sendOn = async () => {
      while (left-- > 0) await this.#send();
    };
    await Promise.all(Array.from({ length: inFlight }, sendOn));
    await this.#delivered();
    return (performance.now() - started) / 1000;
  }

  /** Keeps a fixed number of messages in flight; returns the delivered messages and the time. */
  async asFastAsPossible(seconds: number): Promise<{ count: number; seconds: number }> {
    this.#latencies = [];
    const started = performance.now();
    const until = started + seconds * 1000;
    const sendOn = async () => {
      while (performance.now() < until) await this.#send();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendOn));
    await this.#delivered();
    return { count: this.#latencies.length, seconds: (performance.now() - started) / 1000 };
  }

  async #send(): Promise<void> {
    const visitor = this.#visitors[this.#next++ % this.#visitors.length]!;
    const clientId = randomUUID();
    this.#sentAt.set(clientId, performance.now());
    await this.#line.send(visitor, clientId);
  }

  async #delivered(): Promise<void> {
    const until = performance.now() + 10_000;
    while (this.#sentAt.size > 0 && performance.now() < until) await sleep(5);
    if (this.#sentAt.size > 0) throw new Error(`${this.#sentAt.size} messages were not delivered`);
  }
}

/** Visitors are spread over the servers; the agent connects to the first ones. */
export async function openProduct(
  installation: Installation,
  visitors: readonly BenchVisitor[],
  given?: readonly RunningProgram[],
  agentIsOn = 1,
): Promise<Line> {
  const servers = given ?? [await installation.serve()];
  const heard = servers.slice(0, agentIsOn);
  const agents = await Promise.all(
    heard.map(async ({ origin }) => connect(origin, { as: 'agent' }, await signIn(origin))),
  );
  const lines = await openPostingLines(servers, IN_FLIGHT);
  const places = new Map(
    visitors.map(({ conversationId }, index) => [
      conversationId,
      { address: addressOf(index), server: servers[index % servers.length]! },
    ]),
  );
  return {
    async send({ conversationId, cookie }, clientId) {
      const { address, server } = places.get(conversationId)!;
      const status = await lines.post(
        server,
        `/chat/conversations/${conversationId}/messages`,
        { Cookie: cookie, 'X-Forwarded-For': address },
        JSON.stringify({ clientId, text: TEXT }),
      );
      if (status !== 200) throw new Error(`A message was answered ${status}`);
    },
    cpuMs: () => servers.reduce((sum, server) => sum + server.cpuMs(), 0),
    pids: servers.map(({ pid }) => pid),
    async longestTurnMs() {
      const reports = await Promise.all(servers.map((server) => server.memory()));
      return Math.max(...reports.map(({ longestTurnMs }) => longestTurnMs));
    },
    onDelivered: (listener) => {
      for (const agent of agents) {
        agent.on('message', (event: { message: { clientId: string } }) =>
          listener(event.message.clientId),
        );
      }
    },
    async close() {
      for (const agent of agents) agent.disconnect();
      lines.close();
      for (const server of servers) await server.stop();
    },
  };
}

export async function openFloor(
  installation: Installation,
  visitors: readonly BenchVisitor[],
): Promise<Line> {
  const server = await installation.serveFloor('socket.ts');
  const agent = await connect(server.origin, { as: 'agent' });
  const sockets = await Promise.all(
    visitors.slice(0, IN_FLIGHT).map(() => connect(server.origin, { as: 'visitor' })),
  );
  let next = 0;
  return {
    send: ({ conversationId }, clientId) =>
      sockets[next++ % sockets.length]!.emitWithAck('send', {
        id: clientId,
        conversationId,
        text: TEXT,
      }),
    cpuMs: () => server.cpuMs(),
    pids: [server.pid],
    longestTurnMs: async () => (await server.memory()).longestTurnMs,
    onDelivered: (listener) => {
      agent.on('message', (said: { id: string }) => listener(said.id));
    },
    async close() {
      for (const socket of [agent, ...sockets]) socket.disconnect();
      await server.stop();
    },
  };
}

export async function connect(
  origin: string,
  auth: object,
  cookie?: string,
  address?: string,
): Promise<Socket> {
  const socket = io(origin, {
    path: '/live',
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
    extraHeaders: {
      Origin: origin,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(address ? { 'X-Forwarded-For': address } : {}),
    },
  });
  await new Promise<void>((connected, refused) => {
    socket.once('connect', connected);
    socket.once('connect_error', refused);
  });
  return socket;
}
