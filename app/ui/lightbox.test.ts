import { expect, test } from 'vitest';
import { swipeStep } from './lightbox.tsx';

test.each([
  [0, 0],
  [49, 0],
  [-49, 0],
  [50, -1],
  [-50, 1],
  [400, -1],
])('a finger that moved by %d px turns by %d', (distance, step) => {
  expect(swipeStep(distance)).toBe(step);
});
