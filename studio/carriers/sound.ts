import { legible } from '../colour.ts';
import type { Inks } from '../palettes.ts';
import {
  airy,
  circle,
  emblem as symbol,
  line,
  path,
  place,
  rect,
  repeat,
  shade,
  textLines,
} from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { foldedSheet } from './parts.ts';

function microphoneBody(ink: Inks): Shape[] {
  return [
    line('M0 60V92', ink.dark, 9),
    rect(-42, 86, 84, 12, ink.dark, 6),
    line('M-58-22V4A58 58 0 0 0 58 4V-22', ink.dark, 9),
    rect(-42, -108, 84, 140, ink.one, 42),
    shade('M8-107A42 42 0 0 1 42-66V-10A42 42 0 0 1 8 31Z', 0.2),
    airy(
      ...repeat(4, (index) => rect(-28, -84 + index * 18, 56, 7, ink.dark, 3.5)),
      path('M-42-14H42V-6H-42Z', ink.light),
    ),
  ];
}

/** A studio microphone. */
export const microphone: Carrier = (ink) => [
  ...microphoneBody(ink),
  airy(line('M-82-60V-20M-102-48V-32M82-60V-20M102-48V-32', ink.three, 8)),
];

/** Headphones, with the sound between them. */
export const headphones: Carrier = (ink) => [
  line('M-74 22V-14A74 74 0 0 1 74-14V22', ink.dark, 20),
  airy(line('M-50-62A66 66 0 0 1 50-62', ink.two, 6)),
  rect(-106, 4, 54, 92, ink.one, 24),
  rect(52, 4, 54, 92, ink.one, 24),
  shade('M79 4A27 27 0 0 1 106 31V69A27 27 0 0 1 79 96Z', 0.2),
  rect(-62, 12, 22, 76, ink.dark, 11),
  rect(40, 12, 22, 76, ink.dark, 11),
  airy(
    ...[22, 46, 70, 40, 58, 28].map((height, index) =>
      rect(-30 + index * 11, 50 - height / 2, 7, height, ink.one, 3),
    ),
  ),
];

/** A portable radio between two songs. */
export const radio: Carrier = (ink) => [
  line('M-60-54L18-96', ink.dark, 5),
  circle(18, -96, 7, ink.three),
  rect(-108, -58, 216, 150, ink.one, 20),
  shade('M-108 62H108V72a20 20 0 0 1-20 20H-88a20 20 0 0 1-20-20Z', 0.2),
  airy(
    rect(-92, -42, 104, 100, ink.light, 12),
    ...repeat(25, (index) =>
      circle(-78 + (index % 5) * 19, -28 + Math.floor(index / 5) * 18, 5.5, ink.dark),
    ),
    rect(26, -42, 66, 40, ink.dark, 8),
    line('M34-14H84', ink.three, 3),
    line('M62-36V-8', ink.two, 4),
    circle(42, 32, 17, ink.two),
    line('M42 32L50 22', ink.dark, 4),
    circle(80, 32, 17, ink.three),
    line('M80 32V20', ink.dark, 4),
  ),
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

/** A tape whose sound comes out as text. */
export const transcribedTape: Carrier = (ink, emblem = 'ear') => [
  rect(-66, -6, 132, 104, ink.light, 3),
  textLines(-48, 32, 80, 4, 15, ink.dark, 6),
  rect(-108, -100, 216, 122, ink.one, 12),
  shade('M60-100H96a12 12 0 0 1 12 12V10a12 12 0 0 1-12 12H60Z', 0.14),
  airy(
    rect(-92, -86, 184, 62, ink.light, 8),
    rect(-92, -86, 184, 14, ink.two, 6),
    rect(-66, -64, 132, 34, ink.dark, 17),
    circle(-44, -47, 12, ink.light),
    circle(44, -47, 12, ink.light),
    circle(-44, -47, 5, ink.dark),
    circle(44, -47, 5, ink.dark),
    path('M-64 22L-54-8H54L64 22Z', ink.dark),
  ),
  circle(72, 54, 42, ink.two),
  symbol(emblem, 72, 54, 58, legible(ink.two, ink)),
];

/** A script on its way into the microphone. */
export const spokenScript: Carrier = (ink, emblem = 'chat-text') => [
  place(-30, -2, -7, 1, [
    ...foldedSheet(-66, -94, 132, 186, 30, ink.light, ink.three),
    symbol(emblem, -36, -66, 36, ink.two),
    textLines(-50, -34, 100, 2, 14, ink.dark, 6),
    symbol(emblem, -36, 8, 36, ink.four),
    textLines(-50, 40, 74, 2, 14, ink.dark, 6),
  ]),
  place(58, 20, 0, 0.8, microphoneBody(ink)),
];
