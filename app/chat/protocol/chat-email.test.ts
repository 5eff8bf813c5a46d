import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { checkChatEmail } from './chat-email.ts';

const INVALID = 'Please enter a valid email address';
const DISPOSABLE =
  'Please use a permanent email address from a trusted provider like Gmail, Outlook, or Yahoo.';
const TEMPORARY = 'This email appears to be temporary. Please use your real email address.';

test.each([
  ...Object.values(VISITORS),
  '  Elena.Ruiz@Gmail.com ',
  'contest@example.com',
  'latest@example.com',
  'abcd@example.com',
  '123go@example.com',
  'administrator@example.com',
  'users@example.com',
  'elena@test.example',
  'elena@notmailinator.com',
])('%s is accepted', (email) => {
  expect(checkChatEmail(email)).toBeNull();
});

test.each(['', '   ', 'elena', 'elena@', '@example.com', 'elena@example', 'el ena@example.com'])(
  '"%s" is not an address',
  (email) => {
    expect(checkChatEmail(email)).toBe(INVALID);
  },
);

describe('a throw-away address', () => {
  test.each(['elena@mailinator.com', 'Elena@YOPMAIL.com ', 'elena@10minutemail.com'])(
    '%s is refused with a hint',
    (email) => {
      expect(checkChatEmail(email)).toBe(DISPOSABLE);
    },
  );

  test('is called that before it is called temporary', () => {
    expect(checkChatEmail('test@mailinator.com')).toBe(DISPOSABLE);
  });
});

describe('a local part that looks made up', () => {
  test.each(['test', 'temp', 'fake', 'spam', 'trash'])('starts with %s', (start) => {
    expect(checkChatEmail(`${start}@example.com`)).toBe(TEMPORARY);
    expect(checkChatEmail(`${start.toUpperCase()}er.ruiz@example.com`)).toBe(TEMPORARY);
  });

  test.each(['123', 'abc', 'admin', 'user'])('ends with %s', (end) => {
    expect(checkChatEmail(`${end}@example.com`)).toBe(TEMPORARY);
    expect(checkChatEmail(`elena${end.toUpperCase()}@example.com`)).toBe(TEMPORARY);
  });
});
