import { expect, test } from 'vitest';
import { speechIn } from '../i18n/translate.ts';
import { speaking } from '../platform/speech.server.ts';
import { formatRating } from './format-rating.ts';

test.each([
  ['en', '4.50', '4.50'],
  ['es', '4.50', '4,50'],
  ['de', '5.00', '5,00'],
  ['ar', '4.67', '4.67'],
] as const)('an average rating in %s: %s is shown as %s', (language, average, shown) => {
  expect(speaking(speechIn(language), () => formatRating(average))).toBe(shown);
});
