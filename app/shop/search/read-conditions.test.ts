import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { readFirstCatalogue } from '../../catalogue/server/first-catalogue.server.ts';
import { Catalogue } from '../catalogue.ts';
import { readConditions } from './read-conditions.ts';
import { matchServices, searchServices, type SearchItem } from './search.ts';

test.each([
  ['under 500', '', undefined, 500, undefined],
  ['logo under $1,500', 'logo', undefined, 1500, undefined],
  ['logo under 12345678901 cop', 'logo', undefined, 12_345_678_901, undefined],
  ['logo from 10000000000 to 99999999999', 'logo', 10_000_000_000, 99_999_999_999, undefined],
  ['video less than 1.5k', 'video', undefined, 1500, undefined],
  ['website up to 2k dollars', 'website', undefined, 2000, undefined],
  ['over 100 below 300 EUR flyer', 'flyer', 100, 300, undefined],
  ['between 100 and 300', '', 100, 300, undefined],
  ['logo from $200 to $400', 'logo', 200, 400, undefined],
  ['logo entre 300 y 100 euros', 'logo', 100, 300, undefined],
  ['cartel de 1.000 a 2.500 € en 3 días', 'cartel', 1000, 2500, 3],
  ['100-300', '', 100, 300, undefined],
  ['flyer $100 – $300', 'flyer', 100, 300, undefined],
  ['video 1k-2k€', 'video', 1000, 2000, undefined],
  ['within 3 days', '', undefined, undefined, 3],
  ['Flyer in a week', 'flyer', undefined, undefined, 7],
  ['logotipo por menos de 1.500 €', 'logotipo', undefined, 1500, undefined],
  ['vídeo hasta 500 euros en dos semanas', 'vídeo', undefined, 500, 14],
  ['cartel desde 99,50 en 24 horas', 'cartel', 99.5, undefined, 1],
  ['flyer under 2000 jpy', 'flyer', undefined, 2000, undefined],
  ['translation within 48 hours under 50', 'translation', undefined, 50, 2],
  ['logo unter 100', 'logo', undefined, 100, undefined],
  ['Logo höchstens 1.500 Euro', 'logo', undefined, 1500, undefined],
  ['Flyer zwischen 100 und 300 €', 'flyer', 100, 300, undefined],
  ['Flyer von 100 bis 300 Euro', 'flyer', 100, 300, undefined],
  ['Übersetzung ab 50 in 3 Tagen', 'übersetzung', 50, undefined, 3],
  ['Website innerhalb von zwei Wochen', 'website', undefined, undefined, 14],
  ['Poster in einer Woche für weniger als 99,50', 'poster für', undefined, 99.5, 7],
  ['شعار أقل من 100', 'شعار', undefined, 100, undefined],
  ['شعار بأقل من ١٬٥٠٠ دولار', 'شعار', undefined, 1500, undefined],
  ['ملصق بين ١٠٠ و ٣٠٠', 'ملصق', 100, 300, undefined],
  ['ملصق بين 100 و300 دولار', 'ملصق', 100, 300, undefined],
  ['ترجمة خلال 3 أيام', 'ترجمة', undefined, undefined, 3],
  ['ترجمة خلال يومين', 'ترجمة', undefined, undefined, 2],
  ['فيديو في أسبوع لا يتجاوز 500', 'فيديو', undefined, 500, 7],
  ['موقع من 200 إلى 400', 'موقع', 200, 400, undefined],
])('%j asks for %j from %s to %s within %s days', (query, words, minPrice, maxPrice, maxDays) => {
  expect(readConditions(query)).toMatchObject({ words, minPrice, maxPrice, maxDays });
});

test.each([
  ['logo under 100', undefined],
  ['logo under 100 EUR', ['EUR']],
  ['logo under eur 100', ['EUR']],
  ['logo under €100 within 3 days', ['EUR']],
  ['logo unter 100 Franken', ['CHF']],
  ['flyer 100-300 €', ['EUR']],
  ['flyer £100 – 300', ['GBP', 'EGP']],
  ['over 100 below 300 GBP flyer', ['GBP']],
  ['cartel de 1.000 a 2.500 euros', ['EUR']],
  ['شعار بأقل من ١٥٠ درهم', ['AED', 'MAD']],
])('%j names the currencies %j', (query, currencies) => {
  expect(readConditions(query)?.currencies).toEqual(currencies);
});

test.each(['under $100', 'under 100 pesos'])('%j may mean several currencies', (query) => {
  expect(readConditions(query)?.currencies).toContain('MXN');
});

test.each([
  'logo',
  '3d animation',
  'book design',
  '',
  'mp3 to wav',
  'top 10',
  'in 2026',
  '24-7 support',
  'calendar 2026-2027',
  'from 3 to 5 days',
  'de 2 a 3 semanas',
  'libro en 3d',
  'von 3 bis 5 Tagen',
  'تصميم ثلاثي الأبعاد 3d',
])('%j asks for words alone', (query) => {
  expect(readConditions(query)).toBeUndefined();
});

const items: readonly SearchItem[] = [
  { title: 'Flyer', price: 200, days: 2 },
  { title: 'Fine flyer', price: 900, days: 9 },
  { title: 'Poster', price: 90 },
  { title: 'Under 500 words', price: 700 },
].map((item) => ({ ...item, category: '', description: '', path: `/${item.title}`, picture: '' }));
const found = (query: string) => matchServices(items, query).map(({ title }) => title);

test('services that meet what is asked come behind those that are called so', () => {
  expect(found('under 500')).toEqual(['Under 500 words', 'Poster', 'Flyer']);
  expect(found('flyer under 500')).toEqual(['Flyer']);
  expect(found('flyer over 500')).toEqual(['Fine flyer']);
  expect(found('within 3 days')).toEqual(['Flyer']);
  expect(found('zeppelin under 500')).toEqual([]);
});

test('a service in another currency is in no price range, and is the last of those that are soon', () => {
  const inYen = { ...items[0]!, title: 'Yen', currency: 'JPY' };
  const all = [inYen, ...items.map((item) => ({ ...item, currency: 'USD' }))];
  expect(matchServices(all, 'over 0')).not.toContain(inYen);
  expect(matchServices(all, 'within 3 days').map(({ title }) => title)).toEqual(['Flyer', 'Yen']);
});

test('the search compares prices in the currency that is named, or else in that of most services', () => {
  const content = readFirstCatalogue();
  const [first, second, ...others] = content.services;
  const services = [{ ...first!, currency: 'JPY' }, { ...second!, currency: 'CAD' }, ...others];
  const { searchIndex } = new Catalogue({ revision: 1, ...content, services });
  const currenciesOf = (query: string) => [
    ...new Set(matchServices(searchIndex, query).map(({ currency }) => currency)),
  ];
  expect(currenciesOf('over 0')).toEqual(['USD']);
  expect(currenciesOf('over 0 yen')).toEqual(['JPY']);
  expect(currenciesOf('over 0 cad')).toEqual(['CAD']);
  // A sign that may also mean the main currency means that one.
  expect(currenciesOf('over $0')).toEqual(['USD']);
  // No service costs euros.
  expect(currenciesOf('over 0 EUR')).toEqual(['USD']);
  expect(currenciesOf(`${first!.title} over 0`)).not.toContain('JPY');
  expect(currenciesOf(`${first!.title} over 0 JPY`)).toContain('JPY');
});

test('the first catalogue has something under 100 dollars', () => {
  const cheap = searchServices(CATALOGUE.searchIndex, 'under 100');
  expect(cheap.length).toBeGreaterThan(3);
  for (const { price } of cheap) expect(price).toBeLessThanOrEqual(100);
});
