/**
 * `npm test`: everything CI runs, in the order in which it finds a mistake soonest.
 * `npm run test:e2e -- FILE …` builds and runs only end-to-end tests; `test:postgres` and
 * `test:cluster` do the same for the tests on PostgreSQL, and on several processes with Redis;
 * `test:e2e-postgres` runs end-to-end tests on PostgreSQL.
 * `npm run test:faults -- [--kills N] [--clients N] [--days N] [FILE …]` breaks things for longer than `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditDependencies } from './audit.ts';
import { findChromium } from './find-chromium.ts';
import { findMissing, POSTGRES, REDIS } from './find-services.ts';
import { createDatabase } from '../tests/support/postgres-template.ts';

/** A step that said itself what is wrong. */
class FailedStep extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
const [only, ...files] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'embarka-test-'));
const template = join(scratch, 'template');
let env: NodeJS.ProcessEnv = { ...process.env };
// Unit tests run on the embedded database first, whatever is set.
delete env.TEST_DATABASE_URL;

/** What needs the built product. */
const ON_THE_BUILD = ['cluster', 'faults', 'e2e', 'e2e-postgres'];

/** What a team works with, and what leaves the house: on the other engine, too. */
const ON_BOTH_ENGINES = [
  'api',
  'desk',
  'moderation',
  'notifications',
  'privacy',
  'reports',
  'resume',
  'settings',
];

const STEPS: readonly (readonly [name: string, run: () => void | Promise<void>])[] = [
  ['types', () => (run('@react-router/dev/bin.cjs', 'typegen'), run('typescript/bin/tsc'))],
  ['lint', () => run('oxlint/bin/oxlint')],
  ['format', () => run('oxfmt/bin/oxfmt', '--check')],
  ['audit', audit],
  ['unit', () => run('vitest/vitest.mjs', 'run')],
  ['postgres', runOnPostgres],
  ['build', () => node('scripts/build.ts', '--if-stale')],
  ['cluster', runCluster],
  ['faults', runFaults],
  ['e2e', runEndToEnd],
  ['e2e-postgres', runEndToEndOnPostgres],
];

try {
  const chosen = STEPS.filter(
    ([name]) => !only || name === only || (name === 'build' && ON_THE_BUILD.includes(only)),
  );
  for (const [name, runStep] of chosen) {
    const started = Date.now();
    console.log(`\n▸ ${name}`);
    await runStep();
    console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
} catch (error) {
  if (!(error instanceof FailedStep)) throw error;
  console.error(`✗ ${error.message}`);
  process.exitCode = error.status;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The use cases' tests once more, on the other engine: they are a contract for both. */
async function runOnPostgres(): Promise<void> {
  const missing = await findMissing(POSTGRES);
  if (missing) return skip(missing);
  const places = ['{app,db,scripts,server}/**/*.test.ts'];
  const tests = globSync(places, { cwd: root }).filter((test) =>
    readFileSync(join(root, test), 'utf8').includes('useDatabase()'),
  );
  env.TEST_DATABASE_URL = POSTGRES.url;
  run('vitest/vitest.mjs', 'run', ...(files.length > 0 ? files : tests));
  delete env.TEST_DATABASE_URL;
}

async function runCluster(): Promise<void> {
  const missing = await findMissing(POSTGRES, REDIS);
  if (missing) return skip(missing);
  env = {
    ...env,
    CHROMIUM_PATH: findChromium(),
    TEST_DATABASE_URL: POSTGRES.url,
    TEST_REDIS_URL: REDIS.url,
  };
  run('vitest/vitest.mjs', 'run', '--config', 'tests/cluster/vitest.config.ts', ...files);
}

/** Always on the embedded database; on PostgreSQL and with Redis where they answer. */
async function runFaults(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: files,
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: only ? '100' : '5' },
      clients: { type: 'string', default: only ? '5000' : '1000' },
      days: { type: 'string', default: only ? '5' : '1' },
    },
  });
  const missing = await findMissing(POSTGRES);
  if (missing) console.log(`On the embedded database only: ${missing}`);
  makeTemplate();
  const faultEnv = {
    FAULT_TEMPLATE: template,
    FAULT_KILLS: values.kills,
    FAULT_CLIENTS: values.clients,
    FAULT_DAYS: values.days,
    ...(missing ? {} : { TEST_DATABASE_URL: POSTGRES.url }),
  };
  env = { ...env, ...faultEnv };
  run('vitest/vitest.mjs', 'run', '--config', 'tests/faults/vitest.config.ts', ...positionals);
}

/** A data folder with the cast in it, which the servers of the tests start from as a copy. */
function makeTemplate(): void {
  if (!existsSync(template)) node('tests/support/make-template.ts', template);
}

function skip(reason: string): void {
  console.log(`Skipped: ${reason}`);
}

/** Never fails for want of a network: what a registry does not answer is said and passed over. */
function audit(): void {
  const outcome = auditDependencies(root);
  if (outcome.kind === 'skipped') console.log(`Skipped: ${outcome.why}.`);
  if (outcome.kind !== 'vulnerable') return;
  throw new FailedStep(`Packages with known vulnerabilities:\n${outcome.report}`, 1);
}

function runEndToEnd(): void {
  env = { ...env, CHROMIUM_PATH: findChromium(), EMBARKA_E2E_TEMPLATE: template };
  makeTemplate();
  run('@playwright/test/cli.js', 'test', ...files);
}

async function runEndToEndOnPostgres(): Promise<void> {
  const missing = await findMissing(POSTGRES);
  if (missing) return skip(missing);
  const database = await createDatabase(POSTGRES.url);
  try {
    node('tests/support/make-template.ts', database.url);
    env = { ...env, CHROMIUM_PATH: findChromium(), EMBARKA_E2E_TEMPLATE: database.url };
    const chosen = ON_BOTH_ENGINES.map((name) => `tests/e2e/${name}.spec.ts`);
    run('@playwright/test/cli.js', 'test', ...(files.length > 0 ? files : chosen));
  } finally {
    await database.drop();
  }
}

function run(program: string, ...args: string[]): void {
  node(join('node_modules', program), ...args);
}

/** Runs a script with this Node; what fails ends the whole with its status. */
function node(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new FailedStep(`${script} ${args.join(' ')} failed`, status ?? 1);
}
