import { expect, test } from 'vitest';
import { hashText, pick, seededRandom } from './random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: string) => {
    const random = seededRandom(seed);
    return [random(), random(), random()];
  };
  expect(draw('music/voice-over')).toEqual(draw('music/voice-over'));
  expect(draw('music/voice-over')).not.toEqual(draw('music/voice-overs'));
});

test('numbers lie in [0, 1) and spread', () => {
  const random = seededRandom('spread');
  const values = Array.from({ length: 2000 }, () => random());
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean).toBeCloseTo(0.5, 1);
});

test('a hash is an unsigned 32-bit number', () => {
  expect(hashText('a')).not.toBe(hashText('b'));
  expect(hashText('a')).toBeGreaterThanOrEqual(0);
  expect(hashText('a')).toBeLessThan(2 ** 32);
});

test('pick stays within its items', () => {
  expect(pick(() => 0.999, ['a', 'b'])).toBe('b');
  expect(pick(() => 0, ['a', 'b'])).toBe('a');
});
