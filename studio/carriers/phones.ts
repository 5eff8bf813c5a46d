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
  shade,
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { phoneBody } from './parts.ts';

function faintButton(colour: string): ReturnType<typeof airy> {
  return airy({ ...rect(-16, 75, 32, 8, colour, 4), opacity: 0.5 });
}

/** An application in its shop: icon, five stars, the button. */
export const appListing: Carrier = (ink, emblem = 'star') => [
  ...phoneBody(ink, ink.light),
  airy(
    rect(-34, -71, 68, 68, ink.one, 14),
    ...repeat(5, (index) => symbol('star', -28 + index * 14, 15, 14, ink.one)),
    rect(-34, 32, 68, 8, ink.three, 4),
    rect(-34, 52, 68, 24, ink.two, 12),
  ),
  symbol(emblem, 0, -37, 50, ink.two),
];

/** An application being written: the phone shows its source. */
export const codedPhone: Carrier = (ink, emblem = 'code') => [
  ...phoneBody(ink, ink.light),
  airy(rect(-34, -70, 68, 66, ink.one, 12)),
  symbol(emblem, 0, -37, 48, ink.light),
  textLines(-34, 8, 68, 2, 13, ink.dark, 6),
  airy(rect(-34, 40, 31, 36, ink.two, 8), rect(3, 40, 31, 36, ink.three, 8)),
];

/** A phone opened for its yearly service. */
export const servicedPhone: Carrier = (ink, emblem = 'wrench') => [
  place(-22, 0, -6, 1, [
    ...phoneBody(ink, ink.light),
    airy(
      ring(0, -20, 27, ink.three, 10),
      line('M0-47A27 27 0 1 1-27-20', ink.one, 10),
      rect(-30, 30, 60, 9, ink.three, 4),
      rect(-30, 30, 42, 9, ink.one, 4),
    ),
    textLines(-30, 52, 60, 2, 13, ink.dark, 6),
  ]),
  circle(50, 34, 48, ink.two),
  symbol(emblem, 50, 34, 64, ink.light),
];

/** The same program on a laptop, a tablet and a phone. */
export const deviceFamily: Carrier = (ink, emblem = 'flower-lotus') => [
  rect(-96, -78, 156, 112, ink.dark, 10),
  airy(rect(-88, -70, 140, 96, ink.one, 4), rect(-78, -60, 120, 8, ink.light, 4)),
  symbol(emblem, -40, -16, 56, ink.light),
  path('M-114 34H78L70 50a8 8 0 0 1-6 3H-100a8 8 0 0 1-6-3Z', ink.light),
  shade('M-114 42H78L70 50a8 8 0 0 1-6 3H-100a8 8 0 0 1-6-3Z'),
  rect(-2, -30, 76, 112, ink.dark, 10),
  airy(rect(5, -22, 62, 94, ink.two, 4)),
  symbol(emblem, 36, 16, 44, ink.light),
  textLines(14, 46, 44, 2, 11, ink.light),
  rect(60, 6, 50, 90, ink.dark, 10),
  airy(rect(65, 14, 40, 74, ink.three, 6)),
  symbol(emblem, 85, 44, 30, ink.dark),
  textLines(71, 66, 28, 2, 9, ink.dark, 4),
];

/** A short film held upright, hearts rising from it. */
export const verticalVideo: Carrier = (ink, emblem = 'heart') => [
  place(-18, 0, 0, 1, [
    ...phoneBody(ink, ink.three),
    airy(
      path('M-43 60L-10 6L12 34L43-10V75a14 14 0 0 1-14 14H-29a14 14 0 0 1-14-14Z', ink.one),
      circle(-14, -42, 17, ink.two),
      rect(-33, 56, 42, 7, ink.light, 3),
      rect(-33, 69, 28, 7, ink.light, 3),
      circle(27, 30, 7, ink.light),
      circle(27, 50, 7, ink.light),
      circle(27, 70, 7, ink.light),
    ),
    circle(0, -4, 25, ink.light),
    symbol('play', 3, -4, 28, ink.one),
  ]),
  circle(66, 22, 31, ink.light),
  symbol(emblem, 66, 23, 38, ink.one),
  airy(symbol(emblem, 62, -36, 34, ink.light), symbol(emblem, 82, -72, 24, ink.light)),
];

/** A telephone on a desk, ringing. */
export const deskPhone: Carrier = (ink, emblem = 'phone-call') => [
  path('M-70-20H70L104 82a10 10 0 0 1-10 13H-94a10 10 0 0 1-10-13Z', ink.one),
  shade('M40-20H70L104 82a10 10 0 0 1-10 13H60Z', 0.2),
  airy(
    ...repeat(12, (index) =>
      rect(
        -36 + (index % 3) * 27,
        20 + Math.floor(index / 3) * 17,
        19,
        12,
        index === 11 ? ink.two : ink.light,
        4,
      ),
    ),
  ),
  path(
    'M-112-22C-118-92 118-92 112-22V-10a10 10 0 0 1-10 10H62a10 10 0 0 1-10-10V-30H-52V-10a10 10 0 0 1-10 10H-102a10 10 0 0 1-10-10Z',
    ink.dark,
  ),
  airy(line('M-92-40C-78-62-40-68-8-69', ink.light, 4)),
  symbol(emblem, 0, -6, 38, ink.light),
  airy(line('M-84-92L-96-106M-56-100L-60-116M84-92L96-106M56-100L60-116', ink.two, 6)),
];

/** An electronic reader. */
export const reader: Carrier = (ink, emblem = 'feather') => [
  rect(-70, -98, 140, 192, ink.dark, 16),
  rect(-58, -84, 116, 150, ink.light, 4),
  symbol(emblem, 0, -46, 50, ink.one),
  textLines(-42, -10, 84, 5, 15, ink.dark),
  faintButton(ink.light),
];
