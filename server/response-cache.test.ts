import { expect, test } from 'vitest';
import type { Asset } from './assets.ts';
import { PageCache } from './page-cache.ts';
import { CATALOGUE } from '../tests/support/catalogue.ts';
import { createResponseCache } from './response-cache.ts';

const clip: Asset = {
  type: 'video/mp4',
  etag: '"clip"',
  caching: 'for-a-day',
  plain: Buffer.from('0123456789'),
  br: undefined,
  gzip: undefined,
};

const find = createResponseCache(
  new Map([
    ['/clip.mp4', clip],
    ['/widget/1.js', { ...clip, type: 'text/javascript', isForOthers: true }],
  ]),
  new PageCache(),
  { catalogue: CATALOGUE, settings: { languages: { main: 'en', offered: ['en'] } } },
  { 'Cross-Origin-Resource-Policy': 'same-origin' },
);

const ask = (range?: string) => find({ method: 'GET', url: '/clip.mp4', headers: { range } });

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
])('a player that asks for %s gets that part', (range, body, contentRange) => {
  const answer = ask(range);
  expect(answer?.status).toBe(206);
  expect(answer?.headers['Content-Range']).toBe(contentRange);
  expect(answer?.body?.toString()).toBe(body);
});

test.each(['bytes=10-', 'bytes=-', 'bytes=5-2', 'lines=1-2'])(
  '%s is no part of the file',
  (range) => {
    const answer = ask(range);
    expect(answer?.status).toBe(416);
    expect(answer?.headers['Content-Range']).toBe('bytes */10');
  },
);

test('without a range the whole file is sent', () => {
  const answer = ask();
  expect(answer?.status).toBe(200);
  expect(answer?.body?.toString()).toBe('0123456789');
});

test('a page of another site loads the script for it, and nothing else of ours', () => {
  const headersOf = (url: string) => find({ method: 'GET', url, headers: {} })?.headers;
  expect(headersOf('/widget/1.js')).toMatchObject({
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  });
  expect(headersOf('/clip.mp4')).toMatchObject({ 'Cross-Origin-Resource-Policy': 'same-origin' });
  expect(headersOf('/clip.mp4')).not.toHaveProperty('Access-Control-Allow-Origin');
});
