import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const FILES = globSync('examples/**/*.ts', { cwd: root });
const TESTS = globSync(['app/**/*.test.ts', 'tests/e2e/*.spec.ts'], { cwd: root }).map(read);

/** Modules of other examples; all others are programs. */
const IMPORTED = new Set(
  FILES.flatMap((file) =>
    [...read(file).matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name]) => name),
  ),
);
const isModule = (file: string) => IMPORTED.has(basename(file));

/** Either as the example's path, or as an argument of the helper that runs an example. */
const startedByTest = (file: string) => {
  const call = new RegExp(`\\b(?:run|runExample)\\(\\s*'${basename(file)}'`);
  return TESTS.some((text) => text.includes(`['${file}']`) || call.test(text));
};

test('each program of examples/ is started by a test, and each module belongs to a program', () => {
  const programs = FILES.filter((file) => !isModule(file));
  expect(programs.length).toBeGreaterThan(5);
  expect(programs.filter((file) => !startedByTest(file))).toEqual([]);
  expect(IMPORTED).toEqual(new Set(['client.ts', 'sign-visitor.ts', 'verify-signature.ts']));
});

test('examples/README.md names each of them', () => {
  const page = read('examples/README.md');
  expect(FILES.filter((file) => !page.includes(basename(file)))).toEqual([]);
});
