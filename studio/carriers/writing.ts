import {
  airy,
  circle,
  emblem as symbol,
  faint,
  line,
  path,
  place,
  rect,
  repeat,
  shade,
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { pencil } from './parts.ts';

/** A typewriter with a sheet half done. */
export const typewriter: Carrier = (ink) => [
  rect(-56, -108, 112, 110, ink.light, 4),
  textLines(-40, -92, 80, 5, 15, ink.dark),
  rect(-92, -16, 184, 26, ink.dark, 10),
  circle(-98, -3, 13, ink.two),
  circle(98, -3, 13, ink.two),
  path('M-84 4H84L108 95H-108Z', ink.one),
  shade('M-104 80H104L108 95H-108Z', 0.25),
  airy(
    ...repeat(21, (index) => {
      const row = Math.floor(index / 7);
      const column = index % 7;
      return circle(
        (column - 3) * (21 + row * 2),
        30 + row * 20,
        7.5,
        row === 1 && column === 4 ? ink.two : ink.light,
      );
    }),
  ),
];

/** A month of stories planned. */
export const editorialCalendar: Carrier = (ink, emblem = 'strategy') => [
  rect(-96, -82, 192, 174, ink.light, 12),
  path('M-96-40V-70a12 12 0 0 1 12-12H84a12 12 0 0 1 12 12v30Z', ink.one),
  line('M-52-98V-66M52-98V-66', ink.dark, 10),
  airy(
    ...repeat(12, (index) => {
      const colour =
        [
          ink.two,
          ink.light,
          ink.three,
          ink.light,
          ink.light,
          ink.four,
          ink.light,
          ink.two,
          ink.three,
          ink.light,
          ink.light,
          ink.light,
        ][index] ?? ink.light;
      const x = -82 + (index % 4) * 42;
      const y = -28 + Math.floor(index / 4) * 38;
      return colour === ink.light
        ? faint(0.08, rect(x, y, 36, 31, ink.dark, 6))
        : rect(x, y, 36, 31, colour, 6);
    }),
  ),
  circle(64, 60, 42, ink.one),
  symbol(emblem, 64, 60, 58, ink.light),
];

/** A screenplay, bound with two brass pins. */
export const screenplay: Carrier = (ink, emblem = 'film-slate') => [
  place(12, 6, 5, 1, [rect(-74, -96, 150, 190, ink.two, 3)]),
  rect(-78, -98, 150, 190, ink.light, 3),
  circle(-62, -66, 7, ink.four),
  circle(-62, 60, 7, ink.four),
  symbol(emblem, 4, -62, 62, ink.one),
  textLines(-42, -22, 98, 1, 10, ink.dark, 6),
  airy(line('M-14-4H30M-28 10H42M-28 22H36M-14 42H30M-28 56H42M-28 68H24', ink.dark, 5)),
  airy(rect(-42, 78, 34, 6, ink.one, 3)),
];

/** Ink and a quill, and what comes out of them. */
export const inkwell: Carrier = (ink, emblem = 'sparkle') => [
  path('M-92 95V62C-92 44-70 40-60 34V16H20V34C30 40 52 44 52 62V95Z', ink.one),
  shade('M20 34C30 40 52 44 52 62V95H26V62C26 50 20 42 12 34Z', 0.2),
  rect(-68, 4, 96, 20, ink.dark, 6),
  airy(rect(-72, 56, 104, 26, ink.light, 4), line('M-56 69H14', ink.one, 5)),
  path('M-30 10C-10-40 30-92 104-110C106-58 70-16 8-2Z', ink.two),
  shade('M-30 10C20-26 66-64 104-110C106-58 70-16 8-2Z', 0.16),
  line('M-34 14C10-28 50-62 84-90', ink.light, 4),
  airy(line('M40-34L66-36M20-16L46-16M36-56L34-84', ink.light, 3)),
  airy(
    symbol(emblem, -66, -56, 52, ink.three),
    symbol(emblem, -24, -90, 30, ink.light),
    symbol(emblem, 80, 20, 34, ink.three),
  ),
];

/** A page after the proofreader. */
export const correctedPage: Carrier = (ink) => [
  rect(-78, -98, 148, 190, ink.light, 5),
  textLines(-60, -76, 112, 9, 18, ink.dark),
  airy(
    line('M-62-38H8', ink.two, 5),
    line('M-36-2q8-9 16 0t16 0t16 0t16 0', ink.two, 5),
    {
      kind: 'stroke',
      role: 'detail',
      outline: { tag: 'ellipse', x: -16, y: 34, rx: 40, ry: 14 },
      colour: ink.two,
      width: 5,
    },
    line('M26 62L36 72L54 48', ink.two, 6),
  ),
  place(14, 76, 36, 0.96, pencil(ink, ink.three)),
];

/** A newspaper with the announcement on its front page. */
export const newspaper: Carrier = (ink, emblem = 'megaphone') => [
  path('M84-56H108V74a18 18 0 0 1-36 0Z', ink.four),
  path(
    'M-100-86a6 6 0 0 1 6-6H82a6 6 0 0 1 6 6V74a18 18 0 0 0 18 18H-82a18 18 0 0 1-18-18Z',
    ink.light,
  ),
  airy(rect(-84, -76, 156, 22, ink.dark, 3), line('M-72-65H-40M-28-65H8M20-65H58', ink.light, 6)),
  airy(rect(-84, -42, 84, 74, ink.one, 4)),
  symbol(emblem, -42, -5, 60, ink.light),
  airy(rect(12, -40, 60, 10, ink.two, 3)),
  textLines(12, -22, 60, 4, 14, ink.dark),
  textLines(-84, 44, 72, 3, 13, ink.dark),
  textLines(12, 44, 60, 3, 13, ink.dark),
];

/** A manual on a spiral, open at a construction drawing. */
export const manual: Carrier = (ink, emblem = 'gear-six') => [
  rect(-78, -98, 160, 192, ink.one, 8),
  rect(-64, -90, 138, 176, ink.light, 4),
  symbol(emblem, 6, -38, 76, ink.one),
  airy(
    line('M44-60L66-74M44-18L66-8M-32-38H-52', ink.dark, 3),
    circle(66, -76, 7, ink.two),
    circle(66, -6, 7, ink.two),
    circle(-52, -38, 7, ink.two),
  ),
  textLines(-46, 22, 104, 4, 15, ink.dark, 6),
  line('M-90-78H-66M-90-54H-66M-90-30H-66M-90-6H-66M-90 18H-66M-90 42H-66M-90 66H-66', ink.dark, 6),
];
