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
  ring,
  shade,
} from '../shapes.ts';
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
    [-92, 62, -60, 0.46, 0.2],
    [-62, 12, -45, 0.62, 0.35],
    [-26, -24, -30, 0.78, 0.55],
  ];
  return [
    airy(line('M-112 92C-96-40-10-100 104-100', ink.three, 4, '1 11')),
    ...trail.map(([x, y, angle, scale, opacity]) =>
      faint(opacity, place(x, y, angle, scale, mark(ink.one, ink.one))),
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
