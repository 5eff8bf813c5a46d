/**
 * `npm test`: everything CI runs, in three lanes beside each other, with the steps and their times at
 * the end. `npm run test:e2e -- FILE …` builds and runs only end-to-end tests; `test:postgres` and
 * `test:cluster` do the same for the tests on PostgreSQL, and on several processes with Redis;
 * `test:e2e-postgres` runs end-to-end tests on PostgreSQL.
 * `npm run test:faults -- [--kills N] [--clients N] [--days N] [FILE …]` breaks things for longer.
 * `npm run test:long` takes hours: a thousand kills, days of cuts, every journey on PostgreSQL, the
 * properties on twenty times as many cases, and in the browser every combination of theme, width and fault.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditDependencies } from './audit.ts';
import { findChromium, findHeadlessShell } from './find-chromium.ts';
import { findMissing, POSTGRES, REDIS, type TestService } from './find-services.ts';
import { FailedStep, runSteps, type Step, type Tools } from './run-steps.ts';
import { createDatabase } from '../tests/support/postgres-template.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [only, ...files] = process.argv.slice(2);
const isLong = only === 'long';
const scratch = mkdtempSync(join(tmpdir(), 'embarka-test-'));
const template = join(scratch, 'template');
// Unit tests run on the embedded database first, whatever is set.
delete process.env.TEST_DATABASE_URL;
if (isLong) process.env.TEST_FORM = 'long';
// Dozens of processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/embarka/compiled');

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

/** A visitor's chat that goes on by mail, and one that is rated and reported: what `npm test` walks. */
const JOURNEYS_ON_BOTH = ['reports', 'resume'];

const BUILD: Step = {
  name: 'build',
  run: ({ node }) => node(['scripts/build.ts', '--if-stale']),
};

/** A data folder with the cast in it, which the servers of the tests start from as a copy. */
const TEMPLATE: Step = {
  name: 'template',
  run: ({ node }) => node(['tests/support/make-template.ts', template]),
};

/** What is read as it stands, and what is walked in a browser: as long as the other lane. */
const IN_A_BROWSER: readonly Step[] = [
  BUILD,
  TEMPLATE,
  {
    name: 'types',
    async run({ node }) {
      await node([inModules('@react-router/dev/bin.cjs'), 'typegen']);
      await node([inModules('typescript/bin/tsc')]);
    },
  },
  { name: 'lint', run: ({ node }) => node([inModules('oxlint/bin/oxlint')]) },
  { name: 'format', run: ({ node }) => node([inModules('oxfmt/bin/oxfmt'), '--check']) },
  { name: 'audit', run: audit },
  { name: 'e2e', after: ['build', 'template'], run: runEndToEnd },
];

/** Use cases, databases, several processes. */
const WITHOUT_ONE: readonly Step[] = [
  { name: 'unit', run: (tools) => vitest(tools, [], isLong ? { PROPERTY_FACTOR: '20' } : {}) },
  { name: 'postgres', run: runOnPostgres },
  { name: 'cluster', after: ['build'], run: runCluster },
  { name: 'e2e-postgres', after: ['build'], run: runEndToEndOnPostgres },
];

/** What breaks, and mostly waits for it to be found out. */
const BREAKING: readonly Step[] = [
  { name: 'faults', after: ['build', 'template'], run: runFaults },
];

/** What `npm run test:long` takes its time for. */
const LONG = ['build', 'template', 'unit', 'faults', 'e2e', 'e2e-postgres'];

