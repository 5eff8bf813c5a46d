import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'app/**/*.md', 'examples/*.md'], { cwd: root });
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Pages that people read from top to bottom; decisions and module READMEs have shorter limits. */
const LONG_PAGES = globSync(['*.md', 'docs/*.md', 'docs/*/*.md'], { cwd: root });
const MOST_LINES = 300;

interface Link {
  readonly page: string;
  readonly address: string;
  readonly file: string;
  readonly anchor: string;
}

/** Links and pictures; those of other sites are left out. */
function linksOf(page: string): Link[] {
  return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => {
      const [path = '', anchor = ''] = address.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      return { page, address, file, anchor };
    });
}

const LINKS = PAGES.flatMap(linksOf);

/** The anchors of a page: its headings as GitHub names them, and the ids written in it. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
  return new Set([...headings, ...idsOf(text)]);
}

function idsOf(text: string): string[] {
  return [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id);
}

test('every link of a page leads to a file, and to a place in it', () => {
  const dead = LINKS.filter(({ file, anchor }) => {
    if (!existsSync(join(root, file))) return true;
    return anchor !== '' && file.endsWith('.md') && !anchorsOf(read(file)).has(anchor);
  });
  expect(dead.map(({ page, address }) => `${page}: ${address}`)).toEqual([]);
});

/** Names that stand for others, and files that a build or an installation makes. */
const NOT_IN_THE_REPOSITORY =
  /NAME|CODE|^(?:\.server|openapi|sbom\.cdx|installation|room\.server|words\.es)\.(?:ts|json)$/;

test('every file that a page or a comment names exists', () => {
  const sources = globSync(
    '{app,bench,db,examples,perf/peers,scripts,server,tests}/**/*.{ts,tsx}',
    {
      cwd: root,
      exclude: ['**/node_modules'],
    },
  );
  const others = globSync(['*.*', '.*.mjs', '{app,content,db,public,scripts}/**/*.*'], {
    cwd: root,
  });
  const files = new Set([...others, ...sources].map((file) => basename(file)));
  const pages = PAGES.filter((page) => !/decisions|CHANGELOG/.test(page));
  const missing = [...pages, ...sources].flatMap((file) => {
    const lines = read(file).split('\n');
    const said = file.endsWith('.md')
      ? lines
      : lines.filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line));
    return [...said.join('\n').matchAll(/`([\w./-]+\.(?:tsx?|css|json|sql|mjs))`/g)]
      .map(([, name = '']) => basename(name))
      .filter((name) => !files.has(name) && !NOT_IN_THE_REPOSITORY.test(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('there are pages with links to check', () => {
  expect(LINKS.length).toBeGreaterThan(200);
  expect(LINKS.filter(({ anchor }) => anchor !== '').length).toBeGreaterThan(50);
});

test(`no page has more than ${MOST_LINES} lines`, () => {
  expect(LONG_PAGES.length).toBeGreaterThan(90);
  const long = LONG_PAGES.map((page) => ({ page, lines: read(page).split('\n').length - 1 }));
  expect(long.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
});

test('a page that was split links to each of its parts', () => {
  for (const name of ['operations', 'rules', 'security']) {
    const linked = new Set(linksOf(`docs/${name}.md`).map(({ file }) => file));
    const parts = globSync(`docs/${name}/*.md`, { cwd: root });
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.filter((part) => !linked.has(part))).toEqual([]);
  }
});

test('each rule has one number and is listed by it in docs/rules.md, in order', () => {
  const rules = globSync('docs/rules/*.md', { cwd: root })
    .flatMap((page) => idsOf(read(page)).map((id) => ({ page, id, number: Number(id.slice(1)) })))
    .toSorted((a, b) => a.number - b.number);
  expect(new Set(rules.map(({ number }) => number)).size).toBe(rules.length);
  const listed = [...read('docs/rules.md').matchAll(/<a id="[^[]+\[\d+\]\([^)]+\)/g)].flat();
  const expected = rules.map(
    ({ page, id, number }) => `<a id="${id}"></a>[${number}](${page.replace('docs/', '')}#${id})`,
  );
  expect(listed).toEqual(expected);
});

test('every rule that is cited exists', () => {
  const known = new Set(idsOf(read('docs/rules.md')).map((id) => Number(id.slice(1))));
  const sources = globSync(
    ['{app,bench,db,docs,scripts,server,tests}/**/*.{md,ts,tsx}', 'perf/peers/{*,sides/*}.{md,ts}'],
    { cwd: root },
  );
  expect(sources.length).toBeGreaterThan(1000);
  const unknown = sources.flatMap((file) =>
    [...read(file).matchAll(/\b[Rr]ules? (\d+)\b/g)]
      .filter(([, number]) => !known.has(Number(number)))
      .map(([citation]) => `${file}: ${citation}`),
  );
  expect(unknown).toEqual([]);
});
