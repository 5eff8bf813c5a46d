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
  star,
  textLines,
  turn,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { landscape, person } from './parts.ts';

/** A curriculum in two columns. */
export const curriculum: Carrier = (ink, emblem = 'user') => [
  rect(-72, -98, 144, 190, ink.light, 6),
  airy(rect(-72, -98, 50, 190, ink.one, 6), circle(-47, -66, 18, ink.light)),
  symbol(emblem, -47, -66, 26, ink.one),
  textLines(-64, -32, 34, 4, 13, ink.light),
  textLines(-64, 40, 34, 3, 13, ink.light),
  airy(rect(-10, -82, 66, 12, ink.dark, 5), rect(-10, -63, 42, 7, ink.two, 3)),
  ...repeat(3, (index) =>
    airy(
      rect(-10, -42 + index * 44, 26, 7, ink.two, 3),
      textLines(-10, -29 + index * 44, 66, 3, 10, ink.dark, 4),
    ),
  ),
];

/** A curriculum designed as a page: portrait, skill dots, swatches beside it. */
export const designedCurriculum: Carrier = (ink) => [
  place(14, 6, 9, 1, [rect(-70, -96, 140, 184, ink.two, 6)]),
  rect(-76, -98, 144, 190, ink.light, 6),
  airy(
    rect(-76, -98, 144, 66, ink.one, 6),
    circle(-40, -54, 28, ink.light),
    ...person(-40, -34, 36, ink.three),
    rect(0, -82, 54, 11, ink.light, 5),
    rect(0, -64, 36, 7, ink.light, 3),
    rect(-62, -12, 30, 7, ink.one, 3),
    rect(6, -12, 30, 7, ink.one, 3),
    ...repeat(12, (index) =>
      circle(
        10 + (index % 4) * 14,
        12 + Math.floor(index / 4) * 18,
        5,
        index % 4 < 3 - (index > 7 ? 1 : 0) ? ink.two : ink.three,
      ),
    ),
  ),
  textLines(-62, 6, 54, 6, 13, ink.dark),
  airy(rect(6, 66, 50, 14, ink.dark, 7)),
];

/** A person's file: portrait, ticked points, a badge of approval. */
export const personnelFile: Carrier = (ink, emblem = 'handshake') => [
  path(
    'M-104-70a8 8 0 0 1 8-8h50l14 16H96a8 8 0 0 1 8 8V84a8 8 0 0 1-8 8H-96a8 8 0 0 1-8-8Z',
    ink.one,
  ),
  rect(-72, -98, 144, 150, ink.light, 6),
  airy(circle(-34, -52, 28, ink.two), ...person(-34, -32, 36, ink.light)),
  textLines(6, -76, 52, 3, 15, ink.dark, 7),
  airy(
    ...repeat(3, (index) => symbol('check-fat', -54, -4 + index * 22, 16, ink.two)),
    ...repeat(3, (index) => rect(-38, -7 + index * 22, 92 - index * 18, 6, ink.dark, 3)),
  ),
  path('M-104-14H104V84a8 8 0 0 1-8 8H-96a8 8 0 0 1-8-8Z', ink.one),
  shade('M-104 80H104V84a8 8 0 0 1-8 8H-96a8 8 0 0 1-8-8Z', 0.2),
  circle(0, 38, 38, ink.light),
  symbol(emblem, 0, 38, 50, ink.one),
];

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

/** A post: name, picture, approval. */
export const socialPost: Carrier = (ink, emblem = 'heart') => [
  rect(-78, -100, 146, 192, ink.light, 12),
  airy(
    circle(-56, -78, 13, ink.one),
    rect(-36, -84, 62, 7, ink.dark, 3),
    rect(-36, -72, 38, 5, ink.dark, 2),
  ),
  landscape(-66, -56, 122, 92, { sky: ink.three, sun: ink.light, near: ink.one, far: ink.two }),
  symbol('heart', -54, 54, 22, ink.one),
  symbol('chat-circle', -28, 54, 22, ink.two),
  symbol('paper-plane-tilt', -2, 54, 22, ink.two),
  textLines(-64, 72, 108, 1, 10, ink.dark, 6),
  path(
    'M30-92H94a16 16 0 0 1 16 16V-46a16 16 0 0 1-16 16H78L62-12L50-30H30a16 16 0 0 1-16-16V-76a16 16 0 0 1 16-16Z',
    ink.two,
  ),
  symbol(emblem, 46, -61, 34, ink.light),
  airy(line('M72-61H94M83-72V-50', ink.light, 7)),
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

/** A pull-down screen with one good slide. */
export const projectorScreen: Carrier = (ink) => [
  line('M0 50V100M0 64L-46 100M0 64L46 100', ink.dark, 7),
  rect(-108, -92, 216, 152, ink.light, 4),
  rect(-116, -102, 232, 15, ink.dark, 6),
  airy(
    circle(-46, -10, 44, ink.two),
    path('M-46-10V-54A44 44 0 0 1-2-10Z', ink.three),
    path('M-40-16V-62A46 46 0 0 1 6-16Z', ink.one),
    rect(24, -64, 68, 11, ink.dark, 5),
    rect(24, -46, 48, 7, ink.four, 3.5),
    ...repeat(4, (index) =>
      rect(
        24 + index * 18,
        40 - [30, 52, 40, 70][index]!,
        13,
        [30, 52, 40, 70][index]!,
        [ink.three, ink.four, ink.two, ink.one][index]!,
        2,
      ),
    ),
  ),
];

/** A sheet of figures turned into pictures. */
export const infographic: Carrier = (ink) => [
  rect(-78, -102, 156, 198, ink.light, 6),
  airy(
    rect(-78, -102, 156, 46, ink.one, 6),
    rect(-62, -88, 84, 10, ink.light, 4),
    rect(-62, -72, 54, 7, ink.light, 3),
    circle(-42, -20, 28, ink.two),
    path('M-42-20V-48A28 28 0 0 1-14-20Z', ink.three),
    circle(12, -26, 19, ink.three),
    circle(48, -16, 22, ink.four),
    faint(0.1, line('M-60 26H60M-60 48H60M-60 70H60', ink.dark, 10)),
    line('M-60 26H34', ink.two, 10),
    line('M-60 48H4', ink.one, 10),
    line('M-60 70H50', ink.three, 10),
  ),
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
