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
  repeat,
  ring,
  shade,
  shadeRect,
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { cursor, person } from './parts.ts';

/** Rising bars under a lens. */
export const barsAndLens: Carrier = (ink, emblem = 'users-three') => [
  ...[46, 78, 60, 112, 140].flatMap((height, index) => [
    rect(
      -104 + index * 41,
      95 - height,
      33,
      height,
      [ink.two, ink.three, ink.two, ink.light, ink.one][index]!,
      3,
    ),
    shadeRect(-82 + index * 41, 95 - height, 11, height),
  ]),
  place(-24, -30, 0, 1, [
    line('M34 34L70 72', ink.dark, 17),
    circle(0, 0, 52, ink.dark),
    circle(0, 0, 41, ink.light),
    symbol(emblem, 0, 0, 50, ink.three),
    airy(line('M-28-10A29 29 0 0 1-10-28', ink.two, 5)),
  ]),
];

/** A summit, the path to it, and the flag. */
export const summit: Carrier = (ink) => [
  line('M34-66V-106', ink.dark, 5),
  path('M36-106L84-93L36-80Z', ink.two),
  path('M-116 95L-46-22L-8 28L34-66L116 95Z', ink.one),
  shade('M34-66L116 95H56L40 20Z', 0.28),
  path('M34-66L12-16L26-8L36-22L50-6L60-18Z', ink.light),
  airy(line('M-92 95C-70 76-30 92-34 60S20 44 22 10', ink.two, 6, '1 13')),
];

/** A briefcase. */
export const briefcase: Carrier = (ink, emblem = 'handshake') => [
  line('M-38-44V-66a16 16 0 0 1 16-16H22a16 16 0 0 1 16 16V-44', ink.dark, 13),
  rect(-108, -46, 216, 141, ink.one, 18),
  shade('M-108 6H108V77a18 18 0 0 1-18 18H-90a18 18 0 0 1-18-18Z', 0.16),
  airy(rect(-84, -46, 12, 141, ink.dark), rect(72, -46, 12, 141, ink.dark)),
  circle(0, 24, 52, ink.light),
  symbol(emblem, 0, 24, 76, ink.dark),
];

/** A board of cards; one is on its way to the next column. */
export const kanban: Carrier = (ink) => {
  const columns = [ink.two, ink.one, ink.three];
  return [
    rect(-112, -82, 224, 164, ink.light, 12),
    airy(
      path('M-112-58V-70a12 12 0 0 1 12-12H100a12 12 0 0 1 12 12v12Z', ink.dark),
      ...columns.flatMap((colour, column) => [
        faint(0.07, rect(-100 + column * 70, -46, 60, 116, ink.dark, 7)),
        rect(-100 + column * 70, -46, 60, 8, colour, 4),
        ...repeat(3 - column, (row) => rect(-94 + column * 70, -31 + row * 33, 48, 27, colour, 5)),
        ...repeat(3 - column, (row) =>
          rect(-88 + column * 70, -24 + row * 33, 28, 5, ink.light, 2),
        ),
      ]),
    ),
    place(60, 32, -9, 1, [
      rect(-32, -18, 64, 36, ink.one, 6),
      airy(rect(-22, -9, 38, 6, ink.light, 3), rect(-22, 3, 24, 6, ink.light, 3)),
    ]),
    cursor(74, 40, 0.8, ink),
  ];
};

/** A folded map of the way to a release. */
export const roadmap: Carrier = (ink, emblem = 'cube') => [
  path('M-112-58L-38-80V76L-112 96Z', ink.light),
  path('M-38-80L38-58V96L-38 76Z', ink.three),
  path('M38-58L112-80V76L38 96Z', ink.light),
  shade('M-38-80L38-58V96L-38 76Z', 0.08),
  airy(
    line('M-92 66C-88 20-40 56-30 26S-60-14-26-24S16 20 30 48S84 52 86 16', ink.dark, 7, '1 13'),
    circle(-92, 66, 9, ink.two),
    circle(-30, 22, 9, ink.two),
    circle(30, 48, 9, ink.two),
  ),
  path('M76 30C60 6 36-14 36-48A40 40 0 0 1 116-48C116-14 92 6 76 30Z', ink.one),
  shade('M92-85A40 40 0 0 1 116-48C116-14 92 6 76 30C82 0 108-50 92-85Z', 0.2),
  circle(76, -48, 27, ink.light),
  symbol(emblem, 76, -48, 36, ink.one),
];

