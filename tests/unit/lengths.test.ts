import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRem } from '../../scripts/px-to-rem.ts';

test('a length grows with the type, and a line stays a line', () => {
  expect(inRem('16px')).toBe('1rem');
  expect(inRem('-4px 15px')).toBe('-0.25rem 0.9375rem');
  expect(inRem('calc(100% - .5px + 44px)')).toBe('calc(100% - .5px + 2.75rem)');
  expect(inRem('1.5px solid')).toBe('1.5px solid');
  expect(inRem('(width < 769px)')).toBe('(width < 48.0625rem)');
});

test('what only ends like a length is left as it is', () => {
  const untouched = ['3.40282e38px', 'var(--gap-24px)', 'url(sea-16px.svg)', '"24px"', '#16px'];
  for (const value of untouched) expect(inRem(value)).toBe(value);
});

test('scripts and pictures ask the window for rem, as the built styles do', () => {
  const asks = /(?:matchMedia\(|media=|sizes=|\((?:min-|max-)?width\b)[^;\n]*?\d(?:\.\d+)?px/;
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(100);
  const inPx = sources.filter((file) => asks.test(readFileSync(join('app', file), 'utf8')));
  expect(inPx).toEqual([]);
});
