import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { matchServices, searchServices, suggestServices, type SearchItem } from './search.ts';

function item(title: string, category = 'Other', description = 'Nothing of note.'): SearchItem {
  return { title, category, description, path: `/${title}`, picture: '/art.svg' };
}

const SEARCH_INDEX = CATALOGUE.searchIndex;

const titlesOf = (items: readonly SearchItem[]) => items.map(({ title }) => title);

describe('searching the catalogue', () => {
  test('adds up what an item earns, whatever the case', () => {
    const items = [
      item('Unrelated', 'Other', 'All about sails.'), // 10
      item('Flags', 'Sails and Flags'), // 20
      item('New Sails'), // 30
      item('Old Sails', 'Other', 'sails'), // 30 + 10
      item('Ropes', 'Sails', 'SAILS'), // 20 + 10, before 'New Sails' only by title
      item('Sails on Loan'), // 50 + 30
      item('Sails'), // 100 + 50 + 30
      item('Anchors'),
    ];

    expect(titlesOf(searchServices(items, 'sAiLs'))).toEqual([
      'Sails',
      'Sails on Loan',
      'Old Sails',
      'New Sails',
      'Ropes',
      'Flags',
      'Unrelated',
    ]);
  });

  test('prefers an exact title to one that earns from every other field', () => {
    const everywhere = item('Sails for Sails', 'Sails', 'Sails.'); // 50 + 30 + 20 + 10
    expect(titlesOf(searchServices([everywhere, item('Sails')], 'sails'))).toEqual([
      'Sails',
      'Sails for Sails',
    ]);
  });

  test('orders equal scores by title', () => {
    const items = [item('Sail C'), item('Sail A'), item('Sail B')];
    expect(titlesOf(searchServices(items, 'sail'))).toEqual(['Sail A', 'Sail B', 'Sail C']);
  });

  test('gives the first ten', () => {
    const items = Array.from({ length: 14 }, (_, n) => item(`Sail ${String(n).padStart(2, '0')}`));
    expect(titlesOf(searchServices(items, 'sail'))).toEqual(titlesOf(items.slice(0, 10)));
  });

  test.each(['', '   ', '\t'])('finds nothing for the blank query %j', (query) => {
    expect(searchServices(SEARCH_INDEX, query)).toEqual([]);
    expect(suggestServices(SEARCH_INDEX, query)).toEqual([]);
  });

  test('trims what was typed', () => {
    expect(titlesOf(searchServices(SEARCH_INDEX, '  book design '))).toEqual(['Book Design']);
  });

  test('finds every service by its own title, first', () => {
    for (const { title } of SEARCH_INDEX) {
      expect(searchServices(SEARCH_INDEX, title)[0]?.title).toBe(title);
    }
  });
});

test('begins with the sum of rule 45, worked out by hand; other forms of a word follow', () => {
  const byTheLetter = (items: readonly SearchItem[], query: string) => {
    const wanted = query.trim().toLowerCase();
    return items
      .map((each) => {
        const title = each.title.toLowerCase();
        const points = [
          title === wanted ? 100 : 0,
          title.startsWith(wanted) ? 50 : 0,
          title.includes(wanted) ? 30 : 0,
          each.category.toLowerCase().includes(wanted) ? 20 : 0,
          each.description.toLowerCase().includes(wanted) ? 10 : 0,
        ];
        return { each, score: points.reduce((sum, point) => sum + point) };
      })
      .filter(({ score }) => wanted !== '' && score > 0)
      .sort((a, b) => b.score - a.score || a.each.title.localeCompare(b.each.title, 'en'))
      .map(({ each }) => each);
  };
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  let found = 0;
  for (let time = 0; time < 2_000; time += 1) {
    const { title, category, description } = SEARCH_INDEX[random(SEARCH_INDEX.length)]!;
    const text = [title, category, description, 'Zeppelin'][random(4)]!;
    const from = random(text.length);
    const part = text.slice(from, from + 1 + random(12));
    const query = random(2) === 0 ? part : part.toUpperCase();
    const matches = matchServices(SEARCH_INDEX, query);
    found += matches.length;
    const letter = byTheLetter(SEARCH_INDEX, query);
    expect(matches.slice(0, letter.length)).toEqual(letter);
    const hasOtherForms = /[syz]/i.test(query);
    expect(hasOtherForms ? letter : matches).toEqual(letter);
  }
  expect(found).toBeGreaterThan(2_000);
});

