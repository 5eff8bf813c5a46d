import { expect, test } from 'vitest';
import { shortcutOf, whyHalfWritten } from './half-written.ts';

const isReply = (shortcut: string) => shortcut === 'next-steps';

test.each(['/pay', '/Pay', '/pay now', '/x', '/pay_link', '/next', '/pay\nnow'])(
  'a reply that begins with a command nobody knows does not go out: %j',
  (text) => {
    expect(whyHalfWritten(text, isReply)).toMatch(
      /^There is no canned reply \/[a-z_]+\. Choose one/,
    );
  },
);

test.each(['Hello {visitor}', '{service} is {price}', 'x{a1}', 'Total: {betrag_2}', '{größe}'])(
  'a reply with a variable that nobody filled in does not go out: %j',
  (text) => {
    expect(whyHalfWritten(text, isReply)).toMatch(/^Your reply still contains \{[^}]+\}\./);
  },
);

test.each([
  'and/or',
  'see /pay',
  '/etc/hosts',
  '/ or so',
  '/1',
  '//',
  '/next-steps',
  '/Next-Steps please',
  '{}',
  '{ visitor }',
  '{"a": 1}',
  'if (x) { return; }',
  'https://example.org/pay',
])('what only looks like it goes out: %j', (text) => {
  expect(whyHalfWritten(text, isReply)).toBeUndefined();
});

test.each([
  ['/24-7', '24-7'],
  ['/Next-Steps please', 'next-steps'],
  ['/etc/hosts', undefined],
  ['24-7', undefined],
])('a text may name a canned reply, also one that begins with a digit: %j', (text, shortcut) => {
  expect(shortcutOf(text)).toBe(shortcut);
});
