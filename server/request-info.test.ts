import { describe, expect, test } from 'vitest';
import { isOwnOrigin } from './request-info.ts';

describe('with PUBLIC_ORIGIN', () => {
  const settings = { publicOrigin: 'https://shop.example' };

  test('only that origin counts, whatever host a proxy asked for', () => {
    expect(isOwnOrigin(settings, 'https://shop.example', 'shop.example')).toBe(true);
    expect(isOwnOrigin(settings, 'https://shop.example', '127.0.0.1:3000')).toBe(true);
  });

  test.each([
    ['http instead of https', 'http://shop.example'],
    ['a subdomain', 'https://evil.shop.example'],
    ['a domain that begins like it', 'https://shop.example.evil.example'],
    ['another port', 'https://shop.example:8443'],
    ['the host itself, when a name was pointed at this server', 'https://evil.example'],
    ['localhost', 'http://localhost:3000'],
    ['an opaque origin', 'null'],
    ['an empty one', ''],
    ['none', undefined],
  ])('%s is refused', (_, origin) => {
    const host = origin?.replace(/^https?:\/\//, '') ?? 'shop.example';
    expect(isOwnOrigin(settings, origin, host)).toBe(false);
    expect(isOwnOrigin(settings, origin, 'shop.example')).toBe(false);
  });

  test('a request without a host is refused', () => {
    expect(isOwnOrigin(settings, 'https://shop.example', undefined)).toBe(false);
  });
});

describe('without PUBLIC_ORIGIN', () => {
  const settings = { publicOrigin: undefined };

  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '127.1.2.3:80', '[::1]:3000'])(
    'a page on %s may write to the server it came from',
    (host) => {
      // Browsers omit the default port of the scheme.
      const origin = new URL(`http://${host}`).origin;
      expect(isOwnOrigin(settings, origin, origin.slice('http://'.length))).toBe(true);
    },
  );

  test.each([
    ['another port of this computer', 'http://localhost:4000', 'localhost:3000'],
    ['another name of this computer', 'http://127.0.0.1:3000', 'localhost:3000'],
    ['https', 'https://localhost:3000', 'localhost:3000'],
    ['a foreign page', 'https://evil.example', 'localhost:3000'],
    ['a name that was rebound to this computer', 'http://evil.example:3000', 'evil.example:3000'],
    ['a name that begins like it', 'http://127.0.0.1.evil.example', '127.0.0.1.evil.example'],
    ['a name that ends like it', 'http://evil-localhost:3000', 'evil-localhost:3000'],
    ['this network', 'http://192.168.1.5:3000', '192.168.1.5:3000'],
    ['every interface', 'http://0.0.0.0:3000', '0.0.0.0:3000'],
    ['a sandboxed frame', 'null', 'localhost:3000'],
    ['a file', 'file://', 'localhost:3000'],
    ['no origin', undefined, 'localhost:3000'],
    ['no host', 'http://localhost:3000', undefined],
    ['garbage', '://', '://'],
  ])('%s is refused', (_, origin, host) => {
    expect(isOwnOrigin(settings, origin, host)).toBe(false);
  });
});
