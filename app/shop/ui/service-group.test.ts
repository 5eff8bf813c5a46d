import { expect, test } from 'vitest';
import { posterShapes, type PosterShape } from './service-group.tsx';

const CELLS: Readonly<Record<PosterShape, number>> = { lead: 4, wide: 2, full: 4, one: 1 };

test('a group of any size fills its rows to the last cell', () => {
  for (let count = 1; count <= 60; count += 1) {
    const shapes = posterShapes(count);
    expect(shapes).toHaveLength(count);
    const cells = shapes.reduce((sum, shape) => sum + CELLS[shape], 0);
    expect(cells % 4, `${count} cards`).toBe(0);
  }
});

test('one card of a group leads, and wide ones stand beside it before the others', () => {
  expect(posterShapes(3)).toEqual(['lead', 'wide', 'wide']);
  expect(posterShapes(4)).toEqual(['lead', 'wide', 'one', 'one']);
  expect(posterShapes(5)).toEqual(['lead', 'one', 'one', 'one', 'one']);
  expect(posterShapes(0)).toEqual([]);
});
