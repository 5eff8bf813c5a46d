import { expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { Catalogue } from './catalogue.ts';
import { readHeroCategories } from './ui/home/hero.tsx';
import { shortTitle } from './short-title.ts';

test('each sail leads to its section, and says what a whole work costs there at least', () => {
  const heroCategories = readHeroCategories(CATALOGUE);
  expect(heroCategories.map(({ name }) => name)).toEqual([
    'Graphics',
    'Business',
    'Digital',
    'Music',
    'Programming',
    'Video',
    'Writing',
  ]);
  expect(heroCategories[0]).toEqual({
    path: '/services/graphics',
    name: 'Graphics',
    look: 'graphics',
    from: '$53',
  });
  // Prices such as '$0.15 per word' or '$3 per 1000 followers' are excluded.
  for (const { from } of heroCategories) expect(from).toMatch(/^\$[\d,]+$/);
});

test('the tax is beside the price, so that one note can say it for all', () => {
  const [graphics] = readHeroCategories(CATALOGUE, () => 'plus VAT');
  expect(graphics).toMatchObject({ from: '$53', tax: 'plus VAT' });
});

test('a section that has nothing to show is left out', () => {
  const { content } = CATALOGUE;
  const services = content.services.map((service) => ({
    ...service,
    isHidden: service.section === 'music',
  }));
  const heroCategories = readHeroCategories(new Catalogue({ ...content, services }));
  expect(heroCategories.map(({ name }) => name)).not.toContain('Music');
});

test('a section that its operator has named otherwise keeps that name', () => {
  expect(shortTitle('Digital Marketing')).toBe('Digital');
  expect(shortTitle('Vídeo y animación')).toBe('Vídeo');
  expect(shortTitle('Podcasts')).toBe('Podcasts');
  expect(shortTitle('Videos for schools')).toBe('Videos for schools');
});
