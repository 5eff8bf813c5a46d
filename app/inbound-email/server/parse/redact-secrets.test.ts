import { describe, expect, test } from 'vitest';
import { holdsSecrets, possibleSecretsIn, redactKnown, redactSecrets } from './redact-secrets.ts';

const OWN = { ownHostname: 'shop.example', replyAddress: 'support@shop.example' };
const TOKEN = 'aB3_-'.repeat(8) + 'xY9';
const HEX = '0123456789abcdef0123456789abcdef';
const redact = (text: string) => redactSecrets(text, OWN);

test.each([
  'The file is my_order_confirmation_2026.pdf and purchase_order_42_final_version.xlsx.',
  'See https://elsewhere.example/order/1234567890123456 and ask me.',
  `Their order: https://elsewhere.example/order/${TOKEN}`,
  'The reset link was https://elsewhere.example/reset?token=abc\nIt does not work.',
  `https://elsewhere.example/reset?token=${TOKEN}\nIt does not work.`,
  `https://myshop.example/chat/resume?token=${TOKEN}`,
  `https://shop.example.elsewhere.example/chat/resume?token=${TOKEN}`,
  'The page https://shop.example/services?token=abc\nIt does not open.',
  'Our API wants access_token=0123456789 in each request.',
  'The checksum is LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ and the key is right.',
  'PublicKey = HIgo9xNzJMWLKASShiTqIybxZ0U3wGLiUeJ1PKf8ykw=',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl nora@laptop',
  `Write to list+${HEX}@elsewhere.example, md5 ${HEX}.`,
  'Token: none. /order/ of the day. token=',
])('every word stays as it was written: %s', (text) => {
  expect(redact(text)).toBe(text);
  expect(holdsSecrets(Buffer.from(text), OWN)).toBe(false);
});

describe('a link of ours is taken out', () => {
  test.each([
    [
      `https://shop.example/chat/resume?token=${TOKEN} Thanks`,
      'https://shop.example/chat/resume?token=(removed) Thanks',
    ],
    [`<https://shop.example/es/order/${TOKEN}>`, '<https://shop.example/es/order/(removed)>'],
    [
      `https://shop.example:8443/chat/resume?token=${TOKEN}`,
      'https://shop.example:8443/chat/resume?token=(removed)',
    ],
    [
      `> https://shop.example/chat/resume?token=${TOKEN.slice(0, 30)}\n> ${TOKEN.slice(30)}\n> Bye`,
      '> https://shop.example/chat/resume?token=(removed)\n> Bye',
    ],
    [
      `> https://shop.example/chat/\n> resume?token=${TOKEN}\n`,
      '> https://shop.example/chat/\n> resume?token=(removed)\n',
    ],
    [
      `https://shop.example/chat/resume?token=${TOKEN.slice(0, 41)}\n\nAll fine`,
      'https://shop.example/chat/resume?token=(removed)\n\nAll fine',
    ],
    [
      `https://links.example/?url=https%3A%2F%2Fshop.example%2Fchat%2Fresume%3Ftoken%3D${TOKEN}&d=1`,
      'https://links.example/?url=https%3A%2F%2Fshop.example%2Fchat%2Fresume%3Ftoken%3D(removed)&d=1',
    ],
    [
      `https://links.example/?u=https%253A%252F%252Fshop.example%252Forder%252F${TOKEN}`,
      'https://links.example/?u=https%253A%252F%252Fshop.example%252Forder%252F(removed)',
    ],
    [
      `https://urldefense.example/v2/url?u=https-3A__shop.example_chat_resume-3Ftoken-3D${TOKEN}&d=x`,
      'https://urldefense.example/v2/url?u=https-3A__shop.example_chat_resume-3Ftoken-3D(removed)&d=x',
    ],
    [
      `https://urldefense.example/v2/url?u=https-3A__shop.example_order_${TOKEN}`,
      'https://urldefense.example/v2/url?u=https-3A__shop.example_order_(removed)',
    ],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
    expect(redact(text)).not.toContain(TOKEN.slice(0, 30));
  });

  test('and the secret of an address of ours, whichever way it is written', () => {
    for (const [plus, at] of [
      ['+', '@'],
      ['%2B', '%40'],
      ['%2b', '%40'],
    ] as const) {
      expect(redact(`To: support${plus}${HEX}${at}shop.example!`)).toBe(
        `To: support${at}shop.example!`,
      );
    }
    expect(redact(`support+${HEX.slice(0, 20)}\n> ${HEX.slice(20)}@shop.example`)).toBe(
      'support@shop.example',
    );
  });

  test('from a file, too', () => {
    expect(holdsSecrets(Buffer.from(`x https://shop.example/order/${TOKEN} y`), OWN)).toBe(true);
  });
});

test('what has the form of a secret is asked about, and taken out only if it is one', () => {
  const text = `${TOKEN}, https://opaque.example/?token=${TOKEN.slice(0, 20)}\n> ${TOKEN.slice(20)} and LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ`;
  expect(possibleSecretsIn(text).toSorted()).toEqual(
    ['LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ', TOKEN].toSorted(),
  );
  expect(redactKnown(text, new Set([TOKEN]))).toBe(
    '(removed), https://opaque.example/?token=(removed) and LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ',
  );
});
