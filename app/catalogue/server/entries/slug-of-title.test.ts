import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../../tests/support/catalogue.ts';
import { readServiceTexts, slugOfTitle, writeServiceTexts } from './service-texts.ts';

test.each([
  ['Straßenplakat', 'strassenplakat'],
  ['STRAẞENPLAKAT', 'strassenplakat'],
  ['Smørrebrød', 'smorrebrod'],
  ['Łódź guide', 'lodz-guide'],
  ['Œuvre & Æsthetik', 'oeuvre-&-aesthetik'],
  ['Þór Đorđe', 'thor-dorde'],
  ['İstanbul ışıkları', 'istanbul-isiklari'],
  ['Sculpture 1946–2016', 'sculpture-1946-2016'],
  ['Seasons 2024/25', 'seasons-2024-25'],
  ['Version 2.5 upgrade', 'version-2-5-upgrade'],
  ['1,000 followers', '1000-followers'],
  ['10.000 Aufkleber', '10000-aufkleber'],
  ['Logo — fast!', 'logo-fast'],
  ['Logo - fast', 'logo-fast'],
  ['Audio/Video: mix', 'audio-video-mix'],
  ['Node.js website', 'nodejs-website'],
  ['Author’s “website”', 'authors-website'],
  ['E‑Commerce', 'e-commerce'],
  ['Customer Experience Management (CXM)', 'customer-experience-management-(cxm)'],
  ['Disen\u0303o gra\u0301fico', 'diseno-grafico'],
  ['Логотип и стиль', 'logotip-i-stil'],
  ['Σχεδιασμός', 'schediasmos'],
  ['标志设计', 'biaozhisheji'],
  ['تصميم شعار', 'tsmym-shr'],
  ['로고 디자인', 'logo-dijain'],
  ['🎨 Logo', 'logo'],
])('%j is found at %j', (title, slug) => {
  expect(slugOfTitle(title)).toBe(slug);
});

test('titles of other scripts have addresses that differ', () => {
  const titles = [
    'یہ اردو ٹائیٹل ہے',
    'ทดสอบภาษาไทยล้วน',
    'ทดสอบไทยล้วน',
    'Проверка гипотезы',
    'тест',
    'العربية',
    'עברית',
    'हिन्दी',
    'தமிழ்',
  ];
  const slugs = titles.map(slugOfTitle);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]{3,}$/);
  expect(new Set(slugs).size).toBe(titles.length);
});

test('a title without letters has an address of its own', () => {
  expect(slugOfTitle('★★★')).toMatch(/^service-[a-z0-9]+$/);
  expect(slugOfTitle('★★★')).not.toBe(slugOfTitle('★★☆'));
});

test('every title has an address that the database takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (text) => {
      const title = text.trim();
      fc.pre(title !== '');
      expect(slugOfTitle(title)).toMatch(/^[a-z0-9&()-]{1,100}$/);
    }),
  );
});

test('the titles that a catalogue begins with keep their addresses', () => {
  for (const { title, slug } of CATALOGUE.content.services) expect(slugOfTitle(title)).toBe(slug);
});

test.each(['logo--fast', 'strae', 'sculpture-19462016', 'a---b'])(
  'the address %j, which an earlier title was given, stays when the service is saved',
  (slug) => {
    const [first] = CATALOGUE.content.services;
    const texts = writeServiceTexts({ ...first!, slug, title: 'Logo — fast!' });
    const { fields, faults } = readServiceTexts(texts);
    expect(fields.slug).toBe(slug);
    expect(faults).toEqual({});
  },
);

test('a new service without an address is given the one of its title', () => {
  const [first] = CATALOGUE.content.services;
  const texts = { ...writeServiceTexts(first!), slug: '', title: 'Straßenplakat' };
  expect(readServiceTexts(texts)).toMatchObject({ fields: { slug: 'strassenplakat' }, faults: {} });
});
