import { expect, test } from 'vitest';
import { checkLength, checkNewPassword, isCommonPassword } from './password-rules.server.ts';

test.each(['123456', 'password', 'PASSWORD', 'qwerty', 'Dragon', 'iloveyou'])(
  '%s is common, however it is capitalised',
  (password) => expect(isCommonPassword(password)).toBe(true),
);

test.each(['lantern-tide-41', 'granite sail', 'password-of-my-own', '__proto__', 'constructor'])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
);

test.each([
  ['', '', 'All fields are required'],
  ['abcdef', 'abcdeg', 'Passwords do not match'],
  ['9kv-t2-hb41', '9kv-t2-hb41', 'Password must be at least 12 characters long'],
  ['😀'.repeat(11), '😀'.repeat(11), 'Password must be at least 12 characters long'],
  ['monkey', 'monkey', 'This password is too common. Choose another one.'],
])('%j repeated as %j is refused', (password, confirmation, message) => {
  expect(() => checkNewPassword(password, confirmation)).toThrow(message);
});

test('twelve characters that are not common are enough', () => {
  expect(() => checkNewPassword('9kv-t2-hb41x', '9kv-t2-hb41x')).not.toThrow();
});

test('six that are not common are enough at /create-account', () => {
  expect(() => checkLength('9kv-t2')).not.toThrow();
  expect(() => checkLength('9kv-t')).toThrow('Password must be at least 6 characters long');
});
