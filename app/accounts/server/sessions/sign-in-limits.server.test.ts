import { expect, test } from 'vitest';
import { isKnownDevice, rememberDevice } from './sign-in-limits.server.ts';

const SECRET = 'a secret of the tests';
const MAYA = 'maya.okafor@embarka.example';
const LEO = 'leo.marchetti@embarka.example';

const cookieFor = (email: string, before: string | null = null, secret = SECRET) =>
  rememberDevice(secret, false, before, email).split(';')[0] ?? '';

test('a browser is known for the accounts that signed in with it, and for no others', () => {
  const cookie = cookieFor(LEO, cookieFor(MAYA));
  expect(isKnownDevice(SECRET, `theme=dark; ${cookie}`, MAYA)).toBe(true);
  expect(isKnownDevice(SECRET, cookie, LEO)).toBe(true);
  expect(isKnownDevice(SECRET, cookie, 'ines.duarte@embarka.example')).toBe(false);
});

test('nobody else can make it', () => {
  expect(isKnownDevice(SECRET, null, MAYA)).toBe(false);
  expect(isKnownDevice(SECRET, cookieFor(MAYA, null, 'another secret'), MAYA)).toBe(false);
  expect(isKnownDevice(SECRET, `embarka_devices=${MAYA}`, MAYA)).toBe(false);
});

test('five accounts are remembered, the latest ones', () => {
  const people = [1, 2, 3, 4, 5, 6].map((number) => `p${number}@embarka.example`);
  const cookie = people.reduce<string | null>((before, email) => cookieFor(email, before), null);
  expect(people.map((email) => isKnownDevice(SECRET, cookie, email))).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('behind TLS the cookie belongs to this host alone and never says whose it is', () => {
  const header = rememberDevice(SECRET, true, null, MAYA);
  expect(header).toMatch(/^__Host-embarka_devices=.*; Secure$/);
  expect(header).toMatch(/HttpOnly/);
  expect(header).not.toContain('maya');
  expect(isKnownDevice(SECRET, header.split(';')[0] ?? '', MAYA)).toBe(true);
});
