import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { summarize } from '../../reviews/server/read-reviews.server.ts';
import { describeBreadcrumb, describeProduct } from './structured-data.server.ts';

const SITE = { origin: 'https://quay.example', brandName: 'Quayside' };
const book = CATALOGUE.services.find(({ slug }) => slug === 'book-design');
if (!book) throw new Error('There is no book design in the catalogue');

test('a rated service is a product with an offer and an aggregate rating', () => {
  const rating = summarize([
    { rating: 5, count: 2 },
    { rating: 4, count: 1 },
    { rating: null, count: 1 },
  ]);
  const facts = { ...SITE, service: book, sectionTitle: 'Graphics & Design', rating };
  expect(describeProduct(facts)).toMatchObject({
    '@type': 'Product',
    name: 'Book Design',
    url: 'https://quay.example/services/graphics/book-design',
    offers: { '@type': 'Offer', price: '1750.00', priceCurrency: 'USD' },
    aggregateRating: { ratingValue: '4.67', ratingCount: 3, reviewCount: 4 },
  });
});

test('a service that can be ordered directly has the address of its form', () => {
  const facts = { ...SITE, service: book, sectionTitle: 'Graphics & Design', rating: null };
  const product = describeProduct({ ...facts, orderPath: `${book.path}/order` });
  expect(product).toMatchObject({
    potentialAction: {
      '@type': 'OrderAction',
      target: { urlTemplate: 'https://quay.example/services/graphics/book-design/order' },
    },
  });
  expect(describeProduct({ ...facts, orderPath: null })).not.toHaveProperty('potentialAction');
});

test.each([
  ['nobody has rated', summarize([{ rating: null, count: 2 }])],
  ['the reviews could not be read', null],
])('there is no aggregate rating when %s', (_, rating) => {
  const facts = { ...SITE, service: book, sectionTitle: 'Graphics & Design', rating };
  expect(describeProduct(facts)).not.toHaveProperty('aggregateRating');
});

test('a breadcrumb counts its places from one and gives whole addresses', () => {
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'CXM', path: '/services/business/customer-experience-management-(cxm)' },
  ];
  expect(describeBreadcrumb(SITE.origin, crumbs).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://quay.example/' },
    {
      '@type': 'ListItem',
      position: 2,
      name: 'CXM',
      item: 'https://quay.example/services/business/customer-experience-management-(cxm)',
    },
  ]);
});
