import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { Catalogue } from './catalogue.ts';
import { answerSearch } from './answer-search.ts';
import { prepareSearches } from './prepare-search.server.ts';
import { matchServices, MAX_RESULTS, searchServices } from './search.ts';
import { WordIndex, wordsIn } from './text-index.ts';

const OTHERS = `
a
e-
&
 & 
design
design &
  book  design 
o b
zzzz
desing
logo under 500
under 100
book within 3 days
website for my restaurant
refund
chatbot
translate spanish
over 1,000
videi editng
book\tdesign
1
’`.split('\n');

/** Everything in the catalogue that a search can be for, whole words and parts of them, and what is in none. */
function queries(): string[] {
  const texts = CATALOGUE.searchIndex.flatMap(({ title, description }) => [title, description]);
  const parts = texts.flatMap((text, index) => [
    text,
    text.slice(index % 7, (index % 7) + 2 + (index % 9)),
    text.split(' ').slice(1, 3).join(' '),
    text.slice(-5),
  ]);
  return [...parts, ...OTHERS];
}

describe.each(['en', 'es'] as const)('searches of what was prepared, in %s', (language) => {
  test('find to the letter what they find by looking at every service', async () => {
    const looking = new Catalogue(CATALOGUE.content).in(language);
    const prepared = new Catalogue(CATALOGUE.content).in(language);
    await prepareSearches(prepared);
    for (const query of queries()) {
      expect({ query, ...answerSearch(prepared.searchIndex, query) }).toEqual({
        query,
        ...answerSearch(looking.searchIndex, query),
      });
    }
  });
});

test('the first ten are the first ten of all', () => {
  for (const query of queries()) {
    const { searchIndex } = CATALOGUE;
    const all = matchServices(searchIndex, query);
    expect([query, ...searchServices(searchIndex, query)]).toEqual([
      query,
      ...all.slice(0, MAX_RESULTS),
    ]);
  }
});

describe('an index of words', () => {
  const texts = ['logo design', 'book design & covers', 'redesign a book', 'a  wide space', 'zine'];
  const placesOf = new Map<string, number[]>();
  for (const [place, text] of texts.entries()) {
    for (const word of wordsIn(text)) placesOf.set(word, [...(placesOf.get(word) ?? []), place]);
  }
  const index = new WordIndex(texts.length * 10, placesOf);

  test.each([
    ['design', [0, 1, 2]],
    ['sign', [0, 1, 2]],
    ['o de', [0]],
    ['design & cov', [1]],
    ['k design', [1]],
    ['a b', [2]],
    ['a wide', [3]],
    ['zine', [4]],
    ['zines', []],
    ['q z', []],
  ])('leads to all that may hold %j', (text, places) => {
    expect(index.find(text)).toEqual(places);
  });

  test('says nothing where nearly all may', () => {
    expect(new WordIndex(texts.length, placesOf).find('i')).toBeUndefined();
  });
});
