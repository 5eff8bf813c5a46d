import { expect, test } from 'vitest';
import { knownReviewerCookie } from './review-cookies.server.ts';

const ASTRID = 'astrid.lund@fjordbooks.example';
const NOOR = 'noor.haddad@cedarpress.example';
const REVIEW = '0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a';
const reviewer = knownReviewerCookie('a secret', true);

const from = (setCookie: string) =>
  new Request('https://shop.example', { headers: { Cookie: setCookie.split(';')[0] ?? '' } });

test('a browser is known as the address that solved the captcha, and as no other', async () => {
  const request = from(await reviewer.remember(ASTRID, REVIEW));
  expect(await reviewer.find(request, ` ${ASTRID.toUpperCase()} `)).toBeTypeOf('string');
  expect(await reviewer.find(request, NOOR)).toBeUndefined();
});

test('a cookie bears the name of the review that it was made for', async () => {
  expect(await reviewer.find(from(await reviewer.remember(ASTRID, REVIEW)), ASTRID)).toBe(REVIEW);
});

test('a cookie of another installation, of before, or made up, is none', async () => {
  const foreign = knownReviewerCookie('another secret', true);
  expect(await reviewer.find(from(await foreign.remember(ASTRID, REVIEW)), ASTRID)).toBeUndefined();
  const [name] = (await reviewer.remember(ASTRID, REVIEW)).split('=');
  for (const value of ['known', 'Imtub3duIg==', btoa(JSON.stringify({ id: 'x', of: 'y' }))]) {
    expect(await reviewer.find(from(`${name}=${value}`), ASTRID)).toBeUndefined();
  }
});

test('it does not tell the address', async () => {
  const cookie = decodeURIComponent(await reviewer.remember(ASTRID, REVIEW));
  expect(atob(/=([^;.]+)/.exec(cookie)?.[1] ?? '')).not.toContain('astrid');
});
