import {
  airy,
  circle,
  ellipse,
  emblem as symbol,
  faint,
  line,
  path,
  rect,
  shade,
  shadeRect,
  textLines,
  turn,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';

/** A shopping bag. */
export const shoppingBag: Carrier = (ink, emblem = 'shopping-cart') => [
  line('M-34-40V-64A34 34 0 0 1 34-64V-40', ink.dark, 9),
  path('M-74-46H74L84 95H-84Z', ink.one),
  shade('M44-46H74L84 95H50Z', 0.18),
  circle(0, 26, 44, ink.light),
  symbol(emblem, 0, 26, 56, ink.two),
  airy(circle(-34, -34, 6, ink.dark), circle(34, -34, 6, ink.dark)),
];

/** A shopping trolley with a film in it. */
export const shoppingCart: Carrier = (ink, emblem = 'play') => [
  rect(-34, -100, 110, 96, ink.two, 8),
  shadeRect(48, -100, 28, 96, 8, 0.14),
  circle(18, -50, 30, ink.light),
  symbol(emblem, 21, -50, 34, ink.one),
  line('M-112-78H-88L-54 46H78', ink.dark, 9),
  path('M-74-26H106L84 36H-58Z', ink.one),
  shade('M60-26H106L84 36H48Z', 0.18),
  airy(line('M-34-14L-26 24M0-14V24M34-14L30 24M70-14L60 24', ink.light, 4)),
  circle(-34, 74, 20, ink.dark),
  circle(58, 74, 20, ink.dark),
  airy(circle(-34, 74, 7, ink.light), circle(58, 74, 7, ink.light)),
];

/** A house for sale. */
export const house: Carrier = (ink, emblem = 'play') => [
  rect(40, -92, 22, 50, ink.dark),
  rect(-76, -18, 152, 113, ink.light),
  shadeRect(36, -18, 40, 113),
  path('M-104-8L0-100L104-8L92 6L0-72L-92 6Z', ink.one),
  path('M-76-6L0-72L76-6V8H-76Z', ink.light),
  path('M-104-8L0-100L104-8L90 8L0-70L-90 8Z', ink.one),
  circle(0, -10, 30, ink.three),
  symbol(emblem, 3, -10, 34, ink.one),
  rect(-56, 38, 40, 57, ink.two, 3),
  airy(
    circle(-24, 68, 4, ink.light),
    rect(10, 38, 48, 38, ink.four, 3),
    line('M34 38V76M10 57H58', ink.light, 4),
  ),
  line('M92 95V32', ink.dark, 5),
  rect(76, 22, 40, 30, ink.two, 3),
  airy(line('M84 32H108M84 42H98', ink.light, 4)),
];

/** A price label tied to a description. */
export const tag: Carrier = (ink, emblem = 'barcode') => [
  turn(8, 0, 0, [
    line('M-66-8C-100-30-118-70-96-104', ink.dark, 4),
    path('M-92-44L-40-92H96a10 10 0 0 1 10 10V54a10 10 0 0 1-10 10H-40L-92 18Z', ink.two),
    shade('M-92 2V18L-40 64H96a10 10 0 0 0 10-10V38H-34Z', 0.14),
    circle(-60, -14, 14, ink.light),
    airy(circle(-60, -14, 7, ink.dark)),
    airy(rect(-26, -72, 112, 14, ink.light, 6)),
    textLines(-26, -46, 108, 3, 15, ink.light, 7),
    symbol(emblem, 62, 28, 54, ink.light),
  ]),
];

/** A carton and a bottle from one line of goods. */
export const cartonAndBottle: Carrier = (ink, emblem = 'leaf') => [
  path('M-58-56L36-56V95H-58Z', ink.two),
  path('M36-56L90-76V74L36 95Z', ink.two),
  path('M-58-56L0-78L90-76L36-56Z', ink.three),
  shade('M36-56L90-76V74L36 95Z', 0.24),
  circle(-11, 10, 38, ink.light),
  symbol(emblem, -11, 10, 52, ink.one),
  airy(
    rect(-46, 66, 70, 9, ink.light, 4),
    path('M50-18L78-29V34L50 46Z', ink.light),
    line('M56-4L72-11M56 10L72 3M56 24L68 19', ink.dark, 3),
  ),
  rect(-104, 8, 50, 87, ink.one, 9),
  rect(-93, -12, 28, 22, ink.dark, 4),
  airy(rect(-104, 34, 50, 36, ink.light), circle(-79, 52, 10, ink.two)),
  shade('M-66 8h4a8 8 0 0 1 8 8V87a8 8 0 0 1-8 8H-66Z', 0.18),
];

/** A product turning on its table. */
export const turntable: Carrier = (ink, emblem = 'drop') => [
  ellipse(0, 78, 104, 21, ink.dark),
  ellipse(0, 72, 104, 21, ink.one),
  faint(0.4, ellipse(0, 72, 70, 12, ink.light)),
  rect(-34, -54, 68, 126, ink.light, 14),
  shade('M10-54h10a14 14 0 0 1 14 14V58a14 14 0 0 1-14 14H10Z', 0.16),
  rect(-18, -94, 36, 34, ink.dark, 6),
  rect(-23, -64, 46, 15, ink.two, 4),
  airy(rect(-34, -16, 68, 54, ink.two)),
  symbol(emblem, 0, 11, 42, ink.dark),
  airy(
    line('M-102 26A110 40 0 0 0-56 50M102 26A110 40 0 0 1 56 50', ink.three, 6),
    path('M-113 38L-104 12L-88 30Z', ink.three),
    path('M113 38L104 12L88 30Z', ink.three),
  ),
];

/** A stand at a fair. */
export const tradeBooth: Carrier = (ink) => [
  line('M-104-80L-88-104M104-80L88-104', ink.dark, 4),
  rect(-96, -110, 192, 8, ink.dark, 3),
  rect(-104, -40, 208, 135, ink.light, 2),
  rect(-106, -84, 212, 52, ink.one, 4),
  airy(
    rect(-60, -72, 120, 13, ink.light, 6),
    rect(-30, -52, 60, 8, ink.two, 3.5),
    rect(-86, -22, 62, 72, ink.two),
    circle(-55, 6, 20, ink.three),
    path('M-86 50a31 31 0 0 1 62 0Z', ink.one),
    rect(-10, -22, 88, 42, ink.dark, 4),
    path('M24-12L44-1L24 10Z', ink.light),
  ),
  rect(-6, 44, 104, 51, ink.three, 3),
  rect(-12, 36, 116, 11, ink.dark, 3),
  airy(circle(46, 71, 14, ink.one), rect(-104, 88, 100, 7, ink.dark)),
];
