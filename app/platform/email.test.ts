import { describe, expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

describe('an e-mail address', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.org', "o'neil@example.ie", 'jürgen@müller.de'])(
    '%s is one',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  test.each([
    ['nothing', ''],
    ['a missing at sign', 'example.com'],
    ['two at signs', 'a@b@example.com'],
    ['no dot in the domain', 'a@localhost'],
    ['nothing before the at sign', '@example.com'],
    ['nothing after the dot', 'a@example.'],
    ['a space', 'a b@example.com'],
    ['a line break that would add a mail header', 'a@example.com\r\nBcc:b@example.com'],
    ['a NUL', 'a\0@example.com'],
    ['a character that reverses what follows', 'a\u202Emoc.live@example.com'],
    ['a pile of marks', `a${'\u0301'.repeat(50)}@example.com`],
    ['a zero-width space', 'a\u200Bb@example.com'],
    ['brackets, which a mail leaves without,', '<a@example.com>'],
    ['half a bracket', 'a@example.com>'],
    ['a bracket in its name', 'a<b@example.com'],
    ['a comment behind it', 'a@example.com(x)'],
    ['a comment before its domain', 'a@(x)example.com'],
    ['a list behind it', 'a@example.com,b'],
    ['a quote behind it', 'a@example.com"'],
    ['a path behind it', 'a@example.com/x'],
    ['a letter of its domain in hexadecimal', 'a@ex%61mple.com'],
    ['a number for a domain', 'a@[127.0.0.1]'],
  ])('with %s is none', (_, text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('has at most 254 characters', () => {
    const domain = '@example.com';
    expect(isEmail('a'.repeat(254 - domain.length) + domain)).toBe(true);
    expect(isEmail('a'.repeat(255 - domain.length) + domain)).toBe(false);
  });

  test('is stored without spaces around it and in lower case', () => {
    expect(normalizeEmail('  Elena.Ruiz@NorthFold.Example\n')).toBe('elena.ruiz@northfold.example');
  });
});
