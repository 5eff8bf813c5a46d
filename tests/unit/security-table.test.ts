import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** How many requirements of level 1 and 2 each section of ASVS 5.0 has. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
};

interface Row {
  readonly number: string;
  readonly cells: readonly string[];
  readonly how: string;
  readonly proof: string;
}

const DOCUMENT = globSync(['docs/security.md', 'docs/security/*.md'], { cwd: root })
  .map((page) => readFileSync(join(root, page), 'utf8'))
  .join('\n');

const ROWS: readonly Row[] = DOCUMENT.split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [number = '', , , how = '', proof = ''] = cells;
    return { number, cells, how, proof };
  });

test('the table of docs/security/asvs.md has every requirement once, in order', () => {
  const counted: Record<string, number> = {};
  for (const { number } of ROWS) {
    const section = number.split('.').slice(0, 2).join('.');
    counted[section] = (counted[section] ?? 0) + 1;
  }
  expect(counted).toEqual(SECTIONS);
  const numbers = ROWS.map(({ number }) => number);
  const inOrder = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(numbers).toEqual(inOrder);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('no cell of it is empty', () => {
  const bad = ROWS.filter(({ cells }) => cells.length !== 5 || cells.some((cell) => cell === ''));
  expect(bad).toEqual([]);
});

test('what applies is proven by a test that exists, or says that the pages or nothing does', () => {
  const wrong = ROWS.filter(({ how, proof }) => {
    if (how.startsWith('Not applicable: ')) return proof !== 'none needed';
    if (proof === 'these pages') return false;
    const [, file = '', name = ''] = /^`([^`]+)`: “(.+)”$/.exec(proof) ?? [];
    if (!name || !existsSync(join(root, file))) return true;
    return !readFileSync(join(root, file), 'utf8').includes(name);
  });
  expect(wrong.map(({ number, proof }) => `${number} ${proof}`)).toEqual([]);
});

test('every test that it names anywhere exists', () => {
  const named = [...DOCUMENT.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`: “([^”]+)”/g)];
  expect(named.length).toBeGreaterThan(ROWS.length / 2);
  const missing = named.filter(
    ([, file = '', name = '']) =>
      !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(name),
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});

test('the product starts one process, of constants alone, and evaluates no text', () => {
  const sources = globSync(['app/**/*.{ts,tsx}', 'server/**/*.ts'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(100);
  // The one `eval` that is let through is the command of Redis, with a constant script.
  const dangerous =
    /child_process|(?<!\.commands\s+\.)\beval\(|new Function\(|node:vm|dangerouslySetInnerHTML/;
  const found = sources.filter((file) => dangerous.test(readFileSync(join(root, file), 'utf8')));
  // The process that decodes pictures, and one constant script, the first of every page.
  const child = 'app/platform/files/pictures/picture-child.server.ts';
  expect(found.toSorted()).toEqual([child, 'app/root.tsx']);
  // Its command is our own program and two numbers; what somebody sends goes to it as a message.
  const start = /^function start\(mostBytes: number\): ChildProcess \{$/m;
  const commands = readFileSync(join(root, child), 'utf8');
  expect([start.test(commands), commands.match(/\bspawn\(|\bexec\(|\bfork\(/g)]).toEqual([
    true,
    ['spawn('],
  ]);
});
