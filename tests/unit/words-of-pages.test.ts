import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { wordsOfPlace } from '../../app/routing/learn-place.ts';
import { SITE_ES } from '../../app/routing/words.es.ts';
import { TEAM_ES } from '../../app/routing/words.server.ts';
import { everyRow } from '../support/every-row.ts';

const ROUTE = /route\(\s*'([^']+)',\s*'([\w-]+\/pages\/[\w-]+\.tsx)'/g;
/** The part of the route table between the portal's layout and the resource routes. */
const TABLE = readFileSync('app/routes.ts', 'utf8').split("route('login'", 2)[1] ?? '';
const IMPORT = /(?:\bfrom\s+|\bimport\()\s*'(\.[^']+)'/g;
const TYPE_IMPORT = /\b(?:import|export) type [^;]+;/g;

/** Everything that the page's own code may bring to the browser, what comes later included. */
function modulesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file) || /\.server\.|\.es\./.test(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8').replaceAll(TYPE_IMPORT, '');
  for (const [, to = ''] of source.matchAll(IMPORT)) {
    modulesOf(normalize(join(dirname(file), to)), seen);
  }
  return seen;
}

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;

/** A field's name, and what English has one word for: the one in the catalogue is said otherwise. */
const NOT_SAID = new Set(['spanish', 'Order']);

/** The sentences of a module that are translated for the team: arguments of t(), or names in a list. */
function sentencesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(LITERAL)]
    .map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'))
    .filter((text) => Object.hasOwn(TEAM_ES, text) && !NOT_SAID.has(text));
}

const PAGES = [...`route('login'${TABLE}`.matchAll(ROUTE)].map(([, path = '', file = '']) => ({
  path: `/${path.replaceAll(/:\w+/g, '1')}`,
  file: join('app', file),
}));

test('every page of the team is known', () => {
  expect(PAGES.length).toBeGreaterThan(30);
});

/** A page that says what its browser has not learned is taken over by React as another one than came: it stays dead. */
test('every page of the team learns all that it says in Spanish', async () => {
  await everyRow(
    PAGES,
    ({ path }) => path,
    async ({ path, file }) => {
      const learned = Object.assign({}, SITE_ES, ...((await wordsOfPlace(path)) ?? []));
      const missing = [...modulesOf(file)].flatMap((module) =>
        sentencesIn(module)
          .filter((sentence) => !Object.hasOwn(learned, sentence))
          .map((sentence) => `${module}: ${sentence}`),
      );
      expect([...new Set(missing)]).toEqual([]);
    },
  );
});