/** Growing piles of coins and the arrow above them. */
export const coinPiles: Carrier = (ink, emblem = 'currency-dollar') => {
  const pile = (x: number, count: number, colour: string) =>
    Array.from({ length: count }, (_, index) => 95 - (index + 1) * 17).flatMap((y) => [
      rect(x - 31, y, 62, 15, colour, 7),
      shadeRect(x + 11, y, 20, 15, 7, 0.18),
    ]);
  return [
    ...pile(-72, 2, ink.two),
    ...pile(0, 4, ink.one),
    ...pile(72, 6, ink.three),
    circle(-66, 22, 37, ink.one),
    airy(ring(-66, 22, 27, ink.light, 3)),
    symbol(emblem, -66, 22, 42, ink.light),
    airy(line('M-104-40L-40-64L-12-44L52-98', ink.dark, 9), path('M30-112H70V-72Z', ink.dark)),
  ];
};

/** A magnet over the people it draws. */
export const magnet: Carrier = (ink) => [
  path('M-64 26V-34A64 64 0 0 1 64-34V26H26V-34A26 26 0 0 0-26-34V26Z', ink.two),
  shade('M0-98A64 64 0 0 1 64-34V26H46V-34A56 56 0 0 0 0-88Z', 0.2),
  rect(-64, 6, 38, 24, ink.light),
  rect(26, 6, 38, 24, ink.light),
  airy(line('M-84-14L-98 0M84-14L98 0M0 6V34M-22 6V22M22 6V22', ink.one, 5)),
  ...[-88, -44, 0, 44, 88].flatMap((x, index) =>
    person(
      x,
      95 - (index % 2) * 6,
      34,
      [ink.light, ink.one, ink.light, ink.one, ink.light][index]!,
    ),
  ),
];

/** A file that was studied. */
export const caseFile: Carrier = (ink, emblem = 'chart-bar') => [
  path(
    'M-104-66a10 10 0 0 1 10-10h50l16 18H88a10 10 0 0 1 10 10V84a10 10 0 0 1-10 10H-94a10 10 0 0 1-10-10Z',
    ink.two,
  ),
  rect(-76, -98, 136, 130, ink.light, 4),
  textLines(-60, -82, 100, 3, 15, ink.dark, 6),
  path(
    'M-104-22a10 10 0 0 1 10-10H88a10 10 0 0 1 10 10V84a10 10 0 0 1-10 10H-94a10 10 0 0 1-10-10Z',
    ink.one,
  ),
  shade('M-104 80H98V84a10 10 0 0 1-10 10H-94a10 10 0 0 1-10-10Z', 0.2),
  airy(rect(-86, 44, 60, 10, ink.light, 5), rect(-86, 62, 40, 10, ink.light, 5)),
  place(38, 10, 0, 1, [
    line('M34 34L62 66', ink.dark, 17),
    circle(0, 0, 52, ink.dark),
    circle(0, 0, 41, ink.light),
    symbol(emblem, 0, 0, 52, ink.one),
    airy(line('M-28-10A29 29 0 0 1-10-28', ink.four, 5)),
  ]),
];

/** Notes on a wall, one idea among them. */
export const stickyNotes: Carrier = (ink, emblem = 'lightbulb') => {
  const note = (colour: string) => [
    path('M-46-46H46V24L24 46H-46Z', colour),
    path('M46 24H24V46Z', ink.light),
    shade('M46 24H24V46Z', 0.2),
  ];
  return [
    place(-58, -50, -7, 1, [
      ...note(ink.three),
      airy(line('M-26-14H22M-26 4H14M-26 22H4', legible(ink.three, ink), 6)),
    ]),
    place(58, -56, 6, 0.94, [
      ...note(ink.four),
      airy(line('M-22 18L-6-10L8 6L26-20', ink.light, 7), circle(26, -20, 7, ink.light)),
    ]),
    place(-52, 54, 5, 0.94, [
      ...note(ink.one),
      airy(ring(0, 0, 22, ink.light, 7), line('M0-8V8M-8 0H8', ink.light, 6)),
    ]),
    place(46, 42, -4, 1.24, [...note(ink.two), symbol(emblem, -2, -2, 66, legible(ink.two, ink))]),
    circle(46, -16, 9, ink.one),
  ];
};
