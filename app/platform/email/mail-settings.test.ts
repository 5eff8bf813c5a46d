import { expect, test } from 'vitest';
import { readSettings } from '../settings.server.ts';

test('without a mail server mails come from the support address', () => {
  const { smtpUrl, mailFrom } = readSettings({ SUPPORT_EMAIL: 'help@shop.example' });
  expect({ smtpUrl, mailFrom }).toEqual({ smtpUrl: undefined, mailFrom: 'help@shop.example' });
});

test.each(['desk@shop.example', 'Harbour Desk <desk@shop.example>'])(
  '%s can be the sender',
  (MAIL_FROM) => {
    const env = { SMTP_URL: 'smtps://user:secret@mail.shop.example', MAIL_FROM };
    expect(readSettings(env).mailFrom).toBe(MAIL_FROM);
  },
);

test.each<[string, Record<string, string>, RegExp]>([
  ['a mail server without a sender', { SMTP_URL: 'smtp://mail.shop.example' }, /MAIL_FROM/],
  [
    'another protocol',
    { SMTP_URL: 'https://mail.shop.example', MAIL_FROM: 'a@b.example' },
    /SMTP_URL/,
  ],
  ['a line break in the sender', { MAIL_FROM: 'Desk\r\nBcc: x <a@b.example>' }, /MAIL_FROM/],
  ['a sender that is no address', { MAIL_FROM: 'the desk' }, /MAIL_FROM/],
])('%s is refused by name', (_, env, name) => {
  expect(() => readSettings(env)).toThrow(name);
});
