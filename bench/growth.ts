import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../app/platform/db/database.server.ts';
import { ASKED, scheduledJobsOn, countReportDays, type Action } from './growth-actions.ts';
import { Installation, type Engine } from './installation.ts';
import { AGENTS, OPEN_VISITORS, populate, THREAD_AT_LEAST } from './populate.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

export const growth: Benchmark = { name: 'growth', run: compareGrowth };

/** The embedded database is meant for some hundred thousand messages. */
const SIZES: Readonly<Record<Engine, readonly number[]>> = {
  embedded: [1_000, 10_000, 100_000],
  postgres: [1_000, 10_000, 100_000, 1_000_000],
};
/** Slow actions are measured less often. */
const LONGEST_MS = 3_000;
/** PostgreSQL reads smaller tables sequentially because that is fastest. */
const SMALL_TABLE = 1_000;

async function compareGrowth(options: BenchmarkOptions): Promise<Table[]> {
  const engines: Engine[] = options.postgres ? ['embedded', 'postgres'] : ['embedded'];
  const tables: Table[] = [];
  for (const engine of engines) {
    const sizes = options.isQuick ? SIZES[engine].slice(0, 2) : SIZES[engine];
    const asked = new Measured(ASKED, sizes);
    const scheduledJobs = new Measured(scheduledJobsOn(), sizes);
    const counted: string[] = [];
    for (const size of sizes) {
      const installation = await Installation.create(engine, options.postgres);
      const database = await installation.open();
      await populate(database, size);
      counted.push(`${rounded(await countReports(database), 1)} s at ${rounded(size)}`);
      await asked.measure(database);
      await scheduledJobs.measure(database);
      await database.close();
      await installation.remove();
    }
    const on = `${engine} database: milliseconds at so many messages`;
    tables.push(
      asked.table(
        `Growth, ${on}`,
        `Medians of 30 runs, or of as many as fit into three seconds. A year of a shop with ${AGENTS} agents, ${OPEN_VISITORS} visitors open, nine messages a conversation, one thread with a tenth of all messages (${THREAD_AT_LEAST} at least).`,
      ),
      scheduledJobs.table(
        `Scheduled jobs, ${on}`,
        `Counting the days of a year for its reports, once: ${counted.join(', ')}.`,
      ),
    );
  }
  return tables;
}

/**
 * The actions at growing sizes, with the tables that each scans sequentially at the largest size.
 */
class Measured {
  readonly #actions: Readonly<Record<string, Action>>;
  readonly #sizes: readonly number[];
  readonly #milliseconds = new Map<string, number[]>();
  readonly #processor = new Map<string, number>();
  readonly #scans = new Map<string, string>();

  constructor(actions: Readonly<Record<string, Action>>, sizes: readonly number[]) {
    this.#actions = actions;
    this.#sizes = sizes;
  }

  async measure({ db }: OpenDatabase): Promise<void> {
    for (const [title, action] of Object.entries(this.#actions)) {
      const figures = this.#milliseconds.get(title) ?? [];
      const { median: middle, processor } = await time(db, action);
      this.#milliseconds.set(title, [...figures, middle]);
      this.#processor.set(title, processor);
      this.#scans.set(title, await scansOf(db, action));
    }
  }

  table(title: string, note: string): Table {
    return {
      title,
      columns: [
        '',
        ...this.#sizes.map((size) => rounded(size)),
        'last : first',
        'processor at the last',
        'read as a whole',
      ],
      rows: [...this.#milliseconds].map(([name, figures]) => [
        name,
        ...figures.map((figure) => rounded(figure, 2)),
        rounded(figures.at(-1)! / figures[0]!, 2),
        rounded(this.#processor.get(name) ?? 0, 1),
        this.#scans.get(name) ?? '',
      ]),
      note: `${note} Processor: milliseconds of this process and the database's together, which other work on the computer changes least. Read as a whole: tables of more than ${rounded(SMALL_TABLE)} rows that were read from end to end at the largest size, also by the database's own checks.`,
    };
  }
}

async function undone<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  const done: T[] = [];
  const rolledBack = new Error('Rolled back');
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      done.push(await work(tx));
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return done[0]!;
}

interface Timed {
  /** Milliseconds. */
  readonly median: number;
  /** CPU milliseconds of client and database per run. */
  readonly processor: number;
}

async function time(db: Database, action: Action): Promise<Timed> {
  const figures: number[] = [];
  let processor = 0;
  const began = performance.now();
  for (let turn = 0; turn < 40; turn += 1) {
    const isWarm = turn >= 10 || performance.now() - began > LONGEST_MS / 3;
    if (figures.length > 2 && performance.now() - began > LONGEST_MS) break;
    await undone(db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const pid = rows[0]?.pid ?? 0;
      const [before, started] = [processorMs(pid), performance.now()];
      await action(tx);
      if (!isWarm) return;
      figures.push(performance.now() - started);
      processor += processorMs(pid) - before;
    });
  }
  return { median: median(figures), processor: processor / figures.length };
}

function processorMs(pid: number): number {
  const { user, system } = process.cpuUsage();
  const stat = `/proc/${pid}/stat`;
  // The embedded database reports a process id that does not exist or belongs to another process.
  const isPostgres = existsSync(stat) && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
  return (user + system) / 1000 + (isPostgres ? ticksOf(readFileSync(stat, 'utf8')) * 10 : 0);
}

/** Fields 14 and 15 (proc_pid_stat(5)), after the name in brackets; a tick is 10 ms. */
function ticksOf(stat: string): number {
  const fields = stat.split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** Uses the database's counters, which include foreign key checks, unlike query plans. */
function scansOf(db: Database, action: Action): Promise<string> {
  return undone(db, async (tx) => {
    // Earlier scans of the connection may not be in the statistics yet.
    const before = new Map((await readScans(tx)).map(({ name, scans }) => [name, scans]));
    await action(tx);
    return (await readScans(tx))
      .filter(({ name, scans }) => scans > (before.get(name) ?? 0))
      .map(({ name }) => name)
      .join(', ');
  });
}

async function readScans(tx: Database) {
  const { rows } = await tx.execute<{ name: string; scans: number }>(sql`
    select s.relname as name, s.seq_scan::int as scans
    from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid
    where s.seq_scan > 0 and c.reltuples > ${SMALL_TABLE} order by 1`);
  return rows;
}

async function countReports({ db }: OpenDatabase): Promise<number> {
  const started = performance.now();
  while ((await countReportDays(db)) > 0);
  return (performance.now() - started) / 1000;
}
