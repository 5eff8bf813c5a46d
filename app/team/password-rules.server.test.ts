import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.server.ts';
import { checkNewPassword } from './password-rules.server.ts';

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
  ['ab1cd', 'ab1cd', 'Password must be at least 6 characters long'],
  ['monkey', 'monkey', 'This password is among the most common ones. Please choose another.'],
])('%j repeated as %j is refused', (password, confirmation, message) => {
  expect(() => checkNewPassword(password, confirmation)).toThrow(message);
});

test('six characters that are not common are enough', () => {
  expect(() => checkNewPassword('9kv-t2', '9kv-t2')).not.toThrow();
});
