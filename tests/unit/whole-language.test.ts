import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import searchWords from '../../content/search-words.json' with { type: 'json' };
import { describeParameters } from '../../app/api/server/openapi.server.ts';
import { KEYED_OPERATIONS } from '../../app/api/server/operations.server.ts';
import { PUBLIC_OPERATIONS } from '../../app/api/server/public-operations.server.ts';
import { readCatalogue } from '../../app/i18n/read-catalogue.server.ts';
import { english } from '../../app/i18n/translate.ts';
import { PAGE_TITLES } from '../../app/shop/search/page-titles.ts';

// Types keep a message out of a screen until t() translates it, and `npm run messages -- --check` knows every message.
// These tests look for texts that never became messages.

function sourcesBelow(folder: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => join(folder, file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/** Programs read these, and the API is documented in English. */
const OF_PROGRAMS = /app\/api\/server\/|take-posted-mail/;

const SOURCES = [...sourcesBelow('app'), ...sourcesBelow('server')].filter(
  ({ file }) => !OF_PROGRAMS.test(file),
);

const REFUSED = /new RefusedError\(\s*\d+,\s*(\S[^\n]*)/g;

test('every refusal is a translated message', () => {
  const refusals = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(REFUSED)].map(([, message = '']) => ({ file, message })),
  );
  expect(refusals.length).toBeGreaterThan(150);
  expect(refusals.filter(({ message }) => /^['"]/.test(message))).toEqual([]);
  const built = refusals.filter(
    ({ message }) =>
      message.startsWith('`') &&
      !/^`(?:\$\{(?:t|(?:format|describe|get)\w+)\([^`]*\}\s*)+/.test(message),
  );
  expect(built).toEqual([]);
});

type Node = Readonly<Record<string, unknown>>;

/** Literals that are sentences and not arguments of t() or msg(). */
function bareSentencesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, callee } = node as Node;
  const isMessage =
    type === 'CallExpression' && /^(?:t|msg)$/.test((callee as { name?: string }).name ?? '');
  if (isMessage) return [];
  const found =
    type === 'Literal' && typeof value === 'string' && /^[A-Z][^<>]* [^<>]*[.?]$/.test(value);
  return [...(found ? [value] : []), ...Object.values(node).flatMap(bareSentencesOf)];
}

/** Details of faults for the log. */
const FOR_LOGS = /^(?:Unexpected|There is no\b.*\bhere\b)/;

test('every answer of a form is a translated message', () => {
  const answers = SOURCES.filter(({ file }) => /\/pages\/.*\.ts$/.test(file));
  expect(answers.length).toBeGreaterThan(15);
  const bare = answers.flatMap(({ file, text }) =>
    bareSentencesOf(parseSync(file, text).program)
      .filter((said) => !FOR_LOGS.test(said))
      .map((said) => `${file}: ${said}`),
  );
  expect(bare).toEqual([]);
});

/** These are the same in every language. */
const UNTRANSLATED = new Set(['/offer', 'API', '&nbsp;·', 'https://example.com/webhooks']);
const SAID_BY_ATTRIBUTE = /^(?:title|alt|placeholder|label|hint|lead|heading|text|aria-label)$/;

/** Texts of a component that stand in its markup as they are. */
function bareTextsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as Node;
  const inAttribute =
    type === 'JSXAttribute' && SAID_BY_ATTRIBUTE.test((name as { name: string }).name)
      ? (value as { value?: unknown } | null)?.value
      : undefined;
  const text = type === 'JSXText' ? value : inAttribute;
  const found = typeof text === 'string' && /\p{L}{2}/u.test(text) ? [text.trim()] : [];
  return [...found, ...Object.values(node).flatMap(bareTextsOf)];
}

test('no component shows a text that is not a message', () => {
  const bare = SOURCES.filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) =>
      bareTextsOf(parseSync(file, text).program).map((said) => ({ file, said })),
    )
    // Levels of headings are short.
    .filter(({ said }) => !UNTRANSLATED.has(said) && !/^h\d$/.test(said));
  expect(bare).toEqual([]);
});

const BARE_BUILT = /(?<![\w(.])`([A-Z][a-z]+[: ][^`]*\$\{[^`]*)`/g;

test('no component puts a text together from words and values', () => {
  const built = SOURCES.filter(({ file }) => file.endsWith('.tsx')).flatMap(({ file, text }) =>
    [...text.matchAll(BARE_BUILT)].map(([, said]) => `${file}: ${said}`),
  );
  expect(built).toEqual([]);
});

test('every parameter of the API and every page of the search has its message', () => {
  const described = readCatalogue('en', 'api-server');
  const parameters = [...PUBLIC_OPERATIONS, ...KEYED_OPERATIONS].flatMap(
    ({ parameters: own, query }) => [
      ...describeParameters(own, 'path'),
      ...describeParameters(query, 'query'),
    ],
  );
  expect(parameters.length).toBeGreaterThan(20);
  expect(parameters.filter(({ description }) => !Object.hasOwn(described, description))).toEqual(
    [],
  );
  const titles = PAGE_TITLES.map((message) => english(message));
  expect(
    searchWords.pages.map(({ title }) => title).filter((title) => !titles.includes(title)),
  ).toEqual([]);
});
