import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const TESTS = globSync(['{app,server,db,tests}/**/*.{test,spec}.{ts,tsx}', 'bench/**/*.test.ts'], {
  cwd: root,
}).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Paths that tests make up, or that are made while they run. */
const MADE_UP = /^(?:app\/(?:x\/|b\.ts)|db\/(?:shop|global|PG_VERSION))/;
const PATH = /(['"`])((?:app|server|db|docs|content|scripts|public|examples|deploy)\/[\w./-]+)\1/g;

/** Walks over files, and over lists that are made of them. */
const WALKS = /\b(?:readdirSync|globSync|import\.meta\.glob)\b/;
/** Looks at a folder that is to be empty, behind an assertion of its own. */
const FINDS_NOTHING = ['app/platform/db/embedded-full-disk.test.ts'];
/** Says that a walk found something: a number, a known member, or a list that is spelled out. */
const FINDING =
  /toBeGreaterThan(?:OrEqual)?\(|size\)\.toBe\(|toHaveLength\([1-9]|toContain\(|not\.toEqual\(\[\]\)|test\.each\(|everyRow\(|toEqual\((?:Object\.|\[\s*['"]|new Set|[A-Z])/;

test('there are tests to look at', () => {
  expect(TESTS.length).toBeGreaterThan(300);
});

test('what a test names by its path is there: a test about a folder that was moved checks nothing', () => {
  const named = TESTS.flatMap(({ file, text }) =>
    [...text.matchAll(PATH)].map(([, , path = '']) => ({ file, path })),
  ).filter(({ path }) => !MADE_UP.test(path));
  expect(named.length).toBeGreaterThan(80);
  const missing = named.filter(({ path }) => !existsSync(join(root, path)));
  expect(missing.map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
});

test('a test that walks over files says that it found some', () => {
  const walking = TESTS.filter(({ text }) => WALKS.test(text));
  expect(walking.length).toBeGreaterThan(10);
  const blind = walking.filter(({ text }) => !FINDING.test(text)).map(({ file }) => file);
  expect(blind).toEqual(FINDS_NOTHING);
});

// Whether assertions are reached says `requireAssertions` of vitest.config.ts; Playwright has no such setting.
test('no end-to-end test is without an assertion', () => {
  const specs = TESTS.filter(({ file }) => file.endsWith('.spec.ts'));
  expect(specs.length).toBeGreaterThan(60);
  const blind = specs.filter(({ text }) => !/\bexpect\w*\(/.test(text));
  expect(blind.map(({ file }) => file)).toEqual([]);
});
