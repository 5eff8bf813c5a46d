import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../../tests/support/catalogue.ts';
import { layOver, type CatalogueDraft } from '../../protocol/draft.ts';
import { readOutline } from '../../protocol/read-outline.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { SERVICE_LIST } from '../../protocol/service-list.ts';
import { readServicePage } from './read-services.server.ts';

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
  readServicePage(
    layOver(content, drafts),
    readListState(SERVICE_LIST, new URLSearchParams(query)),
  );
const titles = (query: string, drafts: readonly CatalogueDraft[] = []) =>
  look(query, drafts).rows.map(({ title }) => title);

test('the team’s table holds every service in the order of the catalogue, a page at a time', () => {
  const first = look('');
  const second = look(`after=${first.next}`);
  const third = look(`after=${second.next}`);
  const all = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(all).toEqual(CATALOGUE.services.map(({ id }) => id));
  expect(first).toMatchObject({ previous: '', count: 125 });
  expect(third.next).toBe('');
  expect(look(`before=${third.previous}`)).toEqual(second);
  expect(look(`before=${second.previous}`)).toEqual(first);
  // A service that the list no longer has.
  expect(look('after=0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a')).toEqual(first);
  expect(look('before=0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a')).toEqual(first);
  expect(look('section=music').rows.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ]);
});

test('it is sorted by title, and backwards', () => {
  const byTitle = titles('sort=service');
  expect(byTitle.slice(0, 2)).toEqual(['3D Product Animation', 'Ad Copy']);
  expect(look('sort=-service').rows[0]?.title).toBe('Writing Advice');
  expect(look('sort=-place').rows[0]?.id).toBe(CATALOGUE.services.at(-1)?.id);
});

test('it is narrowed by words, section, group and state', () => {
  expect(titles('q=book+cov')).toEqual(['Book Covers']);
  expect(titles('q=voice+over+%26&section=music')).toHaveLength(4);
  expect(titles('group=legal-services')).toEqual(['Copyright Registration']);
  expect(look('state=popular').count).toBe(9);
  expect(look('state=draft').count).toBe(0);
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
