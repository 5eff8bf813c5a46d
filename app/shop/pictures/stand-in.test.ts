import { expect, test } from 'vitest';
import { Catalogue } from '../catalogue.ts';
import { readFirstCatalogue } from '../../catalogue/server/first-catalogue.server.ts';
import { findStandIn } from './stand-in.ts';

const first = readFirstCatalogue();
const [book] = first.services.filter(({ slug }) => slug === 'book-design');
if (!book) throw new Error('There is no book design');
const moved = { ...book, slug: 'fine-books' };
const added = { ...book, id: crypto.randomUUID(), slug: 'maps-&-charts', art: null };
const catalogue = new Catalogue({
  revision: 2,
  ...first,
  services: [...first.services.filter(({ id }) => id !== book.id), moved, added],
  addresses: [
    ...first.addresses,
    ...[moved, added].map(({ id, section, slug }) => ({ section, slug, serviceId: id })),
  ],
});

test.each([
  ['/art/graphics/fine-books-scene.svg', '/art/graphics/book-design-scene.svg'],
  ['/art/graphics/maps-and-charts-scene.svg', '/art/graphics-drawing.svg'],
  ['/art/graphics/zeppelin-scene.svg', undefined],
  ['/art/graphics/fine-books-plan.svg', undefined],
  ['/art/graphics-drawing.svg', undefined],
  ['/fine-books-scene.svg', undefined],
])('%s is %s', (path, picture) => {
  expect(findStandIn(catalogue, path)).toBe(picture);
});
