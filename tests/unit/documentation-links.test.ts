import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'app/**/*.md', 'examples/*.md'], { cwd: root });

/** Addresses of links and pictures; those of other sites and of places on the page are left out. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address.replace(/#.*$/, ''))
    .filter((address) => address !== '' && !/^[a-z]+:/.test(address));
}

test('every link of a page leads to a file', () => {
  const dead = PAGES.flatMap((page) =>
    linksOf(readFileSync(join(root, page), 'utf8'))
      .filter((address) => !existsSync(join(root, dirname(page), address)))
      .map((address) => `${page}: ${address}`),
  );
  expect(dead).toEqual([]);
});

test('there are pages with links to check', () => {
  const count = PAGES.flatMap((page) => linksOf(readFileSync(join(root, page), 'utf8'))).length;
  expect(count).toBeGreaterThan(50);
});
