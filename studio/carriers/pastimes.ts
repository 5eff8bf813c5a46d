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
  ring,
  shade,
  shadeRect,
} from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { landscape } from './parts.ts';

/** A guitar with two horns. */
export const guitar: Carrier = (ink, emblem = 'music-note') => [
  place(-6, 8, 34, 0.98, [
    rect(-9, -92, 18, 118, ink.dark, 3),
    path('M-15-126L15-126L12-92H-12Z', ink.three),
    path('M-14 2H14L62 92Q66 104 54 100L0 60L-54 100Q-66 104-62 92Z', ink.one),
    shade('M0 2H14L62 92Q66 104 54 100L0 60Z', 0.18),
    airy(
      path('M-16 20H16L22 34L0 52L-22 34Z', ink.light),
      rect(-13, 20, 26, 7, ink.dark, 3),
      rect(-13, 34, 26, 6, ink.dark, 3),
    ),
    airy(
      line('M-4-118V38M4-118V38', ink.light, 2),
      line('M-9-70H9M-9-50H9M-9-30H9M-9-12H9', ink.light, 2),
    ),
    airy(
      circle(-19, -118, 4, ink.light),
      circle(19, -118, 4, ink.light),
      circle(-18, -104, 4, ink.light),
      circle(18, -104, 4, ink.light),
    ),
  ]),
  circle(-66, -56, 34, ink.light),
  symbol(emblem, -68, -56, 44, ink.one),
];

/** Instant prints shuffled into a show. */
export const prints: Carrier = (ink, emblem = 'play') => {
  const print = (picture: Shape) => [rect(-56, -66, 112, 132, ink.light, 4), picture];
  return [
    place(
      -54,
      6,
      -15,
      1,
      print(airy(rect(-46, -56, 92, 90, ink.two), circle(0, -10, 26, ink.light))),
    ),
    place(
      56,
      4,
      14,
      1,
      print(airy(rect(-46, -56, 92, 90, ink.four), path('M-46 34L0-36L46 34Z', ink.light))),
    ),
    place(
      0,
      4,
      -2,
      1.16,
      print(
        landscape(-46, -56, 92, 90, {
          sky: ink.three,
          sun: ink.light,
          near: ink.one,
          far: ink.two,
        }),
      ),
    ),
    circle(0, 66, 36, ink.light),
    circle(0, 66, 30, ink.one),
    symbol(emblem, 3, 66, 32, ink.light),
  ];
};

/** A sticker that never stops. */
export const loopingSticker: Carrier = (ink) => [
  place(0, 0, 0, 1, [
    rect(-64, -64, 128, 128, ink.light, 26),
    airy(rect(-54, -54, 108, 108, ink.two, 20)),
    path('M64 26V38A26 26 0 0 1 38 64H26Z', ink.four),
    place(2, 0, 0, 0.84, [
      line(
        'M-20-15A20 20 0 1 0-19 15V3H-31M3-20V20M24 20V-20H43M24 1H40',
        legible(ink.two, ink),
        11,
      ),
    ]),
  ]),
  line('M-96-18A98 98 0 0 1 64-76', ink.one, 14),
  path('M44-102L92-84L56-48Z', ink.one),
  line('M96 18A98 98 0 0 1-64 76', ink.one, 14),
  path('M-44 102L-92 84L-56 48Z', ink.one),
];

/** A record half out of its sleeve. */
export const recordSleeve: Carrier = (ink) => [
  circle(44, 0, 74, ink.dark),
  faint(
    0.3,
    ring(44, 0, 62, ink.light, 1.5),
    ring(44, 0, 52, ink.light, 1.5),
    ring(44, 0, 42, ink.light, 1.5),
  ),
  airy(circle(44, 0, 26, ink.two), circle(44, 0, 5, ink.light)),
  rect(-102, -80, 148, 160, ink.one, 3),
  airy(
    circle(-28, 0, 58, ink.two),
    path('M-102 80L-28-58L46 80Z', ink.three),
    path('M-102 80A74 74 0 0 1 46 80Z', ink.light),
  ),
];

/** A picture before and after, cropped. */
export const splitPicture: Carrier = (ink) => [
  rect(-104, -76, 208, 152, ink.light, 6),
  airy(
    rect(-92, -64, 184, 128, ink.three),
    circle(44, -26, 24, ink.light),
    path('M-92 64V16L-40-34L14 64Z', ink.two),
    path('M-34 64L40-6L92 44V64Z', ink.one),
    rect(-3, -64, 4, 128, ink.light),
  ),
  shadeRect(1, -64, 91, 128, 0, 0.2),
  airy(rect(-18, -13, 34, 26, ink.light, 13), line('M-7-5l-5 5l5 5M5-5l5 5l-5 5', ink.dark, 3.5)),
  airy(line('M-114-66V-88H-90M114-66V-88H90M-114 66V88H-90M114 66V88H90', ink.dark, 5)),
];
