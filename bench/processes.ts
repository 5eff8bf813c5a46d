import { createClient } from 'redis';
import { measureCeiling, type Figures } from './delivery.ts';
import { rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

/** Two processes against one, on the same PostgreSQL. */
export const processes: Benchmark = { name: 'processes', run: compareProcesses };

async function compareProcesses(options: BenchmarkOptions): Promise<Table[]> {
  const redisUrl = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379';
  if (!options.postgres || !(await answers(redisUrl))) {
    console.log('\nPostgreSQL or Redis does not answer: two processes are not compared with one.');
    return [];
  }
  const one = await measureCeiling(options, [{}]);
  const settings = { REDIS_URL: redisUrl };
  const two = await measureCeiling(options, [settings, settings]);
  const row = (title: string, { p50, p99, ceiling, cpuUs }: Figures) => [
    title,
    rounded(p50, 2),
    rounded(p99, 2),
    rounded(ceiling),
    rounded(cpuUs),
  ];
  return [
    {
      title: 'Two processes',
      columns: ['', 'p50 at 200/s, ms', 'p99, ms', 'ceiling, messages/s', 'server CPU, µs'],
      rows: [
        row('One process, PostgreSQL', one),
        row('Two processes, PostgreSQL and Redis', two),
        [
          'ratio',
          ...(['p50', 'p99', 'ceiling', 'cpuUs'] as const).map((key) =>
            rounded(two[key] / one[key], 2),
          ),
        ],
      ],
      note: 'The load, the servers, PostgreSQL and Redis share the processors of one machine: with two of them a second process has none to itself.',
    },
  ];
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2000 } });
  client.on('error', () => {});
  try {
    await client.connect();
    client.destroy();
    return true;
  } catch {
    return false;
  }
}
