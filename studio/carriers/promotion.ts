import { legible } from '../colour.ts';
import { airy, circle, emblem as symbol, line, path, rect, shade, turn } from '../shapes.ts';
import type { Carrier } from './carrier.ts';

/** A megaphone. */
export const megaphone: Carrier = (ink, emblem = 'play') => [
  turn(-14, 0, 0, [
    rect(-68, 20, 26, 64, ink.dark, 10),
    path('M-40-30L70-84V84L-40 34Z', ink.light),
    shade('M-40 4L70 0V84L-40 34Z', 0.14),
    rect(-98, -34, 64, 72, ink.two, 18),
    shade('M-98 4H-34V20a18 18 0 0 1-18 18H-80a18 18 0 0 1-18-18Z', 0.18),
    rect(62, -92, 20, 184, ink.one, 10),
    symbol(emblem, 22, 0, 64, ink.one),
    airy(line('M100-36L116-48M104 0H124M100 36L116 48', ink.two, 7)),
  ]),
];

/** A compass. */
export const compass: Carrier = (ink) => [
  circle(0, 0, 94, ink.dark),
  circle(0, 0, 79, ink.light),
  airy(
    line('M0-72V-60M0 72V60M-72 0H-60M72 0H60', ink.dark, 6),
    line(
      'M36-62L32-55M62-36L55-32M62 36L55 32M36 62L32 55M-36 62L-32 55M-62 36L-55 32M-62-36L-55-32M-36-62L-32-55',
      ink.dark,
      3,
    ),
  ),
  turn(38, 0, 0, [
    path('M0-58L15 0H-15Z', ink.one),
    path('M0 58L15 0H-15Z', ink.two),
    shade('M0-58L15 0L0 58Z', 0.18),
    circle(0, 0, 8, ink.light),
  ]),
];

/** A target, hit. */
export const target: Carrier = (ink) => [
  circle(-8, 6, 90, ink.one),
  airy(
    circle(-8, 6, 69, ink.light),
    circle(-8, 6, 48, ink.one),
    circle(-8, 6, 28, ink.light),
    circle(-8, 6, 11, ink.dark),
  ),
  shade('M56-58A90 90 0 0 1-72 70A90 90 0 0 0 56-58Z', 0.14),
  line('M-8 6L82-76', ink.dark, 7),
  path('M64-86L90-104L92-80L112-78L94-58L72-62Z', ink.two),
];

/** A seedling with a conscience. */
export const sapling: Carrier = (ink, emblem = 'heart') => [
  line('M0 26C0-10 2-30 0-60', ink.dark, 8),
  path('M0-20C-14-66-60-76-104-62C-98-22-54 0 0-20Z', ink.two),
  path('M2-44C6-92 52-110 100-104C102-56 60-24 2-44Z', ink.one),
  shade('M2-44C40-58 76-80 100-104C102-56 60-24 2-44Z', 0.16),
  airy(line('M-8-24C-36-32-60-44-82-54M10-50C36-62 58-78 78-92', ink.light, 3)),
  rect(-76, 20, 152, 24, ink.dark, 6),
  path('M-66 44H66L52 95H-52Z', ink.one),
  shade('M34 44H66L52 95H24Z', 0.2),
  circle(0, 64, 25, ink.light),
  symbol(emblem, 0, 65, 32, ink.one),
];

/** A signpost where three ways part. */
export const signpost: Carrier = (ink, emblem = 'star') => [
  rect(-8, -106, 16, 201, ink.dark, 5),
  path('M-64-92H70L98-70L70-48H-64Z', ink.one),
  path('M64-34H-76L-104-12L-76 10H64Z', ink.two),
  path('M-56 24H62L90 44L62 64H-56Z', ink.three),
  shade('M-64-56H82L70-48H-64ZM64 2H-86L-76 10H64ZM-56 56H74L62 64H-56Z', 0.16),
  symbol(emblem, -40, -70, 32, legible(ink.one, ink)),
  airy(
    line('M-14-70H58', legible(ink.one, ink), 8),
    line('M-70-12H40', legible(ink.two, ink), 8),
    line('M-36 44H50', legible(ink.three, ink), 8),
  ),
  path('M-46 95A46 16 0 0 1 46 95Z', ink.dark),
];

/** A hoarding by the road. */
export const billboard: Carrier = (ink, emblem = 'text-aa') => [
  line('M-52 50V95M52 50V95', ink.dark, 10),
  line('M-70-92V-108M0-92V-108M70-92V-108', ink.dark, 4),
  airy(path('M-82-112H-58L-64-100H-76ZM-12-112H12L6-100H-6ZM58-112H82L76-100H64Z', ink.dark)),
  rect(-112, -88, 224, 142, ink.light, 4),
  airy(rect(-103, -79, 206, 124, ink.one), path('M10-79H103V45H-30Z', ink.two)),
  symbol(emblem, -52, -18, 84, legible(ink.one, ink)),
  airy(
    rect(22, -60, 66, 12, legible(ink.two, ink), 5),
    rect(14, -40, 74, 12, legible(ink.two, ink), 5),
    rect(8, -20, 48, 12, legible(ink.two, ink), 5),
    rect(20, 12, 68, 20, ink.dark, 10),
  ),
  rect(-118, 52, 236, 11, ink.dark, 4),
];

/** A globe on its stand, a pin in it. */
export const globe: Carrier = (ink, emblem = 'map-pin') => [
  line('M-58-76A92 92 0 0 0 34 72', ink.dark, 9),
  line('M-14 78V92', ink.dark, 9),
  rect(-58, 86, 88, 11, ink.dark, 5),
  circle(-4, -12, 74, ink.one),
  airy(
    path('M-58-50C-38-72-10-76-2-60S-30-36-22-20S-52-4-60 8C-72-12-72-34-58-50Z', ink.three),
    path('M10 4C30-8 62-2 64 14S38 56 22 54S-6 16 10 4Z', ink.three),
    path('M30-76C46-70 60-56 66-42C50-40 30-52 30-76Z', ink.three),
    line('M-76-12C-40 6 30 6 69-12M-4-86C-40-50-40 26-4 62', ink.light, 2),
  ),
  shade('M42-70A74 74 0 0 1-38 54A74 74 0 0 0 42-70Z', 0.18),
  symbol(emblem, 48, -56, 104, ink.dark),
  symbol(emblem, 46, -58, 96, ink.two),
];
