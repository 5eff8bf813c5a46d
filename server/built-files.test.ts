import { describe, expect, test } from 'vitest';
import { accepting, openServer, publicPages } from '../tests/support/open-app.ts';

describe('a built file', () => {
  test('whose name carries its hash is cached for a year and never asked for again', async () => {
    const response = await openServer().ask('/assets/root-abc.js');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('code');
  });

  test('with a lasting name is asked for again after a day', async () => {
    const response = await openServer().ask('/robots.txt');
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=86400\b/);
    expect(response.headers.get('Cache-Control')).not.toContain('immutable');
  });

  test.each([
    ['br, gzip', 'br', 'br of code'],
    ['gzip, deflate, br, zstd', 'br', 'br of code'],
    ['gzip', 'gzip', 'gzip of code'],
    ['br;q=0, gzip', 'gzip', 'gzip of code'],
    ['br;q=0.0, gzip;q=0.5', 'gzip', 'gzip of code'],
    ['br; q=0.8', 'br', 'br of code'],
    ['br;q=0, gzip;q=0', null, 'code'],
    ['deflate', null, 'code'],
    ['identity', null, 'code'],
    ['', null, 'code'],
    ['abrupt', null, 'code'],
  ])('is sent to a browser that accepts "%s" as %s', async (accepted, encoding, text) => {
    const response = await openServer().ask('/assets/root-abc.js', accepting(accepted));
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Content-Length')).toBe(String(text.length));
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(text);
  });

  test('that was not compressed is sent plain', async () => {
    const response = await openServer().ask('/robots.txt', accepting('br, gzip'));
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(await response.text()).toBe('all');
  });

  test.each(['"asset-1"', 'W/"asset-1"', '"older", "asset-1"'])(
    'that the browser still has under %s is not sent again',
    async (held) => {
      const { ask } = openServer();
      const response = await ask('/assets/root-abc.js', { headers: { 'If-None-Match': held } });
      expect(response.status).toBe(304);
      expect(response.headers.get('ETag')).toBe('"asset-1"');
      expect(await response.text()).toBe('');
    },
  );

  test('that the browser has in another version is sent', async () => {
    const { ask } = openServer();
    const response = await ask('/assets/root-abc.js', { headers: { 'If-None-Match': '"asset"' } });
    expect(response.status).toBe(200);
  });

  test('can be asked about without its body', async () => {
    const response = await openServer().ask('/assets/root-abc.js', { method: 'HEAD' });
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '4']);
    expect(await response.text()).toBe('');
  });

  test('that does not exist is answered with a plain 404, and no page is rendered', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    for (const path of ['/assets/gone.js', '/favicon.ico', '/wp-login.php', '/a/b/photo.JPEG']) {
      const response = await ask(path);
      expect([response.status, await response.text()]).toEqual([404, 'Not found']);
    }
    expect(handlePage).not.toHaveBeenCalled();
  });
});
