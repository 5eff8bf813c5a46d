import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { pageOfList, readListQuery } from '../list-query.ts';
import { SectionList } from './section-list.tsx';

const section = CATALOGUE.findSection('music')!;

function textOf(total: number, search = '') {
  const query = readListQuery(new URLSearchParams(search), section);
  const shown = {
    section,
    query,
    currencySign: '$',
    hasOrderable: true,
    hasDays: false,
    total,
    found: 0,
  };
  const list = createElement(SectionList, { ...shown, ...pageOfList([], 1) });
  const router = createMemoryRouter([{ path: '*', element: list }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('a section of which nothing is shown says so, and not that filters leave nothing', () => {
  const empty = textOf(0);
  expect(empty).toContain('No services here right now');
  expect(empty).toContain('href="/services"');
  expect(empty).not.toContain('<form');
  expect(empty).not.toContain('filters');
  const filtered = textOf(4, 'min=9000');
  expect(filtered).toContain('No services match these filters');
  expect(filtered).toContain('<form');
});
