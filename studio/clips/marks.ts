import type { Carrier } from '../carriers/carrier.ts';
import { circle, emblem as symbol, group, line, path, rect, shade, shadeRect } from '../shapes.ts';

/** A mark of three sails' worth: hull, mainsail, jib. Drawn from the keel upwards. */
export const sailMark: Carrier = (ink) => [
  path('M-96 62H100C92 92 68 104 38 104H-36C-66 104-88 92-96 62Z', ink.light),
  shade('M64 62H100C92 92 68 104 38 104H20C48 100 60 84 64 62Z', 0.14),
  path('M6-108C54-70 86-20 92 48H6Z', ink.one),
  shade('M56-42C76-14 89 14 92 48H62C66 20 64-14 56-42Z', 0.14),
  path('M-8-80C-46-50-74-8-82 48H-8Z', ink.two),
  circle(-70, -78, 22, ink.three),
];

/** A mark of a quarter disc and its eye. */
export const quarterMark: Carrier = (ink) => [
  path('M-68 68V-68A136 136 0 0 1 68 68Z', ink.one),
  shade('M-68 68H68A136 136 0 0 0 56 12Q44 44-68 44Z', 0.16),
  circle(40, -42, 28, ink.two),
  path('M-68 68V-4A72 72 0 0 1 4 68Z', ink.light),
];

/** A bottle in the order in which it is put together. */
export const bottleParts: Carrier = (ink, emblem = 'drop') => [
  rect(-58, 66, 116, 29, ink.one, 12),
  group('', [
    rect(-48, -34, 96, 104, ink.light, 18),
    shade('M20-34h10a18 18 0 0 1 18 18V52a18 18 0 0 1-18 18H20Z', 0.14),
  ]),
  group('', [
    rect(-52, -8, 104, 56, ink.two, 6),
    symbol(emblem, 0, 20, 44, ink.dark),
    shadeRect(28, -8, 24, 56, 5, 0.1),
  ]),
  rect(-30, -54, 60, 22, ink.one, 6),
  group('', [rect(-22, -106, 44, 54, ink.dark, 9), line('M-8-94V-68M4-94V-68', ink.light, 3)]),
];
