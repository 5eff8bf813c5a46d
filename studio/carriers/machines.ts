import {
  airy,
  circle,
  d,
  ellipse,
  emblem as symbol,
  line,
  path,
  place,
  rect,
  repeat,
  ring,
  shade,
  textLines,
  turn,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';

/** A server rack under a cloud. */
export const serverCloud: Carrier = (ink, emblem = 'arrow-fat-up') => [
  ...repeat(3, (index) => rect(-74, 4 + index * 32, 148, 28, index === 1 ? ink.one : ink.dark, 7)),
  airy(
    ...repeat(3, (index) => circle(-58, 18 + index * 32, 5, ink.three)),
    ...repeat(3, (index) => circle(-42, 18 + index * 32, 5, ink.two)),
    ...repeat(3, (index) => ({
      ...rect(10, 15 + index * 32, 50, 5, ink.light, 2.5),
      opacity: 0.5,
    })),
  ),
  shade('M-74 10H74V22H-74Z', 0.3),
  path(
    'M-74-6A36 36 0 0 1-72-76A54 54 0 0 1 24-96A44 44 0 0 1 90-50A29 29 0 0 1 80 6H-64Q-70 4-74-6Z',
    ink.light,
  ),
  shade('M90-50A29 29 0 0 1 80 6H-64Q-70 4-73-4Q10 0 90-50Z', 0.08),
  symbol(emblem, 4, -44, 68, ink.two),
];

/** Building blocks, the way a site is put together from ready parts. */
export const blocks: Carrier = (ink) => {
  const block = (x: number, y: number, colour: string) => [
    path(d`M${x} ${y}l38-19l38 19v40l-38 19l-38-19Z`, colour),
    shade(d`M${x} ${y}l38 19v40l-38-19Z`, 0.12),
    shade(d`M${x + 76} ${y}l-38 19v40l38-19Z`, 0.32),
    airy(ellipse(x + 38, y - 1, 16, 8, colour)),
    shade(d`M${x + 22} ${y - 1}a16 8 0 0 0 32 0v-4a16 8 0 0 1-32 0Z`, 0.2),
    airy(ellipse(x + 38, y - 6, 16, 8, colour)),
  ];
  return [
    ...block(-38, -2, ink.one),
    ...block(-78, 18, ink.two),
    ...block(2, 18, ink.three),
    ...block(-38, 38, ink.light),
    ...block(-38, -44, ink.light),
    ...block(-78, -24, ink.three),
    ...block(2, -24, ink.two),
    ...block(-38, -84, ink.two),
  ];
};

/** The layers a program is built from, the source on top. */
export const layers: Carrier = (ink) => {
  const slab = (y: number, colour: string) => [
    path(d`M-112 ${y}L0 ${y - 56}L112 ${y}V${y + 22}L0 ${y + 78}L-112 ${y + 22}Z`, colour),
    shade(d`M-112 ${y}L0 ${y + 56}V${y + 78}L-112 ${y + 22}Z`, 0.14),
    shade(d`M112 ${y}L0 ${y + 56}V${y + 78}L112 ${y + 22}Z`, 0.34),
  ];
  return [
    ...slab(26, ink.dark),
    airy(path('M-70 26L0-9L70 26L0 61Z', ink.dark)),
    ...slab(-8, ink.two),
    ...slab(-42, ink.one),
    airy({
      kind: 'group',
      casts: false,
      transform: 'matrix(.9 .45 -.9 .45 0 -42)',
      shapes: [
        rect(-46, -46, 92, 92, ink.light, 12),
        line(
          'M-14-30C-34-30-18 0-36 0C-18 0-34 30-14 30M14-30C34-30 18 0 36 0C18 0 34 30 14 30',
          ink.one,
          9,
        ),
        circle(0, 0, 6, ink.two),
      ],
    }),
    airy(
      circle(-84, 31, 5, ink.light),
      circle(-66, 40, 5, ink.light),
      line('M20 51L92 15', ink.light, 4),
    ),
  ];
};

/** A plug about to meet its socket. */
export const plug: Carrier = (ink, emblem = 'puzzle-piece') => [
  turn(-16, 0, 0, [
    line('M-96 0C-130 0-130 60-170 60', ink.dark, 11),
    line('M114 0C150 0 150-60 190-60', ink.dark, 11),
    rect(-16, -26, 28, 13, ink.dark, 3),
    rect(-16, 13, 28, 13, ink.dark, 3),
    rect(-98, -42, 84, 84, ink.one, 14),
    rect(34, -42, 82, 84, ink.two, 14),
    airy(rect(34, -26, 24, 13, ink.dark), rect(34, 13, 24, 13, ink.dark)),
    shade('M84-42h18a14 14 0 0 1 14 14V28a14 14 0 0 1-14 14H84Z', 0.18),
    symbol(emblem, -56, 0, 54, ink.light),
    airy(line('M22-66V-54M6-60L12-50M38-60L32-50', ink.two, 6)),
  ]),
];

/** A lifebuoy: the help desk. */
export const lifebuoy: Carrier = (ink, emblem = 'desktop') => [
  ring(0, 0, 72, ink.light, 48),
  airy(
    path('M-33.9-89.9A96 96 0 0 1 33.9-89.9L17-45A48 48 0 0 0-17-45Z', ink.two),
    path('M-33.9 89.9A96 96 0 0 0 33.9 89.9L17 45A48 48 0 0 1-17 45Z', ink.two),
    path('M-89.9-33.9A96 96 0 0 0-89.9 33.9L-45 17A48 48 0 0 1-45-17Z', ink.two),
    path('M89.9-33.9A96 96 0 0 1 89.9 33.9L45 17A48 48 0 0 0 45-17Z', ink.two),
  ),
  shade('M68-68A96 96 0 0 1-68 68L-34 34A48 48 0 0 0 34-34Z', 0.14),
  airy(line('M0-96Q104-104 96 0Q104 104 0 96Q-104 104-96 0Q-104-104 0-96', ink.dark, 5)),
  circle(0, 0, 48, ink.one),
  symbol(emblem, 0, 0, 52, ink.light),
];

/** One file becomes another. */
export const convertedFiles: Carrier = (ink, emblem = 'image') => [
  place(-52, -14, -6, 1, [
    path('M-48-76H18L48-46V72H-48Z', ink.light),
    path('M18-76V-46H48Z', ink.three),
    symbol(emblem, 0, -8, 62, ink.one),
    airy(rect(-32, 34, 64, 22, ink.one, 6)),
  ]),
  place(54, 18, 6, 1, [
    path('M-48-76H18L48-46V72H-48Z', ink.two),
    path('M18-76V-46H48Z', ink.light),
    symbol('music-notes', 0, -8, 58, ink.light),
    airy(rect(-32, 34, 64, 22, ink.dark, 6)),
  ]),
  airy(
    line('M8-88C40-112 78-106 96-80', ink.dark, 7),
    path('M104-96L102-66L78-80Z', ink.dark),
    line('M-8 98C-40 112-78 106-96 86', ink.dark, 7),
    path('M-104 100L-102 70L-78 86Z', ink.dark),
  ),
];

/** A game pad with alerts flying from it. */
export const gamepad: Carrier = (ink, emblem = 'lightning') => [
  path(
    'M-60-40H60C96-40 112 10 112 52C112 86 76 92 62 64L46 36H-46L-62 64C-76 92-112 86-112 52C-112 10-96-40-60-40Z',
    ink.one,
  ),
  shade('M60-40C96-40 112 10 112 52C112 86 76 92 62 64C98 70 90 0 60-40Z', 0.2),
  airy(
    path('M-72-22h16v14h14v16h-14v14h-16v-14h-14v-16h14Z', ink.light),
    circle(46, -12, 9, ink.two),
    circle(78, -12, 9, ink.light),
    circle(62, -26, 9, ink.three),
    circle(62, 4, 9, ink.dark),
    rect(-16, -22, 12, 8, ink.dark, 4),
    rect(6, -22, 12, 8, ink.dark, 4),
    circle(-24, 18, 15, ink.dark),
    circle(24, 18, 15, ink.dark),
  ),
  rect(-52, -108, 104, 48, ink.light, 14),
  path('M-10-60H14L0-46Z', ink.light),
  symbol(emblem, -26, -84, 34, ink.two),
  textLines(-4, -94, 44, 2, 13, ink.dark, 6),
  airy(line('M-80-62L-92-76M80-62L92-76M-98-40H-112M98-40H112', ink.two, 6)),
];
