import { legible } from '../colour.ts';
import {
  airy,
  circle,
  ellipse,
  emblem as symbol,
  faint,
  line,
  path,
  place,
  rect,
  repeat,
  ring,
  shade,
} from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { landscape } from './parts.ts';

/** A cutting table: picture, sounds, playhead. */
export const timeline: Carrier = (ink) => {
  const tracks: readonly (readonly (readonly [x: number, w: number, colour: string])[])[] = [
    [
      [0, 70, ink.one],
      [74, 60, ink.three],
      [138, 66, ink.one],
    ],
    [
      [14, 50, ink.two],
      [68, 100, ink.three],
      [172, 34, ink.four],
    ],
    [
      [0, 120, ink.three],
      [124, 82, ink.light],
    ],
  ];
  return [
    rect(-114, -92, 228, 184, ink.dark, 12),
    landscape(-102, -80, 124, 80, { sky: ink.three, sun: ink.light, near: ink.one, far: ink.four }),
    faint(0.16, ...repeat(3, (index) => rect(32, -80 + index * 28, 70, 23, ink.light, 5))),
    airy(
      rect(38, -75, 30, 13, ink.three, 3),
      rect(38, -47, 48, 13, ink.one, 3),
      rect(38, -19, 20, 13, ink.light, 3),
    ),
    airy(
      ...tracks.flatMap((track, row) =>
        track.map(([x, w, colour]) => rect(-103 + x, 12 + row * 25, w, 20, colour, 4)),
      ),
    ),
    airy(rect(-2, 6, 4, 82, ink.light), path('M-10 2H10V12L0 20L-10 12Z', ink.light)),
  ];
};

/** A sweep of green screen with something burning through it. */
export const backdrop: Carrier = (ink, emblem = 'meteor') => [
  line('M-104-104V95M104-104V95M-118 95H-90M90 95H118', ink.dark, 7),
  rect(-108, -108, 216, 14, ink.dark, 6),
  path('M-94-96H94V60C94 80 100 88 112 95H-112C-100 88-94 80-94 60Z', ink.two),
  shade('M-94 56H94V60C94 80 100 88 112 95H-112C-100 88-94 80-94 60Z', 0.14),
  airy(
    line(
      'M-74-72V-56M-82-64H-66M74-72V-56M66-64H82M-74 22V38M-82 30H-66M74 22V38M66 30H82',
      ink.light,
      4,
    ),
  ),
  circle(0, -16, 64, ink.one),
  symbol(emblem, 0, -16, 90, ink.light),
];

/** Film leader: the last seconds before the show. */
export const filmLeader: Carrier = (ink) => [
  rect(-116, -92, 232, 184, ink.dark, 8),
  airy(
    ...repeat(7, (index) => rect(-106, -82 + index * 25, 12, 15, ink.light, 3)),
    ...repeat(7, (index) => rect(94, -82 + index * 25, 12, 15, ink.light, 3)),
    rect(-86, -84, 172, 168, ink.light, 6),
    path('M0 0V-84H86V0Z', ink.three),
    line('M-86 0H86M0-84V84', ink.dark, 3),
    ring(0, 0, 68, ink.one, 5),
    ring(0, 0, 54, ink.dark, 3),
    line('M-17-28C-10-38 20-38 20-16C20-4 8 0-2 0C10 0 22 6 22 20C22 42-14 42-21 28', ink.one, 14),
  ),
];

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

