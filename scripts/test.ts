/**
 * `npm test`: everything CI runs, in the order in which it finds a mistake soonest.
 * `npm run test:e2e -- FILE …` builds and runs only end-to-end tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [only, ...files] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'embarka-test-'));
const template = join(scratch, 'template');
let env: NodeJS.ProcessEnv = { ...process.env };

const STEPS: readonly (readonly [name: string, run: () => void])[] = [
  ['types', () => (run('@react-router/dev/bin.cjs', 'typegen'), run('typescript/bin/tsc'))],
  ['lint', () => run('oxlint/bin/oxlint')],
  ['format', () => run('oxfmt/bin/oxfmt', '--check')],
  ['unit', () => run('vitest/vitest.mjs', 'run')],
  ['build', () => node('scripts/build.ts', '--if-stale')],
  ['e2e', runEndToEnd],
];

try {
  const chosen = STEPS.filter(
    ([name]) => !only || name === only || (only === 'e2e' && name === 'build'),
  );
  for (const [name, runStep] of chosen) {
    const started = Date.now();
    console.log(`\n▸ ${name}`);
    runStep();
    console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function runEndToEnd(): void {
  env = { ...env, CHROMIUM_PATH: findChromium(), EMBARKA_E2E_TEMPLATE: template };
  node('tests/support/make-template.ts', template);
  run('@playwright/test/cli.js', 'test', ...files);
}

function run(program: string, ...args: string[]): void {
  node(join('node_modules', program), ...args);
}

/** Runs a script with this Node and ends with its status when it fails. */
function node(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) return;
  console.error(`✗ ${script} ${args.join(' ')} failed`);
  rmSync(scratch, { recursive: true, force: true });
  process.exit(status ?? 1);
}
