import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadAssets } from './assets.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embarka-assets-'));
  mkdirSync(join(folder, 'assets'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

test('built files are served under their path with their type and compressed copies', () => {
  write('assets/root-abc123.js', 'export {};');
  write('assets/root-abc123.js.br', 'brotli');
  write('assets/root-abc123.js.gz', 'gzip');
  write('favicon.ico', 'icon');
  const assets = loadAssets(folder);

  expect([...assets.keys()].sort()).toEqual(['/assets/root-abc123.js', '/favicon.ico']);
  const script = assets.get('/assets/root-abc123.js');
  expect(script).toMatchObject({ type: 'text/javascript; charset=utf-8', caching: 'for-ever' });
  expect([script?.plain, script?.br, script?.gzip].map((bytes) => bytes?.toString())).toEqual([
    'export {};',
    'brotli',
    'gzip',
  ]);
  expect(assets.get('/favicon.ico')).toMatchObject({ caching: 'for-a-day', br: undefined });
});

test('only files of a known type are served: no map, no dotfile, no page', () => {
  for (const name of ['a.js.map', '.env', 'index.html', 'notes', 'orphan.js.br']) write(name, 'x');
  expect([...loadAssets(folder).keys()]).toEqual([]);
});

test('the ETag follows the content, not the name', () => {
  write('a.txt', 'same');
  write('b.txt', 'same');
  write('c.txt', 'other');
  const assets = loadAssets(folder);
  const etag = (path: string) => assets.get(path)?.etag;
  expect(etag('/a.txt')).toMatch(/^"[\w-]{22}"$/);
  expect(etag('/a.txt')).toBe(etag('/b.txt'));
  expect(etag('/a.txt')).not.toBe(etag('/c.txt'));
});

test('the service worker is asked for anew each time, so that none outlives its server', () => {
  write('service-worker.js', 'self');
  expect(loadAssets(folder).get('/service-worker.js')).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    caching: 'ask-first',
  });
});

test('a version of the script for other sites is kept for ever and read by everybody, and no other file is', () => {
  mkdirSync(join(folder, 'widget'));
  for (const name of ['widget/1.js', 'widget/2.js', 'widget/1.css', 'widget/a.js', 'widget.js']) {
    write(name, 'x');
  }
  const assets = loadAssets(folder);
  const versions = [...assets].filter(([, { isForOthers }]) => isForOthers);
  expect(versions.map(([path, { caching }]) => `${path} ${caching}`).toSorted()).toEqual([
    '/widget/1.js for-ever',
    '/widget/2.js for-ever',
  ]);
});

test('the files of a folder within the site are served below its path', () => {
  write('assets/boat.svg', '<svg/>');
  const assets = loadAssets(join(folder, 'assets'), '/art/');
  expect([...assets].map(([path, { type, caching }]) => [path, type, caching])).toEqual([
    ['/art/boat.svg', 'image/svg+xml', 'for-a-day'],
  ]);
});
