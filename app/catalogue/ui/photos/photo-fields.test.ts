import { describe, expect, test } from 'vitest';
import { cropOf, movePart, partOfCrop } from './photo-fields.tsx';

const WIDE = { id: 'wide', width: 1600, height: 900 };
const TALL = { id: 'tall', width: 900, height: 1600 };
const TINY = { id: 'tiny', width: 3, height: 1 };

describe('the part of a photo that is chosen', () => {
  test('is as large as it can be in the middle, in the shape in which pages show it', () => {
    const all = { size: 100, x: 50, y: 50 };
    expect(cropOf(WIDE, all)).toEqual({ left: 200, top: 0, width: 1200, height: 900 });
    expect(cropOf(TALL, all)).toEqual({ left: 0, top: 463, width: 900, height: 675 });
  });

  test.each([WIDE, TALL, TINY])('never leaves the photo: $id', (whole) => {
    for (const size of [20, 33, 100]) {
      for (const x of [0, 49.7, 100]) {
        for (const y of [0, 50.3, 100]) {
          const { left, top, width, height } = cropOf(whole, { size, x, y });
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(Math.min(width, height)).toBeGreaterThan(0);
          expect(left + width).toBeLessThanOrEqual(whole.width);
          expect(top + height).toBeLessThanOrEqual(whole.height);
        }
      }
    }
  });

  test('is where it was when one comes back to it', () => {
    const crop = cropOf(WIDE, { size: 60, x: 25, y: 75 });
    expect(cropOf(WIDE, partOfCrop(WIDE, crop))).toEqual(crop);
  });

  test('is dragged as far as the edge', () => {
    const part = { size: 50, x: 50, y: 50 };
    expect(movePart(WIDE, part, 10_000, -10_000)).toEqual({ size: 50, x: 100, y: 0 });
    expect(movePart(WIDE, { ...part, size: 100 }, 0, 100).y).toBe(50);
  });
});
