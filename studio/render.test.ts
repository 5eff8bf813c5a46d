import { expect, test } from 'vitest';
import { paint, plan, silhouette } from './render.ts';
import {
  airy,
  circle,
  d,
  emblem,
  faint,
  group,
  line,
  rect,
  round,
  shade,
  textLines,
} from './shapes.ts';

const shapes = [
  rect(0, 0, 10.04, 5, '#123456', 2),
  shade('M0 0H5V5Z'),
  group('translate(1 2)', [circle(0, 0, 3, '#abcdef'), emblem('star', 0, 0, 8, '#fff')]),
  airy(line('M0 0H4', '#ff0000', 3)),
];

test('paint shows colour, shade and emblem', () => {
  const svg = paint(shapes);
  expect(svg).toContain('<rect x="0" y="0" width="10" height="5" rx="2" fill="#123456"/>');
  expect(svg).toContain('opacity="0.16"');
  expect(svg).toContain('<g transform="translate(1 2)"><circle');
  expect(svg).toContain('stroke="#ff0000"');
});

test('a silhouette keeps bodies only', () => {
  expect(silhouette(shapes)).toBe(
    '<g fill="#fff"><rect x="0" y="0" width="10" height="5" rx="2"/>' +
      '<g transform="translate(1 2)"><circle cx="0" cy="0" r="3"/></g></g>',
  );
});

test('a plan has outlines, no colour of the object and no shade', () => {
  const svg = plan(shapes, { paper: '#000001', line: '#fffffe', accent: '#00ff00' });
  expect(svg).not.toMatch(/#123456|#abcdef|#ff0000|0\.16/);
  expect(svg).toContain('stroke="#00ff00"');
});

test('numbers are rounded to a tenth and never negative zero', () => {
  expect(round(-0.04)).toBe(0);
  expect(Object.is(round(-0.04), 0)).toBe(true);
  expect(d`M${1 / 3} ${-2.25}h${10}`).toBe('M0.3 -2.2h10');
});

test('faint shapes keep their strength in colour only', () => {
  expect(paint([faint(0.3, circle(0, 0, 1, '#fff'))])).toContain('<g opacity="0.3">');
  expect(silhouette([faint(0.3, circle(0, 0, 1, '#fff'))])).toBe('<g fill="#fff"></g>');
});

test('printed lines are one path, the last line short', () => {
  const lines = textLines(0, 0, 100, 3, 12, '#000');
  expect(lines.outline).toEqual({
    tag: 'path',
    d: 'M2.5 2.5h95M2.5 14.5h81M2.5 26.5h51',
  });
});
