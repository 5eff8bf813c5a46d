/**
 * `npm run bench [-- NAME …] [--quick]`: measures the product against its baselines, prints tables
 * and saves them in bench/results/. All processes are local and end automatically.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addresses } from './addresses.ts';
import { calm } from './calm.ts';
import { catalogue } from './catalogue.ts';
import { ControlGroup } from './control-group.ts';
import { delivery } from './delivery.ts';
import { growth } from './growth.ts';
import { heldBack } from './held-back.ts';
import { hostileInput } from './hostile-input.ts';
import { inbox } from './inbox.ts';
import { Installation, RunningProgram } from './installation.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { processes } from './processes.ts';
import { siege } from './siege.ts';
import { start } from './start.ts';
import { print, type Table } from './table.ts';

const BENCHMARKS = [
  pages,
  addresses,
  catalogue,
  delivery,
  calm,
  heldBack,
  processes,
  memory,
  growth,
  hostileInput,
  inbox,
  siege,
  start,
];

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !BENCHMARKS.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark '${unknown[0]}': ${BENCHMARKS.map((b) => b.name).join(', ')}`,
  );
  process.exit(2);
}

const postgres = await findPostgres();
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
console.log(`${machine}${postgres ? '' : '\nPostgreSQL does not answer: its rows are left out.'}`);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    // Errors of an interrupted benchmark are expected.
    process.on('unhandledRejection', () => {}).on('uncaughtException', () => {});
    console.error('\nStopping: removing the servers and databases of this run.');
    void leaveNothing().finally(() => process.exit(130));
  });
}

const results: Record<string, readonly Table[]> = {};
try {
  for (const { name, run } of BENCHMARKS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const tables = await run({ isQuick: values.quick, postgres });
    tables.forEach(print);
    results[name] = tables;
  }
} catch (error) {
  if (isEnding) await new Promise(() => {});
  await leaveNothing();
  throw error;
}

const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });
const at = new Date().toISOString();
const file = new URL(`${at.replaceAll(':', '-').slice(0, 19)}.json`, folder);
writeFileSync(file, `${JSON.stringify({ at, machine, results }, null, 2)}\n`);
console.log(`\nSaved in ${file.pathname}`);

async function findPostgres(): Promise<string | undefined> {
  const url = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch (error) {
    if (process.env.BENCH_DATABASE_URL) throw error;
    return undefined;
  }
}

async function leaveNothing(): Promise<void> {
  await RunningProgram.killAll();
  await ControlGroup.removeAll();
  await Installation.removeAll();
}
