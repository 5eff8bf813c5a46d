import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import {
  isFiltered,
  LIST_PAGE_SIZE,
  listServices,
  pageOfList,
  readListQuery,
  writeListQuery,
} from './list-query.ts';
import type { Section } from './sections.ts';
import { toCards, type CardService } from './service.ts';

const graphics = CATALOGUE.findSection('graphics') as Section;
const cards = toCards(
  CATALOGUE.servicesOf('graphics'),
  new Map([
    ['graphics/book-design', { average: '4.67', ratedCount: 6 }],
    ['graphics/image-editing', { average: '4.00', ratedCount: 3 }],
    ['graphics/flyer-design', { average: '4.00', ratedCount: 9 }],
    ['graphics/web-banners', { average: '2.50', ratedCount: 2 }],
  ]),
);

const read = (query: string) => readListQuery(new URLSearchParams(query), graphics);
const list = (query: string) => listServices(cards, read(query));
const titles = (query: string) => list(query).map(({ title }) => title);

describe('a category page', () => {
  test('without a query shows everything in the order of the catalogue', () => {
    expect(list('')).toEqual(cards);
    expect(isFiltered(read(''))).toBe(false);
    expect(isFiltered(read('sort=name'))).toBe(false);
  });

  test('shows the services of any of the areas asked for', () => {
    const found = list('area=visual-design&area=product-gaming');
    expect(new Set(found.map(({ area }) => area))).toEqual(
      new Set(['visual-design', 'product-gaming']),
    );
    expect(found).toHaveLength(6);
  });

  test('shows what lies in the price range, both ends included', () => {
    expect(titles('min=340&max=475')).toEqual([
      'Graphics for Streamers',
      'Infographic Design',
      'Social Media Design',
      'Email Design',
      'Web Banners',
    ]);
  });

  test('takes a range that was given the wrong way round as it was meant', () => {
    expect(titles('min=475&max=340')).toEqual(titles('min=340&max=475'));
    expect(titles('min=340,00&max=٤٧٥')).toEqual(titles('min=340&max=475'));
  });

  test('with a minimum rating leaves out what nobody has rated', () => {
    expect(titles('rating=4')).toEqual(['Image Editing', 'Flyer Design', 'Book Design']);
    expect(titles('rating=4.5')).toEqual(['Book Design']);
  });

  test('sorts by price in both directions', () => {
    const prices = list('sort=price').map(({ price }) => price.amount);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(list('sort=price-desc').map(({ price }) => price.amount)).toEqual(
      [...prices].sort((a, b) => b - a),
    );
  });

  test('compares prices in the currency of most services, and puts the others last', () => {
    const inYen = (card: CardService) => ({ ...card, price: { ...card.price, currency: 'JPY' } });
    const mixed = cards.map((card, index) => (index % 3 === 0 ? inYen(card) : card));
    const others = mixed.filter(({ price }) => price.currency === 'JPY');
    for (const sort of ['price', 'price-desc']) {
      const sorted = listServices(mixed, read(`sort=${sort}`));
      expect(sorted.slice(-others.length)).toEqual(others);
      const amounts = sorted.slice(0, -others.length).map(({ price }) => price.amount);
      const direction = sort === 'price' ? 1 : -1;
      expect(amounts).toEqual(amounts.toSorted((a, b) => direction * (a - b)));
    }
    expect(listServices(mixed, read('min=0'))).toEqual(
      mixed.filter(({ price }) => price.currency === 'USD'),
    );
    expect(listServices(cards.map(inYen), read('min=0'))).toHaveLength(cards.length);
  });

  test('sorts by rating, then by the number of ratings, the unrated last', () => {
    expect(titles('sort=rating').slice(0, 5)).toEqual([
      'Book Design',
      'Flyer Design',
      'Image Editing',
      'Web Banners',
      'Industrial & Product Design',
    ]);
  });

  test('sorts by name', () => {
    expect(titles('sort=name').slice(0, 3)).toEqual([
      'Album Cover Design',
      'Book Covers',
      'Book Design',
    ]);
  });

  test.each([
    'area=websites',
    'area=',
    'min=-5',
    'min=1,250',
    'min=abc&max=1e3',
    'max=999999999999',
    'rating=7',
    'rating=NaN',
    'sort=colour',
    'zeppelin=1',
  ])('ignores the invalid query %s', (query) => {
    expect(list(query)).toEqual(cards);
  });
});

test('a long list is read in pages, and one beyond the last is the last', () => {
  const list = (length: number) =>
    Array.from({ length }, (_, index) => ({ ...cards[0]!, path: `/${index}` }));
  const many = list(2 * LIST_PAGE_SIZE + 1);
  expect(pageOfList(many, 1).services).toHaveLength(LIST_PAGE_SIZE);
  expect(pageOfList(many, 99)).toMatchObject({ page: 3, pageCount: 3, services: [many.at(-1)] });
  expect(pageOfList([], 4)).toEqual({ services: [], page: 1, pageCount: 1 });
  // Every section of the initial catalogue fits on a single page.
  for (const { id } of CATALOGUE.sections) {
    expect(pageOfList(list(CATALOGUE.servicesOf(id).length), 1)).toMatchObject({ pageCount: 1 });
  }
  expect(writeListQuery(read('page=3&sort=name'))).toBe('?sort=name&page=3');
  expect(writeListQuery(read('page=1'))).toBe('');
  expect(read('page=0').page).toBe(1);
});

test('what is delivered soon enough is only what says so', () => {
  const soon = [{ ...cards[0]!, deliveryDays: 3 }, { ...cards[1]!, deliveryDays: 9 }, cards[2]!];
  expect(listServices(soon, read('days=7'))).toEqual([soon[0]]);
  expect(listServices(soon, read('days=5'))).toHaveLength(3);
  expect(isFiltered(read('days=7'))).toBe(true);
});

test('the filter of services that can be ordered now is in the address', () => {
  expect(writeListQuery(read('order=now&sort=name'))).toBe('?order=now&sort=name');
  expect(isFiltered(read('order=now'))).toBe(true);
  expect(read('order=later').isOrderable).toBe(false);
});
