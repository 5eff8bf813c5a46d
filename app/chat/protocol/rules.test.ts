import { t } from '../../i18n/translate.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CONVERSATION_ID, MESSAGE_TOO_LONG, newConversationId } from './rules.ts';

const NOW = new Date('2026-06-12T10:00:00Z');
const randomPart = (id: string) => id.split('_')[2] ?? '';

afterEach(() => vi.restoreAllMocks());

describe('a new conversation id', () => {
  test('is the prefix, the milliseconds and 26 characters, which is more than 128 bits', () => {
    const id = newConversationId(NOW);
    expect(id).toMatch(/^conv_1781258400000_[0-9a-z]{26}$/);
    expect(id).toMatch(CONVERSATION_ID);
    expect(26 * Math.log2(36)).toBeGreaterThan(128);
  });

  test('is different each time, although no time has passed', () => {
    const ids = new Set(Array.from({ length: 1000 }, () => newConversationId(NOW)));
    expect(ids.size).toBe(1000);
  });

  test('uses all 36 characters equally in all 26 places', () => {
    const SAMPLES = 1500;
    const counts = Array.from({ length: 26 }, () => new Map<string, number>());
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      Array.from(randomPart(newConversationId(NOW))).forEach((character, place) => {
        counts[place]?.set(character, (counts[place].get(character) ?? 0) + 1);
      });
    }
    const expected = SAMPLES / 36;
    for (const count of counts) {
      expect(count.size).toBe(36);
      const chiSquare = [...count.values()].reduce(
        (sum, seen) => sum + (seen - expected) ** 2 / expected,
        0,
      );
      // With 35 degrees of freedom, a value above 100 has a probability below one in ten million.
      expect(chiSquare).toBeLessThan(100);
    }
  });

  test('takes bytes that would favour some characters from a second draw instead', () => {
    let draws = 0;
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      draws += 1;
      if (array instanceof Uint8Array) array.fill(draws === 1 ? 255 : 251);
      return array;
    });
    expect(randomPart(newConversationId(NOW))).toBe('z'.repeat(26));
    expect(draws).toBe(2);
  });
});

test.each([
  '',
  'conv_1',
  `conv_1781258400000_${'a'.repeat(25)}`,
  `conv_1781258400000_${'a'.repeat(27)}`,
  `conv_1781258400000_${'A'.repeat(26)}`,
  `conv_178125840000_${'a'.repeat(26)}`,
  `conv_1781258400000_${'a'.repeat(25)}/`,
  `conv_1781258400000_${'a'.repeat(26)}\n`,
  ` conv_1781258400000_${'a'.repeat(26)}`,
])('"%s" is no conversation id', (id) => {
  expect(CONVERSATION_ID.test(id)).toBe(false);
});

test('the limit is said in words a visitor reads', () => {
  expect(t(MESSAGE_TOO_LONG)).toBe('This message is too long. The limit is 4,000 characters.');
});
