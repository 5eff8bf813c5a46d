/**
 * `npm test` runs the checks for every change, `npm run test:rest` all others, `npm run test:long`
 * for hours; the remaining `test:…` commands run one step. docs/development.md describes all of
 * them and their arguments.
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
  findMissingDocker,
  findMissingMailServers,
  findMissingPdfTools,
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
const { part } = parseArgs({
  args: isRest ? given : [],
  options: { part: { type: 'string' } },
}).values;
/** `test:rest -- --part N` runs one of so many parts of the steps that take longest. */
const PARTS = 3;
/** Split by file, so that each part is always the same. */
const chosenPart = part === undefined ? [] : [`--shard=${part}/${PARTS}`];
/** The tag of tests that follow a user's task from its beginning to its end. */
const JOURNEY = '@journey';
const scratch = mkdtempSync(join(tmpdir(), 'embarka-test-'));
const template = join(scratch, 'template');
// Unit tests use the embedded database first, regardless of the environment.
delete process.env.TEST_DATABASE_URL;
if (isLong) process.env.TEST_FORM = 'long';
// Dozens of processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/embarka/compiled');

/**
 * End-to-end tests that also run on PostgreSQL: the team's work, and everything that leaves the
 * system.
 */
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

/** The subset for CI: a chat that continues by email, and one that is rated and reported. */
const JOURNEYS_ON_BOTH = ['reports', 'resume'];

const SOURCES = 'app bench db examples perf/peers/run.ts scripts server tests'.split(' ');

const BUILD: Step = {
  name: 'build',
  run: ({ node }) => node(['scripts/build.ts', '--if-stale']),
};

/** A data folder with test accounts, which the test servers copy. */
const TEMPLATE: Step = {
  name: 'template',
  run: ({ node }) => node(['tests/support/make-template.ts', template]),
};

const UNIT: Step = {
  name: 'unit',
  // Vitest leaves one of two processors idle by itself.
  run: (tools) =>
    isLong
      ? vitest(tools, ['--maxWorkers=2'], { PROPERTY_FACTOR: '20' })
      : vitest(tools, ['--maxWorkers=2', '--exclude', '**/*.slow.test.ts', ...files], {}),
};

/** Unit tests that take most of the time, such as those with many databases or large files. */
const SLOW: Step = {
  name: 'slow',
  run: (tools) => vitest(tools, ['.slow.test.ts', ...chosenPart], {}),
};

/** Static checks, and hostile bytes. */
const READ: readonly Step[] = [
  {
    name: 'types',
    async run({ node }) {
      await node([inModules('@react-router/dev/bin.cjs'), 'typegen']);
      await node([inModules('typescript/bin/tsc')]);
    },
  },
  { name: 'lint', run: ({ node }) => node([inModules('oxlint/bin/oxlint')]) },
  {
    name: 'imports',
    run: ({ node }) =>
      node([inModules('dependency-cruiser/bin/dependency-cruiser.mjs'), ...SOURCES]),
  },
  { name: 'unused', run: ({ node }) => node([inModules('knip/bin/knip.js')]) },
  {
    name: 'words',
    async run({ node }) {
      await node(['scripts/check-words.ts']);
      await node(['scripts/extract-messages.ts', '--check']);
    },
  },
  { name: 'format', run: ({ node }) => node([inModules('oxfmt/bin/oxfmt'), '--check']) },
  { name: 'audit', run: audit },
  { name: 'fuzz', after: ['build', 'template'], run: runFuzzer },
];

const IN_A_BROWSER: readonly Step[] = [
  BUILD,
  TEMPLATE,
  { name: 'e2e', after: ['build', 'template'], run: runEndToEnd },
];

/** Steps that mostly wait for the database. */
const ON_POSTGRES: readonly Step[] = [{ name: 'postgres', run: runOnPostgres }];

/** Steps with several processes or external programs. */
const WITH_OTHERS: readonly Step[] = [
  { name: 'cluster', after: ['build'], run: runCluster },
  { name: 'mail', after: ['build', 'template'], run: runOnMailServers },
  { name: 'proxy', after: ['build'], run: runBehindProxies },
  { name: 'invoices', run: runWithPdfTools },
  { name: 'package', after: ['build'], run: runPackage },
  { name: 'upgrade', after: ['build'], run: runUpgrade },
  { name: 'image', run: runImage },
  { name: 'e2e-postgres', after: ['build'], run: runEndToEndOnPostgres },
];

/** Steps that inject faults, and mostly wait for their detection. */
const BREAKING: readonly Step[] = [
  { name: 'faults', after: ['build', 'template'], run: runFaults },
];

const EVERY_CHANGE = [[UNIT], IN_A_BROWSER, READ];
const REST = [IN_A_BROWSER, WITH_OTHERS, [...BREAKING, SLOW, ...ON_POSTGRES]];

const LONG = [
  'build',
  'template',
  'unit',
  'fuzz',
  'mail',
  'proxy',
  'invoices',
  'package',
  'upgrade',
  'image',
  'faults',
  'e2e',
  'e2e-postgres',
];

