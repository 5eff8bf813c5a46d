import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawSettings } from '../../scripts/draw-settings.ts';

test('docs/settings.md is as `npm run settings-page` writes it', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(drawSettings());
});