/** A light bulb. */
export const bulb: Carrier = (ink, emblem = 'play') => [
  path('M-26 40C-26 18-66 4-66-40A66 66 0 0 1 66-40C66 4 26 18 26 40Z', ink.two),
  shade('M10-105A66 66 0 0 1 66-40C66 4 26 18 26 40H6C16 6 44 0 44-40C44-70 30-92 10-105Z', 0.12),
  rect(-28, 44, 56, 14, ink.light, 5),
  rect(-28, 61, 56, 14, ink.light, 5),
  rect(-18, 78, 36, 17, ink.dark, 8),
  circle(0, -38, 38, ink.light),
  symbol(emblem, 3, -38, 42, ink.one),
  airy(line('M-98-40H-84M98-40H84M-72-104L-62-95M72-104L62-95', ink.three, 7)),
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

/** A mortarboard on top of a lesson. */
export const mortarboard: Carrier = (ink, emblem = 'play') => [
  rect(-96, -34, 192, 122, ink.dark, 12),
  airy(
    rect(-86, -24, 172, 102, ink.three, 5),
    rect(-70, 58, 140, 8, ink.light, 4),
    rect(-70, 58, 62, 8, ink.one, 4),
    circle(-8, 62, 8, ink.dark),
  ),
  circle(0, 26, 27, ink.light),
  symbol(emblem, 3, 26, 30, ink.one),
  path('M-52-72V-34C-30-14 30-14 52-34V-72Z', ink.two),
  shade('M-52-56L0-38L52-56V-34C30-14-30-14-52-34Z', 0.25),
  path('M0-112L108-74L0-36L-108-74Z', ink.one),
  line('M0-74L84-58V-18', ink.light, 5),
  path('M76-22H92L96 14H72Z', ink.light),
];

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

/** A sticker that never stops. */
export const loopingSticker: Carrier = (ink) => [
  place(0, 0, 0, 1, [
    rect(-64, -64, 128, 128, ink.light, 26),
    airy(rect(-54, -54, 108, 108, ink.two, 20)),
    path('M64 26V38A26 26 0 0 1 38 64H26Z', ink.four),
    line('M-20-15A20 20 0 1 0-19 15V3H-31M3-20V20M24 20V-20H43M24 1H40', legible(ink.two, ink), 10),
  ]),
  line('M-96-18A98 98 0 0 1 64-76', ink.one, 14),
  path('M44-102L92-84L56-48Z', ink.one),
  line('M96 18A98 98 0 0 1-64 76', ink.one, 14),
  path('M-44 102L-92 84L-56 48Z', ink.one),
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

/** A mark flying in along its path. */
export const logoTrail: Carrier = (ink) => {
  const mark = (colour: string, eye: string) => [
    path('M-38 38V-38A76 76 0 0 1 38 38Z', colour),
    circle(22, -22, 14, eye),
  ];
  const trail: readonly (readonly [
    x: number,
    y: number,
    angle: number,
    scale: number,
    opacity: number,
  ])[] = [
    [-92, 62, -60, 0.46, 0.4],
    [-62, 12, -45, 0.62, 0.55],
    [-26, -24, -30, 0.78, 0.75],
  ];
  return [
    airy(line('M-112 92C-96-40-10-100 104-100', ink.three, 4, '1 11')),
    ...trail.map(([x, y, angle, scale, opacity]) =>
      faint(opacity, place(x, y, angle, scale, mark(ink.two, ink.two))),
    ),
    place(34, -16, 0, 1.5, [
      ...mark(ink.one, ink.three),
      shade('M-38 38H38A76 76 0 0 0 30 4Q0 30-38 30Z', 0.16),
    ]),
  ];
};

/** A film camera with two reels. */
export const movieCamera: Carrier = (ink) => [
  line('M0 40L-52 95M0 40L52 95M0 40V95', ink.dark, 8),
  circle(-54, -70, 33, ink.dark),
  circle(14, -70, 37, ink.dark),
  airy(
    circle(-54, -70, 23, ink.two),
    circle(-54, -70, 7, ink.dark),
    circle(14, -70, 26, ink.two),
    circle(14, -70, 8, ink.dark),
  ),
  rect(-86, -42, 138, 84, ink.one, 12),
  shade('M-86 18H52V30a12 12 0 0 1-12 12H-74a12 12 0 0 1-12-12Z', 0.2),
  path('M56-10L106-36V30L56 8Z', ink.dark),
  path('M92-29L106-36V30L92 23Z', ink.two),
  airy(
    rect(-68, -24, 54, 38, ink.light, 6),
    path('M-49-16L-28-5L-49 6Z', ink.one),
    circle(28, -8, 9, ink.two),
  ),
];

/** A clapper board with the subject of the film on its slate. */
export const clapper: Carrier = (ink, emblem = 'book-open') => {
  const bar = [
    rect(-4, -26, 200, 30, ink.light, 5),
    airy(...repeat(5, (index) => path(`M${6 + index * 40}-26h21l-16 30h-21Z`, ink.dark))),
  ];
  return [
    rect(-98, -32, 196, 126, ink.dark, 8),
    place(-96, -10, 0, 1, bar),
    place(-96, -40, -17, 1, bar),
    airy(circle(-90, -24, 7, ink.two)),
    faint(0.35, line('M-82 20H82M-82 72H82', ink.light, 2)),
    symbol(emblem, -52, 46, 56, ink.two),
    airy(
      rect(-12, 32, 88, 7, ink.light, 3),
      rect(-12, 46, 66, 7, ink.three, 3),
      rect(-12, 60, 40, 7, ink.light, 3),
    ),
  ];
};

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
