import { expect, test } from 'vitest';
import { createSeal } from './secrets.server.ts';

const mails = createSeal('a secret of the tests', 'mails');

test('what is sealed opens again, and looks different each time', () => {
  const text = 'https://shop.example/reset-password?token=abc 😀';
  const [one, two] = [mails.seal(text), mails.seal(text)];
  expect(mails.open(one)).toBe(text);
  expect(one).not.toBe(two);
  expect(one).not.toContain('token');
});

test.each([
  ['with another secret', createSeal('another secret', 'mails')],
  ['for another purpose', createSeal('a secret of the tests', 'webhooks')],
])('what is sealed does not open %s', (_, other) => {
  expect(() => other.open(mails.seal('text'))).toThrow(/authenticat|initialization/i);
});

test.each(['', 'AAAA', 'x'.repeat(60)])('%j does not open', (text) => {
  expect(() => mails.open(text)).toThrow(/authenticat|initialization/i);
});

test('what was changed does not open', () => {
  const bytes = Buffer.from(mails.seal('role: agent'), 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => mails.open(bytes.toString('base64url'))).toThrow(/authenticat|initialization/i);
});