describe('singular and plural', () => {
  test.each([
    ['podcasts', 'podcast'],
    ['websites', 'website'],
    ['photos', 'photo'],
    ['games', 'game'],
    ['logos', 'logo'],
    ['VIDEOS', 'video'],
    ['menus', 'menu'],
    ['book covers', 'book cover'],
    ['web banners', 'web banner'],
    ['case studies', 'case study'],
    ['podcast productions', 'podcast production'],
  ])('%j finds all that %j finds', (plural, singular) => {
    const found = matchServices(SEARCH_INDEX, plural);
    expect(found).toEqual(expect.arrayContaining(matchServices(SEARCH_INDEX, singular)));
    expect(found.length).toBeGreaterThan(0);
  });

  test.each([
    ['stories', 'Short Story'],
    ['story', 'Photo Stories'],
    ['companies', 'Company Profile'],
    ['boxes', 'Gift Box'],
    ['watches', 'Watch Faces'],
    ['classes', 'Master Class'],
    ['houses', 'House Plan'],
    ['movies', 'Movie Poster'],
    ['analyses', 'Market Analysis'],
    ['analysis', 'Market Analyses'],
    ['luces', 'Luz y sonido'],
    ['carteles', 'Cartel'],
    ['animaciones', 'Animación'],
    ['imágenes', 'Imagen de marca'],
  ])('%j finds %j', (query, title) => {
    expect(titlesOf(searchServices([item('Other'), item(title)], query))).toEqual([title]);
  });

  test.each(['status', 'dress', 'lens', 'news', 'series', 'business'])(
    '%j has no singular of its own',
    (query) => {
      const items = ['Dre', 'Le', 'Ne', 'New', 'Len', 'Serie', 'Stat', 'Busines'].map((title) =>
        item(title),
      );
      expect(searchServices(items, query)).toEqual([]);
    },
  );

  test('come after what holds the word itself, and ten remain ten', () => {
    const letter = Array.from({ length: 8 }, (_, n) => item(`Flags ${n}`));
    const others = Array.from({ length: 8 }, (_, n) => item(`A Flag ${n}`));
    const found = searchServices([...others, ...letter], 'flags');
    expect(found).toEqual([...letter, ...others.slice(0, 2)]);
  });

  test('are what a price is asked for, too', () => {
    const cheap = { ...item('Flag'), price: 20 };
    expect(searchServices([cheap, { ...item('Flag'), price: 90 }], 'flags under 50')).toEqual([
      cheap,
    ]);
  });
});

describe('however a text is written', () => {
  const inSpanish = CATALOGUE.in('es').searchIndex;
  const forms = (text: string) => [
    text,
    text.normalize('NFD'),
    text.toUpperCase(),
    text.normalize('NFD').toUpperCase(),
    text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ];

  test.each(['diseño', 'animación', 'música', 'traducción', 'edición de vídeo'])(
    'a search for %j finds the same',
    (query) => {
      const found = matchServices(inSpanish, query);
      expect(found.length).toBeGreaterThan(0);
      for (const form of forms(query)) expect(matchServices(inSpanish, form)).toEqual(found);
    },
  );

  test('texts of a catalogue may be written in each form', () => {
    for (const title of forms('Diseño gráfico')) {
      for (const query of forms('diseño')) {
        expect(titlesOf(searchServices([item(title)], query))).toEqual([title]);
      }
    }
  });

  test.each([
    ['catalogo', 'Catálogo'],
    ['catal', 'Catálogo'],
    ['aca', 'Ação'],
    ['acao', 'AÇÃO'],
    ['strassenplakat', 'Straßenplakat'],
    ['smorrebrod', 'Smørrebrød'],
    ['lodz', 'Łódź guide'],
    ['e-commerce', 'E‑Commerce'],
    ["author's", 'Author’s Website'],
    ['author’s', "Author's Website"],
    ['logo', 'ＬＯＧＯ'],
    ['ロゴ', 'ﾛｺﾞ'],
    ['book design', 'Book\u00a0Design'],
  ])('%j finds %j', (query, title) => {
    expect(titlesOf(searchServices([item('Other'), item(title)], query))).toEqual([title]);
  });
});

describe('suggestions', () => {
  test.each([
    ['vidoe editting', 'Video Editing'],
    ['logo animaton', 'Logo Animation'],
    ['transcripton', 'Transcription'],
    ['podcst production', 'Podcast Production'],
  ])('for %j begin with %j', (query, title) => {
    expect(searchServices(SEARCH_INDEX, query)).toEqual([]);
    expect(suggestServices(SEARCH_INDEX, query)[0]?.title).toBe(title);
  });

  test('are at most three', () => {
    expect(suggestServices(SEARCH_INDEX, 'desing')).toHaveLength(3);
  });

  test('are not made for what is nothing like a service', () => {
    expect(suggestServices(SEARCH_INDEX, 'zeppelin')).toEqual([]);
  });
});
