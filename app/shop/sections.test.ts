import { expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { toOverview } from './sections.ts';
import { toCards } from './service.ts';

const cards = toCards(CATALOGUE.services, new Map());

test('the overview of the first catalogue shows everything', () => {
  const overview = toOverview(CATALOGUE.sections, cards);
  expect(overview.flatMap(({ services }) => services)).toEqual(cards);
  expect(overview.every(({ totals }) => Object.keys(totals).length === 0)).toBe(true);
});

test('of a shop of thousands it shows the first of each group, and says how many there are', () => {
  const many = Array.from({ length: 80 }, (_, index) =>
    cards.map((card) => ({ ...card, path: `${card.path}-${index}` })),
  ).flat();
  const overview = toOverview(CATALOGUE.sections, many);
  const shown = overview.flatMap(({ services }) => services);
  expect(shown.length).toBeLessThanOrEqual(150);
  expect(overview.flatMap(({ totals }) => Object.values(totals)).reduce((a, b) => a + b)).toBe(
    many.length,
  );
});
