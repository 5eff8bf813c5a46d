import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, toHex, brandColours, brandStyle, whyUnreadable } from './brand-colour.ts';

const colours = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]) => toHex([red, green, blue]));

test('contrast is that of the standard', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#2540e0', '#2540e0')).toBe(1);
});

test('a colour that cannot be read is refused with the place, the ratio and one that can', () => {
  expect(whyUnreadable('#ffd400')).toMatch(
    /^White text on a button would have a contrast of 1\.4:1, but it needs at least 4\.5:1 to be readable\. The closest colour that meets this is #[\da-f]{6}\.$/,
  );
  expect(whyUnreadable('#0a7a3d')).toBeUndefined();
});

test('whatever colour is taken, text and buttons can be read by day and by night', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const refused = whyUnreadable(colour);
      const taken = refused === undefined ? colour : (/#[\da-f]{6}/.exec(refused)?.[0] ?? '');
      expect(whyUnreadable(taken)).toBeUndefined();
      const { day, night } = brandColours(taken);
      for (const { primary, hover, onPrimary, soft, softInk } of [day, night]) {
        expect(contrast(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(hover, onPrimary)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(softInk, soft)).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of ['#0c1020', '#151a2e', '#090c18']) {
        expect(contrast(night.primary, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test('the rules name every colour for both themes', () => {
  expect(brandStyle('#0a7a3d')).toContain('--primary: light-dark(#0a7a3d, #');
});
