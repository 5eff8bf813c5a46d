import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openFloor, openProduct, Run, VISITORS, type OpenLine } from './delivery.ts';
import { Installation, readFirstThreadMs, type Engine } from './installation.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

const PER_SECOND = 50;
const IN_FLIGHT = 16;
/** V8 compiles until a process has handled thousands of messages. */
const WARM_UP = 8000;
/** Jobs that follow the warm-up end before the measurement begins. */
const SETTLING_SECONDS = 8;

/**
 * Processor time for a message at an ordinary pace, at which no two messages share a statement or a
 * flush, for the server and for PostgreSQL, compared with bare Socket.IO that only makes the insert.
 */
export const calm: Benchmark = { name: 'calm', run: compareCalm };

/** Microseconds of processor time a message; the idle load is subtracted. */
interface CalmFigures {
  readonly server: number;
  readonly firstThread: number;
  readonly postgres: number;
}

async function compareCalm(options: BenchmarkOptions): Promise<Table[]> {
  const engines: Engine[] = options.postgres ? ['embedded', 'postgres'] : ['embedded'];
  const rows: (string | number)[][] = [];
  for (const engine of engines) {
    const floors: CalmFigures[] = [];
    const products: CalmFigures[] = [];
    for (let round = 0; round < (options.isQuick ? 1 : 3); round += 1) {
      floors.push(await measure(engine, options, openFloor));
      products.push(await measure(engine, options, openProduct));
    }
    const row = (title: string, figures: readonly CalmFigures[]) => [
      title,
      ...(['server', 'firstThread', 'postgres'] as const).map((key) =>
        rounded(median(figures.map((each) => each[key]))),
      ),
    ];
    rows.push(
      row(`${engine}: bare Socket.IO, one insert`, floors),
      row(`${engine}: Embarka`, products),
    );
  }
  return [
    {
      title: 'Calm pace',
      columns: ['', 'server, µs', 'of it the first thread, µs', 'PostgreSQL, µs'],
      rows,
      note: `Processor time for a message, from a visitor to an agent's socket, at ${PER_SECOND} messages a second, without the idle load.`,
    },
  ];
}

async function measure(
  engine: Engine,
  { isQuick, postgres }: BenchmarkOptions,
  openLine: OpenLine,
): Promise<CalmFigures> {
  const installation = await Installation.create(engine, postgres);
  const visitors = await installation.addVisitors(VISITORS);
  const line = await openLine(installation, visitors);
  const server = await PostgresServer.of(installation.databaseUrl);
  try {
    const run = new Run(line, visitors);
    await run.send(isQuick ? WARM_UP / 4 : WARM_UP, IN_FLIGHT);
    await run.steadily(isQuick ? 2 : SETTLING_SECONDS, PER_SECOND);
    const read = () => ({
      server: line.cpuMs(),
      firstThread: line.pids.reduce((sum, pid) => sum + readFirstThreadMs(pid), 0),
      postgres: server.cpuMs(),
    });
    const seconds = isQuick ? 10 : 30;
    const started = read();
    const { length: messages } = await run.steadily(seconds, PER_SECOND);
    const sent = read();
    await sleep(seconds * 1000);
    const rested = read();
    const each = (key: keyof CalmFigures) =>
      ((sent[key] - started[key] - (rested[key] - sent[key])) * 1000) / messages;
    return { server: each('server'), firstThread: each('firstThread'), postgres: each('postgres') };
  } finally {
    await line.close();
    await installation.remove();
  }
}

/**
 * The processes of the PostgreSQL server, with its writers and those that have ended. Nothing else may use that server
 * during the measurement.
 */
class PostgresServer {
  readonly #pid: number | undefined;

  private constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  static async of(databaseUrl: string | undefined): Promise<PostgresServer> {
    if (!databaseUrl) return new PostgresServer(undefined);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { parent } = readProcess(rows[0]!.pid);
    await client.end();
    return new PostgresServer(parent);
  }

  cpuMs(): number {
    if (this.#pid === undefined) return 0;
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          return [readProcess(Number(name))];
        } catch {
          // It ended after the folder was read.
          return [];
        }
      })
      .filter(({ parent }) => parent === this.#pid);
    return [readProcess(this.#pid), ...children].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  }
}

/** Returns the parent of a process and the processor time of itself and of its ended children (proc_pid_stat(5)). */
function readProcess(pid: number): { readonly parent: number; readonly cpuMs: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), cpuMs: ticks * 10 };
}
