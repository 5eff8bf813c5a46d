import pg from 'pg';
import { createClient } from 'redis';
import { POOL_SIZE } from '../app/platform/db/postgres.server.ts';
import { measureProcesses, type Meter, type ProcessFigures } from './delivery.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

/** Several processes with Redis compared with one process without, on the same PostgreSQL. */
export const processes: Benchmark = { name: 'processes', run: compareProcesses };

interface Besides {
  readonly redisUs: number;
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

type Measured = ProcessFigures & Partial<Besides>;

const CASES = [
  { title: 'one process', count: 1, isJoined: false },
  { title: 'one, with Redis', count: 1, isJoined: true },
  { title: 'two, joined by Redis', count: 2, isJoined: true },
  { title: 'eight, joined by Redis', count: 8, isJoined: true },
  // The overhead of several processes without Redis.
  { title: 'two, independent', count: 2, isJoined: false },
  { title: 'eight, independent', count: 8, isJoined: false },
] as const;

async function compareProcesses(options: BenchmarkOptions): Promise<Table[]> {
  const redisUrl = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379';
  const meter = options.postgres ? await RedisMeter.open(redisUrl) : undefined;
  if (!meter || !options.postgres) {
    console.log('\nPostgreSQL or Redis does not answer: skipping the comparison of processes.');
    return [];
  }
  const missing = await countMissingConnections(options.postgres);
  if (missing > 0) {
    meter.close();
    console.log(
      `\nPostgreSQL has ${missing} connections too few for eight processes: raise max_connections by at least as many and restart it. Skipping the comparison of processes.`,
    );
    return [];
  }
  const measured = CASES.map((): Measured[] => []);
  for (let round = 0; round < (options.isQuick ? 1 : 3); round += 1) {
    for (const [index, { count, isJoined }] of CASES.entries()) {
      const settings: Record<string, string> = isJoined ? { REDIS_URL: redisUrl } : {};
      const figures = await measureProcesses(options, { count, settings }, meter);
      measured[index]!.push(isJoined ? { ...figures, ...meter.figures } : figures);
    }
  }
  meter.close();
  return [tableOf(measured)];
}

/** The connections of the benchmark itself, which adds visitors while the processes run. */
const OWN_CONNECTIONS = 10;

/** Without enough connections, the last processes would answer 503. */
async function countMissingConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ free: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as free`,
    );
    const most = Math.max(...CASES.map(({ count }) => count));
    return most * POOL_SIZE + OWN_CONNECTIONS - (rows[0]?.free ?? 0);
  } finally {
    await client.end();
  }
}

function tableOf(measured: readonly (readonly Measured[])[]): Table {
  const of = (index: number, key: keyof Measured, digits = 0) => {
    const values = measured[index]!.flatMap((each) => each[key] ?? []);
    return values.length > 0 ? rounded(median(values), digits) : '–';
  };
  /** Compares within a round, because the machine's speed changes. */
  const ratio = (index: number, key: 'cpuUs' | 'calmCpuUs') => {
    const ratios = measured[index]!.map((each, round) => each[key] / measured[0]![round]![key]);
    return rounded(median(ratios), 2);
  };
  return {
    title: 'Several processes',
    columns: [
      'PostgreSQL',
      'p50 at 200/s, ms',
      'p99, ms',
      'most, messages/s',
      'servers, µs a message',
      'ratio',
      'at 100/s each, µs',
      'ratio',
      'Redis, µs a message',
      'commands a message',
      'bytes in',
      'bytes out',
    ],
    rows: CASES.map(({ title }, index) => [
      title,
      of(index, 'p50', 2),
      of(index, 'p99', 2),
      of(index, 'ceiling'),
      of(index, 'cpuUs'),
      ratio(index, 'cpuUs'),
      of(index, 'calmCpuUs'),
      ratio(index, 'calmCpuUs'),
      of(index, 'redisUs', 1),
      of(index, 'commands', 2),
      of(index, 'bytesIn'),
      of(index, 'bytesOut'),
    ]),
    note: 'Processor time of all processes, minus their idle time; the time of Redis is listed separately. The load, the servers, PostgreSQL and Redis share the processors of one machine, so another process adds no processor. Therefore a second measurement sends each process a hundred messages a second, so that no message waits. The agent is connected to the first process, and messages go to all; with independent processes, an agent is connected to each.',
  };
}

/** Reads the statistics of Redis before and after; nobody else may use it meanwhile. */
class RedisMeter implements Meter {
  readonly #client: ReturnType<typeof createClient>;
  #before: Record<string, number> = {};
  figures: Besides = { redisUs: 0, commands: 0, bytesIn: 0, bytesOut: 0 };

  private constructor(client: ReturnType<typeof createClient>) {
    this.#client = client;
  }

  /** Undefined when Redis does not answer. */
  static async open(url: string): Promise<RedisMeter | undefined> {
    const client = createClient({
      url,
      socket: { reconnectStrategy: false, connectTimeout: 2000 },
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return new RedisMeter(client as ReturnType<typeof createClient>);
    } catch {
      return undefined;
    }
  }

  async begin(): Promise<void> {
    this.#before = await this.#read();
  }

  async end(messages: number): Promise<void> {
    const after = await this.#read();
    const took = (key: string) => (after[key]! - this.#before[key]!) / messages;
    this.figures = {
      redisUs: (took('used_cpu_user') + took('used_cpu_sys')) * 1e6,
      commands: took('total_commands_processed'),
      bytesIn: took('total_net_input_bytes'),
      bytesOut: took('total_net_output_bytes'),
    };
  }

  close(): void {
    this.#client.destroy();
  }

  async #read(): Promise<Record<string, number>> {
    const text = await this.#client.info();
    const lines = [...text.matchAll(/^(\w+):([\d.]+)\r$/gm)];
    return Object.fromEntries(lines.map(([, name = '', value]) => [name, Number(value)]));
  }
}
