/**
 * `npm test`: what every change has to pass, within minutes: what is read as it stands, every use case on both
 * databases, and in the browser the main journeys (`JOURNEY`). `npm run test:rest`: all that it leaves out; with
 * `-- --half 1` or `2` half of its end-to-end tests, as in CI. Each in three lanes beside each other, with the steps and their times at the end.
 * `npm run test:e2e -- FILE …` builds and runs only end-to-end tests, all of them without a file; `test:postgres`
 * and `test:cluster` do the same for the tests on PostgreSQL, and on several processes with Redis;
 * `test:e2e-postgres` runs end-to-end tests on PostgreSQL, `test:mail` those of the mailbox on real mail servers,
 * `test:proxy` those behind Caddy and nginx, `test:fuzz` hostile bytes on the raw port (FUZZ_SEED, FUZZ_SECONDS).
 * `npm run test:faults -- [--kills N] [--clients N] [--days N] [FILE …]` breaks things for longer.
 * `npm run test:long` takes hours: a thousand kills, days of cuts, every journey on PostgreSQL, the
 * properties on twenty times as many cases, an hour of the fuzzer, and in the browser every combination of theme, width and fault.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditDependencies } from './audit.ts';
import { findChromium, findHeadlessShell } from './find-chromium.ts';
import {
  findMissing,
  findMissingMailServers,
  findMissingProxies,
  POSTGRES,
  REDIS,
  type TestService,
} from './find-services.ts';
import { FailedStep, runSteps, type Step, type Tools } from './run-steps.ts';
import { createDatabase } from '../tests/support/postgres-template.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [only, ...given] = process.argv.slice(2);
const isLong = only === 'long';
const isRest = only === 'rest';
const files = isRest ? [] : given;
const { half } = parseArgs({
  args: isRest ? given : [],
  options: { half: { type: 'string' } },
}).values;
/** A test of one thing that people do, from its beginning to its end. */
const JOURNEY = '@journey';
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

/** A visitor's chat that goes on by mail, and one that is rated and reported: what CI walks. */
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

/** What is read as it stands, and use cases. */
const READ_AND_USED: readonly Step[] = [
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
  { name: 'unit', run: (tools) => vitest(tools, [], isLong ? { PROPERTY_FACTOR: '20' } : {}) },
  { name: 'fuzz', after: ['build', 'template'], run: runFuzzer },
];

const IN_A_BROWSER: readonly Step[] = [
  BUILD,
  TEMPLATE,
  { name: 'e2e', after: ['build', 'template'], run: runEndToEnd },
];

/** What mostly waits for its answers. */
const ON_POSTGRES: readonly Step[] = [{ name: 'postgres', run: runOnPostgres }];

/** Several processes, and programs of others. */
const WITH_OTHERS: readonly Step[] = [
  { name: 'cluster', after: ['build'], run: runCluster },
  { name: 'mail', after: ['build', 'template'], run: runOnMailServers },
  { name: 'proxy', after: ['build'], run: runBehindProxies },
  { name: 'e2e-postgres', after: ['build'], run: runEndToEndOnPostgres },
];

/** What breaks, and mostly waits for it to be found out. */
const BREAKING: readonly Step[] = [
  { name: 'faults', after: ['build', 'template'], run: runFaults },
];

const EVERY_CHANGE = [IN_A_BROWSER, READ_AND_USED, ON_POSTGRES];
const REST = [IN_A_BROWSER, WITH_OTHERS, BREAKING];

/** What `npm run test:long` takes its time for. */
const LONG = [
  'build',
  'template',
  'unit',
  'fuzz',
  'mail',
  'proxy',
  'faults',
  'e2e',
  'e2e-postgres',
];

try {
  process.exitCode = await runSteps(root, lanesOf(only));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function lanesOf(name: string | undefined): readonly (readonly Step[])[] {
  if (name === undefined) return EVERY_CHANGE;
  return isRest ? REST : [choose(name, [...new Set([...EVERY_CHANGE, ...REST].flat())])];
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

/** Where Dovecot and Exim are installed; what takes hours insists on them. */
async function runOnMailServers(tools: Tools): Promise<void> {
  const missing = findMissingMailServers();
  if (missing && isLong) throw new FailedStep(missing);
  if (missing) tools.skip(missing);
  const env = { TEST_MAIL_SERVERS: 'yes' };
  await vitest(tools, ['--config', 'tests/mail/vitest.config.ts', ...files], {
    ...env,
    FAULT_TEMPLATE: template,
    ...(isLong && { FAULT_KILLS: '50' }),
  });
  if (isLong) await playwright(tools, template, ['tests/e2e/answers-by-mail.spec.ts'], env);
}

/** Where Caddy and nginx are installed, beside PostgreSQL and Redis. */
async function runBehindProxies(tools: Tools): Promise<void> {
  const missing = findMissingProxies();
  if (missing && isLong) throw new FailedStep(missing);
  if (missing) tools.skip(missing);
  await unlessMissing(tools, POSTGRES, REDIS);
  await vitest(tools, ['--config', 'tests/proxy/vitest.config.ts', ...files], {
    TEST_DATABASE_URL: POSTGRES.url,
    TEST_REDIS_URL: REDIS.url,
  });
}

/** For a moment with every change, for an hour before a release. */
function runFuzzer(tools: Tools): Promise<void> {
  return vitest(tools, ['--config', 'tests/fuzz/vitest.config.ts'], {
    FAULT_TEMPLATE: template,
    FUZZ_SECONDS: process.env.FUZZ_SECONDS ?? (isLong ? '3600' : '20'),
  });
}

/** Always on the embedded database; on PostgreSQL and with Redis where they answer. */
async function runFaults(tools: Tools): Promise<void> {
  const { values, positionals } = parseArgs({
    args: files,
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: isLong ? '1000' : isRest ? '5' : '100' },
      clients: { type: 'string', default: isRest ? '400' : '5000' },
      days: { type: 'string', default: isRest ? '1' : '5' },
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
  if (only === undefined) return playwright(tools, template, ['--grep', JOURNEY]);
  // By file, so that a half is the same one each time.
  const chosen = half === undefined ? [] : [`--shard=${half}/2`];
  await playwright(tools, template, isRest ? ['--grep-invert', JOURNEY, ...chosen] : files);
}

/** Two journeys beside everything else; by itself, all that a team works with. */
async function runEndToEndOnPostgres(tools: Tools): Promise<void> {
  await unlessMissing(tools, POSTGRES);
  const database = await createDatabase(POSTGRES.url);
  try {
    await tools.node(['tests/support/make-template.ts', database.url]);
    const chosen = (isRest ? JOURNEYS_ON_BOTH : ON_BOTH_ENGINES).map(
      (name) => `tests/e2e/${name}.spec.ts`,
    );
    await playwright(tools, database.url, files.length > 0 ? files : chosen);
  } finally {
    await database.drop();
  }
}

/** A run begins by emptying its folder of results, in which another step may be writing down a failure. */
function playwright(
  { name, node }: Tools,
  from: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const output = join('test-results', name);
  return node([inModules('@playwright/test/cli.js'), 'test', '--output', output, ...args], {
    ...env,
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
