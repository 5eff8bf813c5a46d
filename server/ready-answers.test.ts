import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Asset } from './assets.ts';
import { sendAsset } from './ready-answers.ts';

const clip: Asset = {
  type: 'video/mp4',
  etag: '"clip"',
  immutable: false,
  plain: Buffer.from('0123456789'),
  br: undefined,
  gzip: undefined,
};

const app = new Hono().get('/clip.mp4', (c) => sendAsset(c, clip));

const ask = (range: string) => app.request('/clip.mp4', { headers: { Range: range } });

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
])('a player that asks for %s gets that part', async (range, body, contentRange) => {
  const response = await ask(range);
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(contentRange);
  expect(await response.text()).toBe(body);
});

test.each(['bytes=10-', 'bytes=-', 'bytes=5-2', 'lines=1-2'])(
  '%s is no part of the file',
  async (range) => {
    const response = await ask(range);
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */10');
  },
);

test('without a range the whole file is sent', async () => {
  const response = await app.request('/clip.mp4');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('0123456789');
});
