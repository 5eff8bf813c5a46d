import { expect, test } from 'vitest';
import { readSecretCookie, writeSecretCookie } from './secret-cookie.ts';

const PLANTED = 'embarka_client=planted';

test('a cookie that a sibling subdomain planted is never read over https', () => {
  const own = writeSecretCookie('https://shop.example', 'embarka_client', 'own', 60);
  expect(own).toBe('__Host-embarka_client=own; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure');
  const read = (cookies: string | null) =>
    readSecretCookie('https://shop.example', cookies, 'embarka_client');
  expect(read(`${PLANTED}; theme=dark; ${own}`)).toBe('own');
  expect(read(PLANTED)).toBe('');
  expect(read(null)).toBe('');
});

test('a server without TLS reads the cookie that it wrote', () => {
  const own = writeSecretCookie('http://localhost:3000', 'embarka_client', 'own', 60);
  expect(own).toBe('embarka_client=own; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  expect(readSecretCookie('http://localhost:3000', own, 'embarka_client')).toBe('own');
});