try {
  const lanes = [IN_A_BROWSER, WITHOUT_ONE, BREAKING].map((lane) => [...lane]);
  process.exitCode = await runSteps(root, only ? [choose(only, lanes.flat())] : lanes);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** One step with what it needs, in a lane of its own. */
function choose(name: string, steps: readonly Step[]): Step[] {
  const needed = steps.find((step) => step.name === name)?.after ?? [];
  const names = isLong ? LONG : [...needed, name];
  return [BUILD, TEMPLATE, ...steps.filter((step) => step !== BUILD && step !== TEMPLATE)].filter(
    (step) => names.includes(step.name),
  );
}

/** The use cases' tests once more, on the other engine: they are a contract for both. */
async function runOnPostgres(tools: Tools): Promise<void> {
  await unlessMissing(tools, POSTGRES);
  const places = ['{app,db,scripts,server}/**/*.test.ts'];
  const tests = globSync(places, { cwd: root }).filter((test) =>
    readFileSync(join(root, test), 'utf8').includes('useDatabase()'),
  );
  await vitest(tools, files.length > 0 ? files : tests, { TEST_DATABASE_URL: POSTGRES.url });
}

async function runCluster(tools: Tools): Promise<void> {
  await unlessMissing(tools, POSTGRES, REDIS);
  await vitest(tools, ['--config', 'tests/cluster/vitest.config.ts', ...files], {
    CHROMIUM_PATH: findChromium(),
    TEST_DATABASE_URL: POSTGRES.url,
    TEST_REDIS_URL: REDIS.url,
  });
}

/** Always on the embedded database; on PostgreSQL and with Redis where they answer. */
async function runFaults(tools: Tools): Promise<void> {
  const { values, positionals } = parseArgs({
    args: files,
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: isLong ? '1000' : only ? '100' : '5' },
      clients: { type: 'string', default: only ? '5000' : '400' },
      days: { type: 'string', default: only ? '5' : '1' },
    },
  });
  const missing = await findMissing(POSTGRES);
  if (missing) tools.say(`On the embedded database only: ${missing}`);
  await vitest(tools, ['--config', 'tests/faults/vitest.config.ts', ...positionals], {
    FAULT_TEMPLATE: template,
    FAULT_KILLS: values.kills,
    FAULT_CLIENTS: values.clients,
    FAULT_DAYS: values.days,
    ...(missing ? {} : { TEST_DATABASE_URL: POSTGRES.url }),
  });
}

/** Never fails for want of a network: what a registry does not answer is said and passed over. */
async function audit({ skip }: Tools): Promise<void> {
  const outcome = await auditDependencies(root);
  if (outcome.kind === 'skipped') skip(`${outcome.why}.`);
  if (outcome.kind !== 'vulnerable') return;
  throw new FailedStep(`Packages with known vulnerabilities:\n${outcome.report}`);
}

async function runEndToEnd(tools: Tools): Promise<void> {
  await playwright(tools, template, files);
}

/** A few journeys beside everything else; by itself, all that a team works with. */
async function runEndToEndOnPostgres(tools: Tools): Promise<void> {
  await unlessMissing(tools, POSTGRES);
  const database = await createDatabase(POSTGRES.url);
  try {
    await tools.node(['tests/support/make-template.ts', database.url]);
    const chosen = (only ? ON_BOTH_ENGINES : JOURNEYS_ON_BOTH).map(
      (name) => `tests/e2e/${name}.spec.ts`,
    );
    await playwright(tools, database.url, files.length > 0 ? files : chosen);
  } finally {
    await database.drop();
  }
}

function playwright({ node }: Tools, from: string, args: readonly string[]): Promise<void> {
  return node([inModules('@playwright/test/cli.js'), 'test', ...args], {
    CHROMIUM_PATH: findChromium(),
    HEADLESS_SHELL_PATH: findHeadlessShell(),
    EMBARKA_E2E_TEMPLATE: from,
  });
}

function vitest({ node }: Tools, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return node([inModules('vitest/vitest.mjs'), 'run', ...args], env);
}

async function unlessMissing({ skip }: Tools, ...services: readonly TestService[]): Promise<void> {
  const missing = await findMissing(...services);
  if (missing) skip(missing);
}

function inModules(program: string): string {
  return join('node_modules', program);
}
