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
  shade,
  star,
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { foldedSheet, person } from './parts.ts';

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

/** A proposal on a clipboard, the hoped-for grant on it. */
export const clipboard: Carrier = (ink, emblem = 'hand-coins') => [
  rect(-82, -92, 164, 190, ink.one, 10),
  airy(rect(-70, -78, 140, 164, ink.light, 3)),
  path(
    'M-34-92V-98a6 6 0 0 1 6-6H-14A15 15 0 0 1 14-104H28a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H-28a6 6 0 0 1-6-6Z',
    ink.dark,
  ),
  symbol(emblem, 0, -22, 92, ink.two),
  textLines(-52, 36, 104, 3, 15, ink.dark, 6),
];

/** A deed with a seal. */
export const certificate: Carrier = (ink, emblem = 'copyright') => [
  rect(-94, -84, 188, 146, ink.light, 4),
  airy({
    kind: 'stroke',
    role: 'detail',
    outline: { tag: 'rect', x: -83, y: -73, w: 166, h: 124, r: 0 },
    colour: ink.two,
    width: 4,
  }),
  symbol(emblem, 0, -36, 54, ink.dark),
  textLines(-58, 2, 104, 3, 14, ink.dark, 6),
  path('M32 60L22 106L44 94L66 106L56 60Z', ink.three),
  star(44, 50, 34, ink.one, 12, 28),
  circle(44, 50, 18, ink.three),
  symbol('check-fat', 44, 50, 21, ink.light),
];

/** A letter of application: signed, a clip at its corner. */
export const signedLetter: Carrier = (ink, emblem = 'signature') => [
  place(-14, 6, -8, 1, [rect(-72, -94, 144, 184, ink.two, 4)]),
  ...foldedSheet(-70, -98, 146, 190, 34, ink.light, ink.four),
  airy(rect(-52, -76, 56, 12, ink.one, 4)),
  textLines(-52, -48, 108, 5, 15, ink.dark),
  symbol(emblem, 16, 56, 72, ink.one),
  line('M-46-84V-112a9 9 0 0 1 18 0V-76a14 14 0 0 1-28 0V-104', ink.dark, 4.5),
];
