import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { layOver } from './draft.ts';
import { readContentList } from './read-content-list.ts';

const working = layOver(
  {
    ...CATALOGUE.content,
    texts: [
      ...CATALOGUE.content.texts,
      { id: 'en_topic_encargos', name: 'Encargos', icon: 'tag-fill', place: 9000 },
    ],
  },
  [],
);

test('pieces and topics lead to the words that the visitors of the shop read', () => {
  const spanish = readContentList(working, 'es');
  expect(spanish.pieces.map(({ id }) => id)).toEqual([
    'es_home',
    'es_about',
    'es_cards',
    'es_chat',
    'es_privacy',
    'es_terms',
    'es_refunds',
    'es_imprint',
    'en_brand',
  ]);
  expect(spanish.topics.map(({ wordsId, title }) => [wordsId, title])).toContainEqual([
    'es_topic_sales',
    'Consulta de ventas',
  ]);
  // This topic was written in the shop's only language, so no translation exists to link to.
  expect(spanish.topics.at(-1)).toMatchObject({ wordsId: 'en_topic_encargos', title: 'Encargos' });
  const english = readContentList(working, 'en');
  expect(english.pieces.map(({ id }) => id.slice(0, 3))).toEqual(Array(9).fill('en_'));
  expect(english.topics.map(({ id }) => id)).toEqual(english.topics.map(({ wordsId }) => wordsId));
});