try {
  process.exitCode = await runSteps(root, groupsOf(only));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function groupsOf(name: string | undefined): readonly (readonly Step[])[] {
  if (name === undefined) return EVERY_CHANGE;
  return isRest ? REST : [choose(name, [...new Set([...EVERY_CHANGE, ...REST].flat())])];
}

function choose(name: string, steps: readonly Step[]): Step[] {
  const needed = steps.find((step) => step.name === name)?.after ?? [];
  const names = isLong ? LONG : [...needed, name];
  return [BUILD, TEMPLATE, ...steps.filter((step) => step !== BUILD && step !== TEMPLATE)].filter(
    (step) => names.includes(step.name),
  );
}

/** Repeats the use case tests on PostgreSQL: they are the contract for both engines. */
async function runOnPostgres(tools: Tools): Promise<void> {
  await unlessMissing(tools, POSTGRES);
  const places = ['{app,db,scripts,server}/**/*.test.ts'];
  const tests = globSync(places, { cwd: root }).filter((test) =>
    /\b(?:useDatabase\(\)|openScratchDatabase\()/.test(readFileSync(join(root, test), 'utf8')),
  );
  const chosen = files.length > 0 ? files : [...tests, ...chosenPart];
  await vitest(tools, chosen, { TEST_DATABASE_URL: POSTGRES.url });
}

async function runCluster(tools: Tools): Promise<void> {
  await unlessMissing(tools, POSTGRES, REDIS);
  await vitest(tools, ['--config', 'tests/cluster/vitest.config.ts', ...files], {
    CHROMIUM_PATH: findChromium(),
    TEST_DATABASE_URL: POSTGRES.url,
    TEST_REDIS_URL: REDIS.url,
  });
}

/** Needs Dovecot and Exim; the long run fails without them. */
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

/** Needs Caddy and nginx, PostgreSQL and Redis. */
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

/** Installs the package as docs/operations/install.md says. */
function runPackage(tools: Tools): Promise<void> {
  return vitest(tools, ['--config', 'tests/release/vitest.config.ts', 'package.test.ts'], {});
}

/** A database of 0.1.0 under the present version; on PostgreSQL as well if available. */
async function runUpgrade(tools: Tools): Promise<void> {
  const missing = await findMissing(POSTGRES);
  if (missing) tools.log(`On the embedded database only: ${missing}`);
  await vitest(
    tools,
    ['--config', 'tests/release/vitest.config.ts', 'upgrade.test.ts'],
    missing ? {} : { TEST_DATABASE_URL: POSTGRES.url },
  );
}

/** Builds the Dockerfile and starts its image; the long run fails without Docker. */
async function runImage(tools: Tools): Promise<void> {
  const missing = findMissingDocker();
  if (missing && isLong) throw new FailedStep(missing);
  if (missing) tools.skip(missing);
  await vitest(tools, ['--config', 'tests/release/vitest.config.ts', 'image.test.ts'], {});
}

/** Needs the PDF tools of poppler and qpdf; the long run fails without them. */
async function runWithPdfTools(tools: Tools): Promise<void> {
  const missing = findMissingPdfTools();
  if (missing && isLong) throw new FailedStep(missing);
  if (missing) tools.skip(missing);
  await vitest(tools, ['--config', 'tests/invoices/vitest.config.ts', ...files], {});
}

/** Seconds with every change, an hour before a release. */
function runFuzzer(tools: Tools): Promise<void> {
  return vitest(tools, ['--config', 'tests/fuzz/vitest.config.ts'], {
    FAULT_TEMPLATE: template,
    FUZZ_SECONDS: process.env.FUZZ_SECONDS ?? (isLong ? '3600' : '20'),
  });
}

/** Always on the embedded database; on PostgreSQL and with Redis if available. */
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
  if (missing) tools.log(`On the embedded database only: ${missing}`);
  const chosen = [...positionals, ...chosenPart];
  await vitest(tools, ['--config', 'tests/faults/vitest.config.ts', ...chosen], {
    FAULT_TEMPLATE: template,
    FAULT_KILLS: values.kills,
    FAULT_CLIENTS: values.clients,
    FAULT_DAYS: values.days,
    ...(missing ? {} : { TEST_DATABASE_URL: POSTGRES.url }),
  });
}

/** A registry that does not answer skips the audit instead of failing. */
async function audit({ skip }: Tools): Promise<void> {
  const outcome = await auditDependencies(root);
  if (outcome.kind === 'skipped') skip(`${outcome.why}.`);
  if (outcome.kind !== 'vulnerable') return;
  throw new FailedStep(`Packages with known vulnerabilities:\n${outcome.report}`);
}

async function runEndToEnd(tools: Tools): Promise<void> {
  if (only === undefined) return playwright(tools, template, ['--grep', JOURNEY]);
  await playwright(tools, template, isRest ? ['--grep-invert', JOURNEY, ...chosenPart] : files);
}

/** Two journeys as part of a larger run; all team journeys when run alone. */
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

/**
 * Separate result folders, because Playwright empties its folder at the start while another step
 * may be writing a failure.
 */
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
