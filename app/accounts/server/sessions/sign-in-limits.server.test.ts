import { expect, test } from 'vitest';
import { isKnownDevice, rememberDevice } from './sign-in-limits.server.ts';

const HTTP = { cookieSecret: 'a secret of the tests', settings: { origin: 'http://localhost' } };
const HTTPS = { ...HTTP, settings: { origin: 'https://shop.example' } };
const MAYA = 'maya.okafor@embarka.example';
const LEO = 'leo.marchetti@embarka.example';

const cookieFor = (email: string, before: string | null = null, context = HTTP) =>
  rememberDevice(context, before, email).split(';')[0] ?? '';

test('a browser is known for the accounts that signed in with it, and for no others', () => {
  const cookie = cookieFor(LEO, cookieFor(MAYA));
  expect(isKnownDevice(HTTP, `theme=dark; ${cookie}`, MAYA)).toBe(true);
  expect(isKnownDevice(HTTP, cookie, LEO)).toBe(true);
  expect(isKnownDevice(HTTP, cookie, 'ines.duarte@embarka.example')).toBe(false);
});

test('nobody else can make it', () => {
  expect(isKnownDevice(HTTP, null, MAYA)).toBe(false);
  expect(
    isKnownDevice(HTTP, cookieFor(MAYA, null, { ...HTTP, cookieSecret: 'another' }), MAYA),
  ).toBe(false);
  expect(isKnownDevice(HTTP, `embarka_devices=${MAYA}`, MAYA)).toBe(false);
});

test('five accounts are remembered, the latest ones', () => {
  const people = [1, 2, 3, 4, 5, 6].map((number) => `p${number}@embarka.example`);
  const cookie = people.reduce<string | null>((before, email) => cookieFor(email, before), null);
  expect(people.map((email) => isKnownDevice(HTTP, cookie, email))).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('behind TLS the cookie belongs to this host alone and never says whose it is', () => {
  const header = rememberDevice(HTTPS, null, MAYA);
  expect(header).toMatch(/^__Host-embarka_devices=.*; Secure$/);
  expect(header).toMatch(/HttpOnly/);
  expect(header).not.toContain('maya');
  expect(isKnownDevice(HTTPS, header.split(';')[0] ?? '', MAYA)).toBe(true);
});
