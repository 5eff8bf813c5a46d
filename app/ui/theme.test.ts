import { expect, test } from 'vitest';
import { themeAt } from './theme.ts';

test('the clock makes it light from seven to seven', () => {
  expect([6, 7, 12, 18, 19, 23, 0].map(themeAt)).toEqual([
    'dark',
    'light',
    'light',
    'light',
    'dark',
    'dark',
    'dark',
  ]);
});
