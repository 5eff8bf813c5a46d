import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EXAMPLE, frequentText, rareText, SECTIONS, SERVICES } from '../catalogue.ts';
import type { Ask } from '../http-client.ts';
import { ServerProcess } from '../server-process.ts';
import { contains, hasAll, type Preparation, type Reading, type Side } from '../side.ts';

const NEXT = fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url));
const SOURCES = fileURLToPath(new URL('../servers/next/', import.meta.url));
const BUILD_MS = 300_000;
const PATH = `/services/${EXAMPLE.section}/${EXAMPLE.slug}`;
const TITLES = SERVICES.map(({ title }) => title.replaceAll('&', '&amp;'));

const search =
  (base: string, textOf: (n: number) => string) =>
  (n: number): Ask => ({
    path: `${base}?q=${encodeURIComponent(textOf(n))}`,
  });

const PAGES: readonly Reading[] = [
  ['prerendered', ''],
  ['rendered for each request', '/rendered'],
].flatMap(([how = '', base = '']) => [
  {
    kind: 'page',
    what: 'service',
    how,
    ask: () => ({ path: base + PATH }),
    check: contains(EXAMPLE.title, EXAMPLE.description.slice(0, 40), '</html>'),
  },
  {
    kind: 'page',
    what: 'list',
    how,
    ask: () => ({ path: `${base}/services` }),
    check: hasAll(TITLES, SERVICES.length),
  },
]);

const READINGS: readonly Reading[] = [
  ...PAGES,
  {
    kind: 'page',
    what: 'search, rare texts',
    how: 'rendered for each request',
    ask: search('/rendered/search', rareText),
    check: contains('</html>', '/services/'),
  },
  {
    kind: 'json',
    what: 'service',
    ask: () => ({ path: `/api${PATH}` }),
    check: contains(EXAMPLE.title),
  },
  {
    kind: 'json',
    what: 'list',
    ask: () => ({ path: '/api/services?limit=100' }),
    check: hasAll(
      SERVICES.map(({ title }) => JSON.stringify(title)),
      100,
    ),
  },
  {
    kind: 'json',
    what: 'search, frequent texts',
    ask: search('/api/search', frequentText),
    check: contains('"slug"'),
  },
  {
    kind: 'json',
    what: 'search, rare texts',
    ask: search('/api/search', rareText),
    check: contains('"slug"'),
  },
];

/** A Next.js application with the same services, built and started as its documentation says. */
export async function prepareNext({ folder }: Preparation): Promise<Side> {
  const app = `${folder}/site`;
  const env = { NEXT_TELEMETRY_DISABLED: '1' };
  await cp(SOURCES, app, { recursive: true });
  await writeFile(
    `${app}/catalogue.json`,
    JSON.stringify({ sections: SECTIONS, services: SERVICES }),
  );
  const log = `${folder}/server.log`;
  await ServerProcess.run({ arguments: [NEXT, 'build'], folder: app, env, log }, BUILD_MS);
  return {
    name: 'Next.js',
    readings: READINGS,
    ready: { path: '/services' },
    command: (port) => ({
      arguments: [NEXT, 'start', '--hostname', '127.0.0.1', '--port', String(port)],
      folder: app,
      env,
      log,
    }),
  };
}
