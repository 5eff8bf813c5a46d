import { legible } from '../colour.ts';
import {
  airy,
  circle,
  emblem as symbol,
  faint,
  line,
  path,
  place,
  rect,
  shade,
  star,
  textLines,
  turn,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';

/** Leaflets fanned out, the loudest on top. */
export const leaflets: Carrier = (ink, emblem = 'confetti') => [
  place(-50, 12, -16, 1, [
    rect(-54, -80, 108, 156, ink.two, 4),
    airy(circle(0, -20, 34, ink.light)),
  ]),
  place(50, 12, 15, 1, [
    rect(-54, -80, 108, 156, ink.four, 4),
    airy(path('M-54 30L0-40L54 30Z', ink.light)),
  ]),
  turn(-2, 0, 0, [
    rect(-58, -94, 116, 178, ink.light, 4),
    airy(rect(-50, -86, 100, 112, ink.one, 2)),
    star(0, -30, 48, ink.three, 12, 38),
    symbol(emblem, 0, -30, 56, ink.one),
    airy(rect(-44, 38, 88, 12, ink.dark, 4)),
    textLines(-44, 58, 88, 2, 12, ink.dark, 6),
  ]),
];

/** A sheet folded in three, standing. */
export const foldedBrochure: Carrier = (ink) => [
  path('M-114-74L-40-96V76L-114 98Z', ink.light),
  path('M-40-96L36-74V98L-40 76Z', ink.one),
  path('M36-74L112-96V76L36 98Z', ink.light),
  airy(
    path('M-104-66L-50-82V-14L-104 2Z', ink.two),
    path('M-104 2V-22C-90-40-70-40-50-14Z', ink.three),
    circle(-66, -56, 10, ink.light),
    path('M-28-40A32 34 0 0 1 24-26V32A32 34 0 0 1-28 18Z', ink.two),
    circle(-2, -6, 17, ink.light),
    path('M46-64L102-80V-62L46-46Z', ink.two),
    path('M46 54L102 38V56L46 72Z', ink.three),
    line(
      'M-104 20L-56 6M-104 36L-50 20M-104 52L-70 42M46-28L98-43M46-12L102-28M46 4L92-9M46 20L76 12',
      ink.dark,
      5,
    ),
    line('M-24 52L18 64M-24 66L0 73', ink.light, 5),
  ),
  shade('M-40-96L36-74V98L-40 76Z', 0.14),
];

/** A poster on its stand. */
export const poster: Carrier = (ink) => [
  line('M-70-98V98M70-98V98', ink.dark, 7),
  rect(-78, -90, 156, 150, ink.light, 2),
  airy(
    rect(-70, -82, 140, 104, ink.one),
    circle(-30, -30, 34, ink.two),
    path('M-10-82H70V-2A80 80 0 0 1-10-82Z', ink.three),
    path('M-70 22A52 52 0 0 1 34 22Z', ink.four),
    rect(40, -2, 30, 24, ink.light),
    rect(-70, 30, 96, 9, ink.dark),
    faint(0.5, rect(-70, 45, 62, 6, ink.dark)),
    circle(58, 40, 12, ink.one),
  ),
  rect(-56, -100, 16, 18, ink.dark, 3),
  rect(40, -100, 16, 18, ink.dark, 3),
];

/** A menu laid with its cutlery. */
export const menu: Carrier = (ink, emblem = 'cooking-pot') => [
  line('M-96 98V-30', ink.dark, 9),
  line('M-112-98V-54A16 16 0 0 0-80-54V-98M-96-98V-40', ink.dark, 7),
  path('M88-104C112-92 116-30 110 4H92V98a6 6 0 0 1-12 0V-96a8 8 0 0 1 8-8Z', ink.dark),
  rect(-62, -98, 128, 194, ink.two, 8),
  shade('M34-98H58a8 8 0 0 1 8 8V88a8 8 0 0 1-8 8H34Z', 0.14),
  airy({
    kind: 'stroke',
    role: 'detail',
    outline: { tag: 'rect', x: -52, y: -88, w: 108, h: 174, r: 4 },
    colour: ink.light,
    width: 3,
  }),
  circle(2, -26, 42, ink.light),
  symbol(emblem, 2, -28, 56, ink.one),
  airy(
    line(
      'M-38 58V36L-29 48L-20 36V58M1 36H-10V58H1M-10 47H-1M10 58V36L23 58V36M33 36V52a5 5 0 0 0 10 0V36',
      legible(ink.two, ink),
      5,
    ),
  ),
  airy(rect(-14, 70, 32, 5, ink.three, 2.5)),
];

/** A card rising from its envelope, closed with wax. */
export const invitation: Carrier = (ink, emblem = 'flower-lotus') => [
  path('M-100-16L0-84L100-16Z', ink.four),
  rect(-74, -104, 148, 150, ink.light, 4),
  airy({
    kind: 'stroke',
    role: 'detail',
    outline: { tag: 'rect', x: -64, y: -94, w: 128, h: 130, r: 2 },
    colour: ink.two,
    width: 3,
  }),
  symbol(emblem, 0, -62, 52, ink.one),
  airy(line('M-34-24H34M-22-10H22', ink.dark, 5)),
  path('M-100-16L0 46L100-16V86a8 8 0 0 1-8 8H-92a8 8 0 0 1-8-8Z', ink.two),
  shade('M-98 91L-8 32Q0 27 8 32L98 91Q95 94 92 94H-92Q-95 94-98 91Z', 0.16),
  star(0, 44, 29, ink.one, 12, 25),
  symbol('heart', 0, 45, 26, ink.light),
];

/** A sign hanging from its bracket. */
export const hangingSign: Carrier = (ink, emblem = 'coffee') => [
  line('M-96-96H74', ink.dark, 9),
  line('M-96-108V98', ink.dark, 11),
  line('M-92-58C-66-60-52-74-50-94', ink.dark, 6),
  line('M-26-92V-72M54-92V-72', ink.dark, 5),
  rect(-66, -72, 164, 128, ink.one, 22),
  airy(rect(-56, -62, 144, 108, ink.light, 15)),
  symbol(emblem, 16, -18, 72, ink.two),
  airy(rect(-20, 22, 72, 9, ink.dark, 4)),
];

/** A chair between its measurements. */
export const measuredChair: Carrier = (ink) => [
  line('M-34 28L-58 95M34 28L58 95M-20 30L-30 92M20 30L30 92', ink.dark, 6),
  line('M-46 64H46', ink.dark, 4),
  path('M-66-78C-30-90 30-90 66-78C78-48 72-14 58 8H-58C-72-14-78-48-66-78Z', ink.one),
  shade('M20-86C38-84 54-82 66-78C78-48 72-14 58 8H34C50-24 48-60 20-86Z', 0.18),
  path('M-70 4C-40-8 40-8 70 4L76 26C40 40-40 40-76 26Z', ink.two),
  shade('M-76 26C-40 40 40 40 76 26L72 14C40 28-40 28-72 14Z', 0.25),
  circle(0, -40, 13, ink.light),
  airy(line('M-108-86V95M-114-86h12M-114 95h12M-76-104H76M-76-110v12M76-110v12', ink.dark, 3)),
];
