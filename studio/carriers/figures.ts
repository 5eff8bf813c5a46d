import {
  airy,
  circle,
  ellipse,
  emblem as symbol,
  line,
  move,
  path,
  place,
  rect,
  shade,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { pencil, person } from './parts.ts';

/** A figure on wires, waving. */
export const puppet: Carrier = (ink) => [
  airy(line('M-70-104L-62-4M-14-104L-10-70M16-104L12-70M74-104L88-52', ink.dark, 2.5)),
  rect(-92, -112, 184, 13, ink.dark, 6),
  line('M-34 10L-64 0M34 12L66-6L88-48', ink.one, 17),
  circle(-66, -2, 13, ink.light),
  circle(88, -52, 13, ink.light),
  line('M-18 56L-26 84M18 56L26 84', ink.dark, 17),
  path('M-46 95a20 17 0 0 1 36 0ZM10 95a20 17 0 0 1 36 0Z', ink.two),
  path('M-38 0H38L30 64H-30Z', ink.two),
  shade('M14 0H38L30 64H14Z', 0.18),
  rect(-46, -76, 92, 82, ink.one, 34),
  shade('M22-72A34 34 0 0 1 46-42V-28A34 34 0 0 1 12 6C30-10 34-50 22-72Z', 0.14),
  circle(-17, -42, 15, ink.light),
  circle(21, -42, 15, ink.light),
  airy(
    circle(-14, -40, 7, ink.dark),
    circle(24, -40, 7, ink.dark),
    path('M-18-18H22A20 18 0 0 1-18-18Z', ink.dark),
    circle(0, 22, 5, ink.light),
    circle(0, 42, 5, ink.light),
  ),
];

/** A teddy bear with a balloon. */
export const teddyBear: Carrier = (ink) => [
  line('M64 30C92 0 70-20 84-44', ink.dark, 4),
  path('M84-44C54-56 58-106 86-106S116-56 84-44Z', ink.three),
  airy(line('M72-92q4-8 12-8', ink.light, 4)),
  ellipse(-20, 58, 52, 46, ink.one),
  line('M-58 34L-88 14M20 34L60 26', ink.one, 26),
  circle(-62, -84, 21, ink.one),
  circle(22, -84, 21, ink.one),
  airy(circle(-62, -84, 10, ink.three), circle(22, -84, 10, ink.three)),
  ellipse(-20, 60, 31, 30, ink.three),
  circle(-66, 86, 23, ink.one),
  circle(26, 86, 23, ink.one),
  airy(circle(-66, 86, 11, ink.three), circle(26, 86, 11, ink.three)),
  circle(-20, -42, 56, ink.one),
  shade('M14-86A56 56 0 0 1-30 13A66 66 0 0 0 14-86Z', 0.14),
  ellipse(-20, -26, 26, 21, ink.light),
  airy(
    circle(-42, -52, 7, ink.dark),
    circle(2, -52, 7, ink.dark),
    path('M-30-36H-10L-20-25Z', ink.dark),
    line('M-30-18q10 9 20 0', ink.dark, 4),
  ),
  path('M-50 14L-22 24L-50 36ZM10 14L-18 24L10 36Z', ink.two),
  circle(-20, 25, 8, ink.two),
];

/** Someone sitting still before the sun. */
export const meditator: Carrier = (ink) => [
  airy(circle(0, -16, 92, ink.two)),
  circle(0, -62, 27, ink.three),
  path('M-27-64A27 27 0 0 1 27-64Q14-78 0-76T-27-64Z', ink.dark),
  circle(0, -92, 12, ink.dark),
  path('M-34-28Q0-44 34-28L28 52H-28Z', ink.one),
  shade('M10-36Q24-34 34-28L28 52H10Z', 0.18),
  line('M-34-18C-60 8-68 30-84 54M34-18C60 8 68 30 84 54', ink.one, 18),
  path(
    'M-108 78C-70 40-30 44 0 62C30 44 70 40 108 78C104 100 60 98 0 84C-60 98-104 100-108 78Z',
    ink.dark,
  ),
  path('M-52 86C-20 70 20 70 52 86C30 98-30 98-52 86Z', ink.three),
  circle(-86, 56, 11, ink.three),
  circle(86, 56, 11, ink.three),
];

/** A ghost with a pencil of its own. */
export const ghost: Carrier = (ink) => [
  move(-24, 0, [
    place(78, 74, 22, 0.94, pencil(ink, ink.two)),
    path('M-72-30A66 66 0 0 1 60-30V88q-11 12-22 0t-22 0t-22 0t-22 0t-22 0t-22 0Z', ink.light),
    shade('M28-84A66 66 0 0 1 60-30V88q-11 12-22 0l-8-6C36 40 40-50 28-84Z', 0.1),
    path('M40 12C58 0 86 0 92 14S74 36 40 34Z', ink.light),
    ellipse(-26, -38, 10, 14, ink.dark),
    ellipse(16, -38, 10, 14, ink.dark),
    airy(
      circle(-29, -43, 4, ink.light),
      circle(13, -43, 4, ink.light),
      circle(-44, -12, 10, ink.three),
      circle(34, -12, 10, ink.three),
    ),
    airy(line('M-16-10q11 12 22 0', ink.dark, 5), line('M-48 30H10M-48 50H-10', ink.four, 6)),
  ]),
];

/** An owl on a book, a pencil under its wing: advice from someone who has read everything. */
export const owl: Carrier = (ink) => [
  move(-18, 0, [
    rect(-92, 68, 184, 27, ink.two, 4),
    airy(rect(52, 74, 40, 15, ink.light), rect(-74, 68, 9, 27, ink.dark)),
    place(84, 62, 24, 0.82, pencil(ink, ink.four)),
    path(
      'M-62-100L-34-82A80 80 0 0 1 34-82L62-100C72-74 76-44 72-8C68 40 40 68 0 68S-68 40-72-8C-76-44-72-74-62-100Z',
      ink.one,
    ),
    path('M0 2C26 2 42 18 42 36C42 56 24 68 0 68S-42 56-42 36C-42 18-26 2 0 2Z', ink.light),
    shade('M40-85L62-100C72-74 76-44 72-8C69 32 48 58 18 66C48 40 56-20 40-85Z'),
    airy(line('M-24 22l8 8l8-8M8 22l8 8l8-8M-8 40l8 8l8-8', ink.one, 4)),
    circle(-29, -38, 31, ink.light),
    circle(29, -38, 31, ink.light),
    circle(-25, -36, 15, ink.dark),
    circle(25, -36, 15, ink.dark),
    airy(circle(-30, -42, 5, ink.light), circle(20, -42, 5, ink.light)),
    path('M-10-20H10L0 0Z', ink.three),
  ]),
];

/** A presenter before a board. */
export const presenter: Carrier = (ink, emblem = 'chart-line-up') => [
  line('M-58 44L-72 95M58 44L72 95', ink.dark, 6),
  rect(-108, -96, 180, 142, ink.light, 6),
  airy(rect(-98, -86, 160, 122, ink.light, 3), line('M-92-64H-34M-92-46H-50', ink.dark, 7)),
  symbol(emblem, -52, -6, 66, ink.one),
  shade('M40-96H66a6 6 0 0 1 6 6V40a6 6 0 0 1-6 6H40Z', 0.08),
  circle(70, -40, 24, ink.two),
  path('M46-44A24 24 0 0 1 94-44Q84-58 68-52Q54-50 46-44Z', ink.dark),
  line('M48 18L14-14', ink.one, 15),
  circle(12, -16, 8, ink.two),
  path('M36 95V26A34 34 0 0 1 104 26V95Z', ink.one),
  shade('M82-5A34 34 0 0 1 104 26V95H82Z', 0.18),
  airy(path('M60-8H80L70 16Z', ink.light)),
];

/** A crowd that keeps growing. */
export const crowd: Carrier = (ink, emblem = 'user-plus') => [
  ...person(-74, 58, 62, ink.three),
  ...person(74, 58, 62, ink.three),
  ...person(-46, 95, 78, ink.two),
  ...person(46, 95, 78, ink.four),
  ...person(0, 95, 70, ink.one),
  path(
    'M-56-104H56a16 16 0 0 1 16 16V-60a16 16 0 0 1-16 16H14L0-28L-14-44H-56a16 16 0 0 1-16-16V-88a16 16 0 0 1 16-16Z',
    ink.one,
  ),
  symbol(emblem, -36, -74, 44, ink.light),
  airy(rect(-6, -88, 60, 9, ink.light, 4), rect(-6, -70, 38, 9, ink.light, 4)),
];
