import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { toCards } from './service.ts';

describe('a card', () => {
  const rating = { average: '4.50', ratedCount: 2 };
  const cards = toCards(CATALOGUE.servicesOf('music'), new Map([['music/voice-over', rating]]));

  test('carries the rating of its service, where there is one', () => {
    expect(cards.map((card) => [card.path, card.rating])).toContainEqual([
      '/services/music/voice-over',
      rating,
    ]);
    expect(cards.filter((card) => card.rating)).toHaveLength(1);
  });

  test('leaves the long description behind', () => {
    for (const card of cards) expect(card).not.toHaveProperty('description');
  });
});
