import { describe, expect, test } from 'vitest';
import spanish from '../../../content/es/search-words.json' with { type: 'json' };
import words from '../../../content/search-words.json' with { type: 'json' };
import { speechIn } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { answerSearch } from './answer-search.ts';
import { searchEveryday } from './everyday-words.ts';
import { searchCatalogue } from './search-cards.ts';
import { searchServices } from './search.ts';

const { searchIndex } = CATALOGUE;
const titles = (query: string) =>
  searchEveryday(searchIndex, query).items.map(({ title }) => title);
const pages = (query: string) => searchEveryday(searchIndex, query).pages.map(({ path }) => path);

describe('a search in everyday words leads somewhere true', () => {
  test.each([
    ['website for my restaurant', ['Website Development', 'Custom Websites', 'Menu Design']],
    ['translate spanish', ['Translation']],
    ['chatbot', ['Software Development']],
    ['I need a logo for my homepage', ['Logo Animation', 'Website Development']],
    ['iphone app', ['Mobile App Development']],
    ['powerpoint slides', ['Presentation Design']],
    ['edit my youtube videos', ['Video Editing']],
    ['powerpoint under 800', ['Presentation Design']],
    ['a ghostwriter for my memoir', ['Ghostwriting']],
    ['voice actor', ['Voice Over']],
    ['business card', ['Flyer Design']],
    ['screenplay', ['Scriptwriting']],
    ['booking system', ['Web Applications']],
    ['hr policies', ['HR Consulting']],
    ['naming my company', ['Brand Strategy (SEO)']],
    ['python scraping', ['Scripting']],
  ])('%s', (query, expected) => {
    expect(searchServices(searchIndex, query)).toEqual([]);
    expect(titles(query).slice(0, 6)).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ['refund', '/refunds'],
    ['refunds please', '/refunds'],
    ['can i get my money back', '/refunds'],
    ['invoice', '/payment'],
    ['paying by credit card', '/payment'],
    ['phone number', '/contact'],
    ['gdpr', '/privacy-policy'],
    ['delivery time', '/contact'],
    ['is there a discount', '/contact'],
    ['zeppelin within 3 days', '/contact'],
    ['in 24 hours', '/contact'],
    ['same day', '/contact'],
    ['gift card', '/contact'],
    ['delete my account', '/privacy-policy'],
    ['cheapest', '/services'],
  ])('%s leads to %s', (query, path) => {
    expect(pages(query)).toContain(path);
  });
});

test('what it costs counts here, too', () => {
  expect(titles('powerpoint under 100')).toEqual([]);
});

test.each(['zeppelin', '%', "' or 1=1--", '', 'logo animaton', 'webiste developmnt', 'fix my car'])(
  '%j leads nowhere: nothing is made up, and what looks mistyped is left to suggestions',
  (query) => {
    expect(searchEveryday(searchIndex, query)).toEqual({ items: [], pages: [] });
  },
);

describe('a word that may be mistyped leaves the others what they mean, where nothing may have been meant', () => {
  test.each([
    ['wedding invitations', 'Invitation Design'],
    ['add subtitles to my video', 'Subtitles & Captions'],
    ['poster for a concert', 'Poster Design'],
    ['translate a contract into german', 'Translation'],
    ['seo audit', 'Digital Marketing Strategy (SEO)'],
    ['cloud migration', 'Cloud Computing'],
  ])('%s', (query, title) => {
    const { results, suggestions } = answerSearch(searchIndex, query);
    expect(results.map((item) => item.title).slice(0, 4)).toContain(title);
    expect(suggestions).toEqual([]);
  });

  test.each([
    ['traducir un contrato al alemán', 'Traducción'],
    ['mi web es lenta', 'Desarrollo web'],
    ['ilustrar un cuento infantil', 'Animación infantil'],
  ])('%s', (query, title) => {
    const { results } = answerSearch(CATALOGUE.in('es').searchIndex, query, 'es');
    expect(results.map((item) => item.title).slice(0, 6)).toContain(title);
  });

  test('and lead to the page that answers', () => {
    const { pages } = answerSearch(CATALOGUE.in('es').searchIndex, 'cancelar mi pedido', 'es');
    expect(pages.map(({ path }) => path)).toEqual(['/refunds']);
  });

  test('and who mistyped is asked what they meant, as before', () => {
    const { results, suggestions } = answerSearch(searchIndex, 'logo animaton');
    expect(results).toEqual([]);
    expect(suggestions[0]?.title).toBe('Logo Animation');
  });
});

test('what matches by the letter stays as it is, word for word', () => {
  for (const query of ['video', 'logo', 'website', 'book design', 'marketing']) {
    const found = searchCatalogue(CATALOGUE, query);
    expect(found.results).toEqual(searchServices(searchIndex, query));
    expect(found.pages).toEqual([]);
  }
});

test('every meaning is a service’s of the catalogue that an installation begins with', () => {
  const dead = [...words.services, ...spanish.services]
    .flatMap(({ means }) => means)
    .filter((meaning) => !searchIndex.some(({ title }) => title.toLowerCase().includes(meaning)));
  expect(dead).toEqual([]);
});

describe('a search in Spanish everyday words leads somewhere true', () => {
  const inSpanish = CATALOGUE.in('es').searchIndex;
  const find = (query: string) => speaking(speechIn('es'), () => searchEveryday(inSpanish, query));

  test.each([
    ['traducir al inglés', '/services/writing/translation'],
    ['sitio web para mi restaurante', '/services/programming/website-development'],
    ['necesito retocar fotos', '/services/graphics/image-editing'],
    ['quiero un chatbot', '/services/programming/software-development'],
    ['tarjeta de visita', '/services/graphics/flyer-design'],
    ['corregir mi tesis', '/services/writing/proofreading-&-editing'],
    ['necesito un locutor', '/services/music/voice-over'],
  ])('%s', (query, path) => {
    const paths = find(query).items.map((item) => item.path);
    expect(paths.slice(0, 8)).toContain(path);
  });

  test.each([
    ['reembolso', '/refunds'],
    ['quiero que me devuelvan el dinero', '/refunds'],
    ['factura', '/payment'],
    ['pagar con tarjeta', '/payment'],
    ['número de teléfono', '/contact'],
    ['privacidad', '/privacy-policy'],
    ['plazo de entrega', '/contact'],
    ['en 3 días', '/contact'],
    ['más barato', '/services'],
  ])('%s leads to %s', (query, path) => {
    expect(find(query).pages.map((page) => page.path)).toContain(path);
  });

  test('words together are not what one of them says, and a page is named once', () => {
    expect(find('tarjeta de visita').pages).toEqual([]);
    expect(find('cookies').pages.map((page) => page.path)).toEqual(['/privacy-policy']);
    expect(find('refund o reembolso').pages.map((page) => page.path)).toEqual(['/refunds']);
  });

  test('and changes nothing for who searches in English', () => {
    expect(searchEveryday(searchIndex, 'reembolso')).toEqual({ items: [], pages: [] });
  });
});
