import { describe, expect, test } from 'vitest';
import { checkDraft } from './check-draft.ts';

const SOURCES = [
  {
    number: 1,
    text: 'Logo Design. Price: $300 (USD). delivery in days: 5. revisions: 2',
    money: [{ currency: 'USD', value: '300.00' }],
  },
  { number: 2, text: 'Refunds within 7 days, 50% in some cases. Free of charge.', money: [] },
  {
    number: 3,
    text: 'Book Design. Price: $1,750',
    money: [{ currency: 'USD', value: '1750.00' }],
  },
];

const check = (text: string, mustCite = true) =>
  checkDraft(text, {
    sources: SOURCES,
    mustCite,
    contacts: ['support@embarka.example', '+1 (555) 010-0199'],
    isOwnPage: (address) => /^https:\/\/shop\.example\/(services\/\S+|refunds)$/.test(address),
  });

describe('a draft', () => {
  test('is what would be sent: its sources are named beside it, not in it', () => {
    expect(check('A logo costs $300 [1] and takes 5 days [1]. See our policy [2, 1].')).toEqual({
      text: 'A logo costs $300 and takes 5 days. See our policy.',
      cited: [1, 2],
      warnings: [],
    });
  });

  test.each([
    'A logo is 300 dollars [1].',
    'A logo is USD 300.00 [1].',
    'A logo is US$300 [1].',
    'Un logo cuesta 300 USD [1].',
    'Book design is $1,750 [3], a logo $300 [1].',
    'Book design is $1.750,00 [3].',
    '**A logo** costs $300 [1] with 2 revisions and is delivered within 5 days.',
    'Your refund takes up to 7 days, and may be 50% [2].',
    'Look at https://shop.example/services/graphics/logo-design. It says all [1].',
    'Write to support@embarka.example or call +1 (555) 010-0199 [1].',
    'Could you tell us which 3 colours you have in mind, and send logo.pdf? [1]',
    'Feel free to ask. Our stress-free revisions are 2 [1].',
    'السعر ٣٠٠ دولار [1].',
  ])('has nothing in doubt where its sources say the same: %s', (text) => {
    expect(check(text).warnings).toEqual([]);
  });

  test.each([
    ['$5', 'A logo costs $5 [1].'],
    ['$1,750', 'A logo costs $1,750 [1].'],
    ['€300', 'A logo costs €300 [1].'],
    ['300 EUR', 'A logo costs 300 EUR [1].'],
    ['$3', 'A logo costs $3 [1].'],
    ['$30k', 'A logo costs $30k [1].'],
    ['$5', 'A logo costs ＄５ [1].'],
    ['$5', 'A logo costs $\u200b5 [1].'],
    ['$5', 'A logo costs $٥ [1].'],
    ['5 bucks', 'A logo is yours for 5 bucks [1].'],
    ['5 usd', 'A logo is 5 usd [1].'],
    ['₿5', 'A logo is ₿5 [1].'],
    ['five dollars', 'A logo is five dollars [1].'],
    ['5', 'The price of a logo is 5 [1].'],
    ['299', 'We charge 299 for it [1].'],
    ['10%', 'You get 10% off [1].'],
    ['discount', 'You get a discount [1].'],
    ['for free', 'You get it for free [1].'],
    ['free', 'The second logo is free [1].'],
    ['half off', 'Today it is half off [1].'],
    ['5', 'Das Logo kostet 5 [1].'],
    ['5 دولار', 'السعر ٥ دولار [1].'],
  ])('marks %s, which no source that it names says: %s', (what, text) => {
    expect(check(text).warnings.join(' ')).toContain(`‘${what}`);
  });

  test.each([
    'https://evil.example/pay',
    'http://shop.example.evil.example/',
    'https://shop.example@evil.example/refunds',
    'https://shop.example/team/settings',
    'https://shop.example/refunds?next=https://evil.example',
    'evil.example/pay',
    'WWW.EVIL.COM',
    'javascript://alert(1)',
    'https://ѕhop.example/refunds',
    'attacker@evil.example',
    '+49 30 901820',
    '//evil.example/pay',
    'evil。example/pay',
    '@evil_pays',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ])('marks %s, which is no page and no address of this shop', (address) => {
    expect(check(`Please go to ${address} now [1].`).warnings).not.toEqual([]);
  });

  test('names what it rests on, of what there is', () => {
    expect(check('Hello.').warnings).toEqual(["The draft doesn't cite any source."]);
    expect(check('Hello [9].').warnings).toEqual(["The draft cites a source it wasn't given."]);
    expect(check('Hello [9].').cited).toEqual([]);
    expect(check('Hello 【2】.').cited).toEqual([2]);
  });

  test('that writes what was taken out says so', () => {
    expect(check('We wrote to [e-mail address] [1].').warnings.join(' ')).toContain('were removed');
  });

  test('for a colleague names no sources, and its amounts are looked at all the same', () => {
    expect(check('Wants a logo for $300.', false).warnings).toEqual([]);
    expect(check('Was promised a logo for $5.', false).warnings).toHaveLength(1);
  });
});
