import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../../tests/support/catalogue.ts';
import type { Section } from '../../../shop/sections.ts';
import { showHome } from './show-home.server.ts';

const { services, filledSections, words } = CATALOGUE;

const cardsOf = (shown: readonly Section[]) =>
  showHome({ services, filledSections: shown }, words, 'en').cards.map(
    ({ title, anchor, look }) => `${title.text} #${anchor} ${look}`,
  );

const SIX = [
  'Digital Marketing #digital digital',
  'Video & Animation #video video',
  'Programming & Tech #programming programming',
  'Business Development #business business',
  'Writing & Publishing #writing writing',
  'Concept To Video #video concept-to-video',
];

test('a new installation has the six cards', () => {
  expect(cardsOf(filledSections)).toEqual(SIX);
});

test('a section without visible services has no card, and other sections take its position', () => {
  expect(cardsOf(filledSections.filter(({ id }) => id !== 'video'))).toEqual([
    ...SIX.filter((card) => !card.includes('#video')),
    'Graphics & Design #graphics graphics',
    'Music & Audio #music music',
  ]);
});

test('a shop with sections of its own has cards for them, with their names and taglines', () => {
  const [graphics] = filledSections;
  const own = { ...graphics!, id: 'logos', title: 'Logos', tagline: 'Drawn for you' };
  const { cards } = showHome({ services, filledSections: [own] }, words, 'en');
  expect(cards).toEqual([
    {
      title: { text: 'Logos', lang: undefined },
      tagline: { text: 'Drawn for you', lang: undefined },
      anchor: 'logos',
      look: 'graphics',
    },
  ]);
});
