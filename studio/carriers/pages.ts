import {
  airy,
  circle,
  emblem as symbol,
  line,
  path,
  place,
  rect,
  repeat,
  ring,
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { cursor, landscape } from './parts.ts';

/** A long sales page, with a finger on its button. */
export const salesPage: Carrier = (ink, emblem = 'hand-pointing') => [
  rect(-66, -102, 132, 200, ink.light, 8),
  airy(
    path('M-66-48V-94a8 8 0 0 1 8-8H58a8 8 0 0 1 8 8v46Z', ink.one),
    rect(-48, -90, 92, 11, ink.light, 4),
    rect(-48, -72, 62, 8, ink.light, 4),
    circle(-40, -26, 9, ink.three),
    circle(-40, -2, 9, ink.three),
    rect(-48, 40, 96, 34, ink.two, 17),
    rect(-28, 53, 56, 8, ink.light, 4),
  ),
  textLines(-24, -32, 72, 2, 11, ink.dark),
  textLines(-24, -8, 72, 2, 11, ink.dark),
  textLines(-48, 18, 96, 1, 11, ink.dark),
  place(34, 56, -10, 1, [
    symbol(emblem, 4, 12, 92, ink.light),
    symbol(emblem, 4, 12, 78, ink.dark),
  ]),
];

/** A member's profile: cover, portrait, contacts. */
export const profileCard: Carrier = (ink, emblem = 'briefcase') => [
  rect(-96, -90, 192, 178, ink.light, 12),
  airy(
    path('M-96-28V-78a12 12 0 0 1 12-12H84a12 12 0 0 1 12 12v50Z', ink.one),
    line('M-60-90L-10-28M-20-90L30-28M20-90L70-28', ink.four, 5),
  ),
  circle(-44, -20, 38, ink.light),
  circle(-44, -20, 32, ink.two),
  airy(circle(-44, -28, 12, ink.light), path('M-66 2a22 22 0 0 1 44 0Q-44 22-66 2Z', ink.light)),
  textLines(8, -16, 74, 1, 10, ink.dark, 9),
  textLines(8, 2, 50, 1, 10, ink.dark, 6),
  textLines(-78, 34, 96, 3, 14, ink.dark, 5),
  circle(62, 50, 32, ink.one),
  symbol(emblem, 62, 50, 40, ink.light),
];

/** Three advertising formats on one wall, a cursor on the button. */
export const bannerSet: Carrier = (ink) => [
  rect(-112, -92, 224, 48, ink.one, 5),
  rect(-112, -32, 62, 126, ink.two, 5),
  rect(-38, -32, 150, 126, ink.light, 5),
  airy(
    circle(-84, -68, 14, ink.three),
    rect(-60, -80, 84, 9, ink.light, 4),
    rect(-60, -64, 54, 7, ink.light, 3),
    rect(56, -80, 44, 24, ink.light, 12),
    path('M-112 10A31 31 0 0 1-50 10V40H-112Z', ink.three),
    circle(-81, -8, 14, ink.light),
    rect(-100, 54, 38, 7, ink.light, 3),
    rect(-100, 68, 38, 16, ink.light, 8),
  ),
  landscape(-28, -22, 130, 66, { sky: ink.four, sun: ink.light, near: ink.one, far: ink.two }),
  textLines(-28, 54, 62, 2, 13, ink.dark, 6),
  airy(rect(48, 56, 54, 24, ink.one, 12)),
  cursor(80, 68, 0.95, ink),
];

/** A player page for a show: cover, wave, listeners growing. */
export const podcastPlayer: Carrier = (ink, emblem = 'microphone') => [
  rect(-100, -84, 200, 166, ink.light, 14),
  rect(-86, -70, 88, 88, ink.one, 8),
  airy(ring(-42, -26, 36, ink.two, 4)),
  symbol(emblem, -42, -26, 52, ink.light),
  textLines(16, -64, 70, 3, 15, ink.dark, 7),
  airy(
    ...repeat(4, (index) =>
      rect(
        16 + index * 18,
        14 - [14, 22, 34, 48][index]! * 0.7,
        12,
        [14, 22, 34, 48][index]! * 0.7 + 4,
        index === 3 ? ink.two : ink.three,
        3,
      ),
    ),
  ),
  airy(
    rect(-86, 34, 172, 8, ink.three, 4),
    rect(-86, 34, 98, 8, ink.one, 4),
    circle(12, 38, 9, ink.dark),
  ),
  circle(0, 64, 16, ink.dark),
  symbol('play', 1, 64, 16, ink.light),
  airy(path('M-40 64l14-9v18ZM-54 64l14-9v18ZM40 64l-14-9v18ZM54 64l-14-9v18Z', ink.dark)),
];

/** The picture that makes one click: a face, an arrow, a running time. */
export const thumbnail: Carrier = (ink) => [
  place(6, -6, 7, 1, [rect(-106, -70, 216, 134, ink.four, 10)]),
  rect(-114, -66, 222, 138, ink.light, 10),
  airy(
    rect(-106, -58, 206, 122, ink.two, 6),
    path('M-106-58H100L-20 64H-106Z', ink.one),
    path('M-84 64a50 54 0 0 1 100 0Z', ink.three),
    circle(-34, -10, 34, ink.light),
    path('M-70-12A36 36 0 0 1 2-12Q-20-34-34-34T-70-12Z', ink.dark),
    circle(-46, -6, 5, ink.dark),
    circle(-22, -6, 5, ink.dark),
    rect(62, 44, 32, 14, ink.dark, 3),
    rect(30, -46, 60, 14, ink.light, 4),
    rect(46, -26, 44, 10, ink.light, 4),
  ),
  {
    kind: 'fill',
    role: 'detail',
    outline: { tag: 'ellipse', x: -34, y: 10, rx: 7, ry: 9 },
    colour: ink.dark,
  },
  circle(58, 16, 25, ink.light),
  symbol('play', 61, 16, 30, ink.one),
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
