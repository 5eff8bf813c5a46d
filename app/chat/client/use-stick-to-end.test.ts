import { expect, test } from 'vitest';
import { isNearEnd, staysNearEnd, whereScrolledBack } from './use-stick-to-end.ts';

const box = (scrollTop: number, scrollHeight = 1000, clientHeight = 400) => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

test.each([
  ['at the end', 600, true],
  ['100 pixels above it', 500, true],
  ['101 pixels above it', 499, false],
  ['at the top', 0, false],
])('who is %s reads along: %#', (_, scrollTop, isNear) => {
  expect(isNearEnd(box(scrollTop))).toBe(isNear);
});

test.each([
  ['a card that loads moved the end away', true, 600, 1300, true],
  ['scrolling back leaves the end', true, 300, 1000, false],
  ['who left the end has not returned by scrolling down a little', false, 650, 1300, false],
  ['who scrolls to the end follows it again', false, 900, 1300, true],
])('%s', (_, isNear, scrollTop, scrollHeight, stays) => {
  expect(staysNearEnd({ isNear, scrollTop: 600 }, box(scrollTop, scrollHeight))).toBe(stays);
});

test('a log that fits is always at its end', () => {
  expect(isNearEnd(box(0, 300))).toBe(true);
});

test('an earlier page moves nothing that is in sight', () => {
  const before = { first: 'm51', count: 50, height: 1000 };
  const now = { first: 'm1', count: 100 };
  expect(whereScrolledBack(before, now, box(20, 2600))).toBe(1620);
  // Further down the browser anchors the visible row; scrolling again would make the page jump.
  expect(whereScrolledBack(before, now, box(300, 2600))).toBeNull();
});

test('who scrolled back is told of more, also at the very top, and stays there', () => {
  const before = { first: 'm1', count: 50, height: 1000 };
  for (const scrollTop of [0, 20, 300]) {
    const now = { first: 'm1', count: 51 };
    expect(whereScrolledBack(before, now, box(scrollTop, 1040))).toBe('more');
  }
});

test('what is only drawn otherwise, or discarded, is nothing new', () => {
  const before = { first: 'm1', count: 50, height: 1000 };
  expect(whereScrolledBack(before, { first: 'm1', count: 50 }, box(20, 1010))).toBeNull();
  expect(whereScrolledBack(before, { first: 'm1', count: 49 }, box(20, 950))).toBeNull();
});
