import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { LANGUAGES, type Language } from '../../platform/languages.ts';
import { answerSearch } from './answer-search.ts';
import { searchEveryday } from './everyday-words.ts';
import { prepareSearch } from '../live-catalogue.server.ts';
import {
  matchServices,
  MAX_RESULTS,
  searchServices,
  suggestServices,
  type SearchItem,
} from './search.ts';

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
translate translation zq
translation zq
over 1,000
videi editng
book\tdesign
1
podcasts
websites under 900
case studies
story
DISEÑO
dise\u006e\u0303o
animacion
’`.split('\n');

/** The queries include whole texts and parts of them, and texts that match nothing. */
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

test.each(LANGUAGES)(
  'what a catalogue is searched for in %s is what is there',
  async (language) => {
    const asked = queries().filter((_, index) => index % 4 === 0);
    const { found, looked } = await searchBothWays(CATALOGUE.in(language).searchIndex, language, [
      ...asked,
      ...OTHERS,
    ]);
    expect(found).toEqual(looked);
  },
);

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

/** The vocabulary is small, so that texts contain each other. Some characters neither separate nor begin a word. */
const WORDS =
  'a an logo Logos café cafes story stories design re-design webdesign website site book E-Book 3d 12 123 menu Wordpress portfolio translation İstanbul straße ẞ é & — 🎨 restaurant'.split(
    ' ',
  );
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  fc.string({ unit: fc.constantFrom(...'abdegiklnosw-1 '.split('')), minLength: 1, maxLength: 7 }),
);
const space = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\u00a0', '-');

function said(words: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(words, space), { minLength: 1, maxLength: most })
    .map((parts) => parts.flat().join(''));
}

const texts = fc.record({
  title: said(word, 4).map((text) => text.trim()),
  category: fc.constantFrom('Graphics & Design', 'Writing & Translation', 'Business'),
  description: said(word, 8),
});
const item = fc.record(
  {
    texts,
    price: fc.integer({ min: 0, max: 2000 }).map((cents) => cents / 2),
    currency: fc.constantFrom('USD', 'USD', 'EUR', 'MXN'),
    days: fc.integer({ min: 0, max: 30 }),
    written: texts,
  },
  { requiredKeys: ['texts'] },
);
const items = fc
  .array(item, { maxLength: 80 })
  .map((all): SearchItem[] =>
    all.map(({ texts: own, ...rest }, n) => ({ ...own, ...rest, path: `/${n}`, picture: '' })),
  );

const mistyped = fc
  .tuple(word, fc.nat(), fc.constantFrom('x', 'e', ''), fc.integer({ min: 0, max: 2 }))
  .map(([text, at, letter, less]) => {
    const from = at % text.length;
    return text.slice(0, from) + letter + text.slice(from + less);
  });
const swapped = word.map(
  (text) => text.slice(0, 1) + text.charAt(2) + text.charAt(1) + text.slice(3),
);
const terms = fc.constantFrom(
  'under 500',
  'over 20',
  'under 500 EUR',
  'over $20',
  'under 300 pesos',
  'within 3 days',
  'in a week',
  'hasta 100',
  'menos de 1.000 en 2 semanas',
  '$50',
  'translate spanish',
  'web site',
  'factura',
  'refund',
  'for my',
);
const query = said(fc.oneof(word, word, mistyped, swapped, terms), 5);

test('any catalogue is searched as if every service were looked at', async () => {
  await fc.assert(
    fc.asyncProperty(
      items,
      fc.array(query, { minLength: 5, maxLength: 12 }),
      fc.constantFrom(...LANGUAGES),
      async (all, asked, language) => {
        const parts = all.flatMap(({ title, description }) => [title, description.slice(1, 9)]);
        const { found, looked } = await searchBothWays(all, language, [
          ...asked,
          ...parts.slice(0, 20),
        ]);
        expect(found).toEqual(looked);
      },
    ),
    propertyRuns(60),
  );
}, 60_000);

test('what a price and a time leave of a large shop is what is there', async () => {
  const all = Array.from({ length: 700 }, (_, n): SearchItem => {
    const { title, ...rest } = CATALOGUE.searchIndex[n % 125]!;
    const days = n % 3 === 0 ? {} : { days: n % 11 };
    return { ...rest, title: `${title} ${n}`, path: `/${n}`, price: (n * 37) % 512, ...days };
  });
  const asked = ['under 255', 'design under 256', 'design over 0', 'logo within 3 days'];
  const ranges = ['design over 100 under 400', 'over 511', 'video over 256 within 2 days'];
  const { found, looked } = await searchBothWays(all, 'en', [...asked, ...ranges]);
  expect(found).toEqual(looked);
});

test('a text is read in the language of the catalogue, whoever asks first', async () => {
  const spanish = await prepareSearch(CATALOGUE.in('es').searchIndex, 'es');
  expect(spanish.answer('factura').pages.map(({ path }) => path)).toContain('/payment');
});

async function searchBothWays(
  all: readonly SearchItem[],
  language: Language,
  asked: readonly string[],
) {
  const searches = await prepareSearch(all, language);
  // The first queries run twice, so that cached answers are compared, too.
  const found = [...asked, ...asked.slice(0, 10)].map((text) => ({
    text,
    answer: searches.answer(text),
    match: paths(searches.match(text)),
    everyday: paths(searches.everyday(text).items),
    suggested: paths(searches.suggest(text)),
  }));
  const looked = found.map(({ text }) => ({
    text,
    answer: answerSearch(all, text, language),
    match: paths(matchServices(all, text)),
    everyday: paths(searchEveryday(all, text, Infinity, language).items),
    suggested: paths(suggestServices(all, text)),
  }));
  return { found, looked };
}

const paths = (found: readonly SearchItem[]) => found.map(({ path }) => path);
