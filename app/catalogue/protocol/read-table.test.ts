import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { layOver, type CatalogueDraft } from './draft.ts';
import { readOutline } from './read-outline.ts';
import { readTable, readTableQuery } from './read-table.ts';

const { content } = CATALOGUE;
const idOf = (section: string, slug: string) => CATALOGUE.findService(section, slug)!.id;
const draftOf = (id: string, fields: CatalogueDraft['fields'], isNew = false): CatalogueDraft => ({
  kind: 'service',
  id,
  isNew,
  fields,
  version: 1,
  editedByName: 'Ines Duarte',
  editedAt: new Date(),
});
const look = (query: string, drafts: readonly CatalogueDraft[] = []) =>
  readTable(layOver(content, drafts), readTableQuery(new URLSearchParams(query)));
const titles = (query: string, drafts: readonly CatalogueDraft[] = []) =>
  look(query, drafts).rows.map(({ title }) => title);

test('the team’s table holds every service in the order of the catalogue, a page at a time', () => {
  const pages = [1, 2, 3].map((page) => look(`page=${page}`));
  expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(
    CATALOGUE.services.map(({ id }) => id),
  );
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
  expect(look('page=99')).toMatchObject({ page: 3, total: 125 });
  expect(look('section=music').rows.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ]);
});

test('it is narrowed by words, section, group and state', () => {
  expect(titles('q=book+cov')).toEqual(['Book Covers']);
  expect(titles('q=voice+over+%26&section=music')).toHaveLength(4);
  expect(titles('group=legal-services')).toEqual(['Copyright Registration']);
  expect(look('state=popular').total).toBe(9);
  expect(look('state=draft').total).toBe(0);
});

test('what is drafted stands over what is published, where it will stand, and what is published stays', () => {
  const book = idOf('graphics', 'book-design');
  const drafts = [
    draftOf(book, {
      title: 'Fine Books',
      section: 'music',
      area: 'voice-over-streaming',
      place: 0,
    }),
    draftOf(idOf('music', 'voice-over'), { isHidden: true }),
    draftOf(
      '0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a',
      {
        ...content.services[0],
        title: 'Maps',
        section: 'music',
        area: 'voice-over-streaming',
        place: 1e9,
      },
      true,
    ),
    draftOf('1b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a', { title: 'Gone' }),
  ];
  expect(titles('section=music', drafts)).toEqual([
    'Fine Books',
    ...titles('section=music'),
    'Maps',
  ]);
  expect(titles('state=draft', drafts)).toEqual(['Fine Books', 'Voice Over', 'Maps']);
  expect(titles('state=hidden', drafts)).toEqual(['Voice Over']);
  expect(look('q=maps', drafts).rows[0]).toMatchObject({ isNew: true, isLast: true });
  expect(titles('q=book+design')).toEqual(['Book Design']);
  const music = readOutline(layOver(content, drafts)).find(({ id }) => id === 'music');
  expect(music).toMatchObject({ serviceCount: 6, groups: [{ serviceCount: 6 }] });
});
