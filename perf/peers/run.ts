/**
 * `npm run bench:peers [-- --quick] [--side NAME …]`: measures Embarka next to Next.js, Vendure and Parse Server, prints
 * tables and saves them in results/. Installs the peers if they are missing, and leaves nothing else behind.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { Installation } from '../../bench/installation.ts';
import { print } from '../../bench/table.ts';
import { PostgresServer } from './database.ts';
import { Measurement, type Lengths } from './measurement.ts';
import { nodePath, ServerProcess } from './server-process.ts';
import type { Side } from './side.ts';
import { prepareEmbarka } from './sides/embarka.ts';
import { prepareNext } from './sides/next.ts';
import { prepareParse } from './sides/parse.ts';
import { prepareVendure } from './sides/vendure.ts';
import { tablesOf } from './tables.ts';

const FULL: Lengths = {
  rounds: 5,
  seconds: 4,
  messageRounds: 3,
  calmSeconds: 15,
  fastSeconds: 10,
  starts: 3,
};
/** Proves that everything works; its figures mean nothing. */
const QUICK: Lengths = {
  rounds: 1,
  seconds: 1,
  messageRounds: 1,
  calmSeconds: 2,
  fastSeconds: 1,
  starts: 1,
};
const LIMIT_MINUTES = 90;

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${here}.run`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    side: { type: 'string', multiple: true, default: [] },
  },
});
if (process.platform !== 'linux')
  throw new Error('Processor time is read from /proc, on Linux only');
process.chdir(root);

const postgresUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
const postgres = new PostgresServer(postgresUrl);
const sides: Side[] = [];
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => end('Stopped: removing the servers and databases of this run.', 130));
}
process.on('exit', () => ServerProcess.signalAll());
// A message that fails while others are sent is not awaited yet.
process.on('uncaughtException', (error) => end(inspect(error), 1));
setTimeout(
  () => end(`The run took more than ${LIMIT_MINUTES} minutes.`, 1),
  LIMIT_MINUTES * 60_000,
).unref();

try {
  const durability = await postgres.describe();
  installPeers();
  takeFolder();
  const lengths = values.quick ? QUICK : FULL;
  const loadBefore = loadavg();
  for (const [name, prepare] of Object.entries(preparations())) {
    if (values.side.length > 0 && !values.side.includes(name)) continue;
    console.log(`Preparing ${name} …`);
    mkdirSync(`${folder}/${name}`);
    sides.push(await prepare(`${folder}/${name}`));
  }
  if (sides.length === 0) throw new Error(`Sides: ${Object.keys(preparations()).join(', ')}`);
  const measured = await new Measurement(sides, postgres, lengths).run();
  const conditions = {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    versions: readVersions(),
    durability,
    lengths,
    loadBefore,
    loadAfter: loadavg(),
  };
  const tables = tablesOf(measured, lengths);
  console.log(`\n${conditions.machine}\n${conditions.versions}\n${durability}`);
  const [before, after] = [loadBefore, conditions.loadAfter].map(([minute = 0]) =>
    minute.toFixed(2),
  );
  console.log(
    `Load average ${before} before and ${after} after the run, which itself causes about 2.`,
  );
  tables.forEach(print);
  mkdirSync(`${here}results`, { recursive: true });
  const file = `${here}results/${conditions.at.replaceAll(':', '-').slice(0, 19)}.json`;
  writeFileSync(file, `${JSON.stringify({ conditions, tables, measured }, null, 2)}\n`);
  console.log(`\nSaved in ${file}`);
  await leaveNothing();
} catch (error) {
  // An interrupted run fails in many ways; the signal's handler ends the process.
  if (isEnding) await new Promise(() => {});
  await leaveNothing();
  throw error;
}

function preparations(): Record<string, (folder: string) => Promise<Side>> {
  const given = (path: string) => ({
    folder: path,
    createDatabase: (name: string) => postgres.create(name),
  });
  return {
    embedded: (path) => prepareEmbarka('embedded', postgresUrl, given(path)),
    postgres: (path) => prepareEmbarka('postgres', postgresUrl, given(path)),
    next: (path) => prepareNext(given(path)),
    'vendure-sqlite': (path) => prepareVendure('sqlite', given(path)),
    'vendure-postgres': (path) => prepareVendure('postgres', given(path)),
    parse: (path) => prepareParse(given(path)),
  };
}

/** Installs the packages of package-lock.json unless exactly these are installed. */
function installPeers(): void {
  const installed = statSync(`${here}node_modules/.package-lock.json`, { throwIfNoEntry: false });
  if (installed && installed.mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs) return;
  console.log('Installing the peers …');
  execFileSync('npm', ['ci'], { cwd: here, stdio: 'inherit' });
}

/** One run at a time: a second one would distort the figures of both. */
function takeFolder(): void {
  const running = Number(readIfThere(`${folder}/pid`));
  if (running > 0 && readIfThere(`/proc/${running}/cmdline`)?.includes('peers')) {
    throw new Error(`Process ${running} is measuring already`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(`${folder}/pid`, String(process.pid));
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readVersions(): string {
  const { dependencies } = JSON.parse(readFileSync(`${here}package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    version: string;
  };
  const node = execFileSync(nodePath(), ['--version'], { encoding: 'utf8' }).trim();
  const names = ['next', '@vendure/core', 'parse-server'] as const;
  return [
    `Node ${node.slice(1)} for all sides`,
    `Embarka ${version}${readCommit()}`,
    ...names.map((name) => `${name} ${dependencies[name]}`),
  ].join(', ');
}

/** Empty outside of a Git repository. */
function readCommit(): string {
  try {
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return ` (${commit.trim()})`;
  } catch {
    return '';
  }
}

function end(reason: string, code: number): void {
  if (isEnding) return;
  isEnding = true;
  console.error(`\n${reason}`);
  void leaveNothing().finally(() => process.exit(code));
}

async function leaveNothing(): Promise<void> {
  await ServerProcess.killAll();
  await Installation.removeAll();
  await postgres.dropAll();
  await postgres.close();
  if (readIfThere(`${folder}/pid`) === String(process.pid)) {
    rmSync(folder, { recursive: true, force: true });
  }
}
