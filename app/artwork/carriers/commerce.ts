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
  turn,
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
  symbol(emblem, 0, 24, 72, ink.three),
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
    line('M-104-40L-40-64L-12-44L52-98', ink.dark, 9),
    path('M30-112H70V-72Z', ink.dark),
  ];
};

/** What the customer says, and the stars that come with it. */
export const feedbackBubbles: Carrier = (ink, emblem = 'smiley') => [
  path(
    'M-88-96H30a16 16 0 0 1 16 16V4a16 16 0 0 1-16 16H-46L-76 50V20H-88a16 16 0 0 1-16-16V-80a16 16 0 0 1 16-16Z',
    ink.one,
  ),
  symbol(emblem, -29, -38, 84, ink.dark),
  path(
    'M-14-12H92a16 16 0 0 1 16 16V60a16 16 0 0 1-16 16H80V102L52 76H-14a16 16 0 0 1-16-16V4a16 16 0 0 1 16-16Z',
    ink.light,
  ),
  airy(
    symbol('star', 2, 32, 34, ink.three),
    symbol('star', 39, 32, 34, ink.three),
    symbol('star', 76, 32, 34, ink.three),
  ),
];

/** A magnet over the people it draws. */
export const magnet: Carrier = (ink) => [
  path('M-64 26V-34A64 64 0 0 1 64-34V26H26V-34A26 26 0 0 0-26-34V26Z', ink.two),
  shade('M0-98A64 64 0 0 1 64-34V26H46V-34A56 56 0 0 0 0-88Z', 0.2),
  rect(-64, 6, 38, 24, ink.light),
  rect(26, 6, 38, 24, ink.light),
  airy(line('M-84-14L-98 0M84-14L98 0M-45 42V52M45 42V52M0 6V34', ink.one, 5)),
  ...[-88, -44, 0, 44, 88].flatMap((x, index) =>
    person(
      x,
      95 - (index % 2) * 6,
      34,
      [ink.light, ink.one, ink.light, ink.one, ink.light][index]!,
    ),
  ),
];

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

/** A crowd that keeps growing. */
export const crowd: Carrier = (ink, emblem = 'user-plus') => [
  ...person(-74, 58, 62, ink.three),
  ...person(74, 58, 62, ink.three),
  ...person(0, 44, 66, ink.two),
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

/** A ticket for tonight, and its loudspeaker. */
export const loudspeaker: Carrier = (ink, emblem = 'music-notes') => [
  rect(-66, -104, 108, 199, ink.one, 12),
  shade('M18-104H30a12 12 0 0 1 12 12V83a12 12 0 0 1-12 12H18Z', 0.2),
  circle(-12, -60, 27, ink.dark),
  circle(-12, 26, 45, ink.dark),
  airy(
    circle(-12, -60, 14, ink.two),
    circle(-12, 26, 31, ink.two),
    circle(-12, 26, 13, ink.dark),
    circle(-54, -92, 4, ink.light),
    circle(30, -92, 4, ink.light),
    circle(-54, 83, 4, ink.light),
    circle(30, 83, 4, ink.light),
  ),
  circle(76, -44, 36, ink.light),
  symbol(emblem, 75, -44, 46, ink.one),
  airy(line('M62 10A44 44 0 0 1 62 58M82-2A64 64 0 0 1 82 70', ink.two, 7)),
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

/** A speech bubble with its tone set by sliders. */
export const toneBubble: Carrier = (ink) => [
  path(
    'M-84-98H84a22 22 0 0 1 22 22V30a22 22 0 0 1-22 22H8L-40 98V52H-84a22 22 0 0 1-22-22V-76a22 22 0 0 1 22-22Z',
    ink.one,
  ),
  airy(
    line('M-64-74V28M-22-74V28M22-74V28M64-74V28', ink.light, 7),
    rect(-82, -14, 36, 22, ink.two, 8),
    rect(-40, -52, 36, 22, ink.three, 8),
    rect(4, 6, 36, 22, ink.two, 8),
    rect(46, -34, 36, 22, ink.three, 8),
  ),
  shade('M-40 52H8L-40 98Z', 0.18),
];
