import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LOOKS } from './looks.ts';
import { contrast } from './colour.ts';
import { CATEGORY_CARD_PICTURES } from './draw-category-card.ts';
import { drawContactSheet } from './draw-contact-sheet.ts';
import { drawSectionDrawing } from './draw-section-drawing.ts';
import { drawSectionHeader } from './draw-section-header.ts';
import { drawAllSectionsSwatch, drawSwatch } from './draw-swatch.ts';
import { MARK_COLOURS, drawMark, drawNightSky, drawRegatta } from './fleet.ts';
import { idsOf, looseReferences, wellFormed } from './svg.check.ts';

const COMPOSITIONS = ['desktop', 'phone', 'login'] as const;
const THEMES = ['light', 'dark'] as const;

const regattas = COMPOSITIONS.flatMap((composition) =>
  THEMES.map((theme) => drawRegatta({ id: `${composition}-${theme}`, composition, theme })),
);

const drawings = [
  ...regattas,
  drawNightSky(),
  drawMark(MARK_COLOURS.light),
  drawAllSectionsSwatch('all'),
  ...LOOKS.map((look) => drawSwatch(look, `swatch-${look}`)),
  ...LOOKS.map((look) => drawSectionHeader(look)),
  ...LOOKS.map((look) => drawSectionDrawing(look)),
  ...Object.values(CATEGORY_CARD_PICTURES).map(({ draw }) => draw()),
];

test('every drawing is well-formed, complete and free of broken numbers', () => {
  expect(drawings.filter((svg) => !wellFormed(svg))).toEqual([]);
  expect(drawings.flatMap(looseReferences)).toEqual([]);
  expect(drawings.filter((svg) => /NaN|undefined|Infinity| style=|<text/.test(svg))).toEqual([]);
});

test('drawings may stand on one page: their ids do not meet', () => {
  const ids = drawings.flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
});

test('drawings are small', () => {
  for (const svg of drawings) expect(gzipSync(svg).length).toBeLessThan(6144);
});

test('all seven sections sail in the regatta, each boat rocking by itself', () => {
  const [desktop = ''] = regattas;
  const rocking = [...desktop.matchAll(/class="bob bob-(\d)"/g)].map((match) => Number(match[1]));
  expect(rocking.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('night has a moon, day has none', () => {
  const moon = '#FFE3A0';
  expect(drawRegatta({ id: 'n', composition: 'desktop', theme: 'dark' })).toContain(moon);
  expect(drawRegatta({ id: 'n', composition: 'desktop', theme: 'dark', sky: false })).not.toContain(
    moon,
  );
  expect(drawRegatta({ id: 'n', composition: 'desktop', theme: 'light' })).not.toContain(moon);
});

test('stars keep clear of the words', () => {
  const sky = drawNightSky({
    width: 100,
    height: 100,
    moon: { x: 90, y: 10, radius: 5 },
    clear: [[0, 0, 50, 100]],
  });
  const stars = sky.slice(0, sky.indexOf('</g>'));
  const places = [...stars.matchAll(/cx="([\d.]+)"/g)].map((match) => Number(match[1]));
  expect(places.length).toBeGreaterThan(10);
  expect(places.every((x) => x > 50)).toBe(true);
});

test('text on a category card is readable', () => {
  for (const { background, ink } of Object.values(CATEGORY_CARD_PICTURES)) {
    expect(contrast(background, ink)).toBeGreaterThan(3.9);
  }
});

test('a contact sheet shows what it is asked for', () => {
  const sheet = drawContactSheet({ sections: ['music'], views: ['scene', 'plan'] });
  expect(sheet.match(/<figure>/g)).toHaveLength(8);
  expect(sheet).toContain('Voice Over: plan');
  expect(sheet).not.toContain('Menu Design');
  expect(drawContactSheet().match(/<figure>/g)).toHaveLength(125);
});
