import {
  airy,
  circle,
  emblem as symbol,
  line,
  path,
  place,
  rect,
  shade,
  textLines,
  turn,
} from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { pencil } from './parts.ts';

function envelope(lining: string, front: string, letter: readonly Shape[]): Shape[] {
  return [
    path('M-104-36L0-108L104-36V80H-104Z', lining),
    ...letter,
    path('M-104-40L0 34L104-40V80a10 10 0 0 1-10 10H-94a10 10 0 0 1-10-10Z', front),
    shade('M-104 84L-6 16Q0 12 6 16L104 84Q100 90 94 90H-94Q-100 90-104 84Z', 0.12),
  ];
}

/** A letter with an offer leaves its envelope. */
export const offerEnvelope: Carrier = (ink, emblem = 'percent') =>
  envelope(ink.one, ink.three, [
    turn(-3, 0, 0, [
      rect(-76, -104, 152, 120, ink.light, 6),
      airy(rect(-60, -88, 120, 48, ink.two, 5)),
      symbol(emblem, 0, -64, 42, ink.one),
      textLines(-60, -28, 120, 3, 13, ink.dark),
    ]),
  ]);

/** A letter laid out in blocks of colour. */
export const designedEnvelope: Carrier = (ink, emblem = 'palette') =>
  envelope(ink.three, ink.two, [
    turn(3, 0, 0, [
      rect(-80, -108, 160, 124, ink.light, 6),
      airy(
        rect(-68, -96, 82, 66, ink.one, 5),
        rect(22, -96, 46, 30, ink.two, 5),
        rect(22, -60, 46, 30, ink.three, 5),
        rect(-68, -22, 136, 10, ink.dark, 4),
      ),
      symbol(emblem, -27, -63, 52, ink.light),
    ]),
  ]);

/** A letter being written: text, and the pencil over it. */
export const writtenEnvelope: Carrier = (ink, emblem = 'at') => [
  ...envelope(ink.four, ink.one, [
    rect(-78, -104, 156, 120, ink.light, 6),
    symbol(emblem, -44, -72, 48, ink.one),
    textLines(-10, -90, 72, 3, 14, ink.dark, 6),
    textLines(-60, -40, 120, 3, 14, ink.dark, 6),
  ]),
  place(8, 2, 30, 0.82, pencil(ink, ink.three)),
];

/** Messages that send themselves: an event, a fork, two answers. */
export const mailFlow: Carrier = (ink, emblem = 'lightning') => {
  const letter = (x: number, y: number, colour: string) => [
    rect(x - 42, y - 30, 84, 60, colour, 8),
    airy(line(`M${x - 32} ${y - 18}L${x} ${y + 6}L${x + 32} ${y - 18}`, ink.light, 6)),
  ];
  return [
    line('M0-52V-6M0-6L-58 34M0-6L58 34', ink.dark, 7),
    circle(0, -62, 42, ink.one),
    symbol(emblem, 0, -62, 52, ink.light),
    path('M0-26L24-2L0 22L-24-2Z', ink.light),
    symbol('clock', 0, -2, 26, ink.dark),
    ...letter(-62, 58, ink.two),
    ...letter(62, 58, ink.three),
    airy(
      circle(-24, 36, 15, ink.dark),
      symbol('check-fat', -24, 36, 17, ink.light),
      circle(100, 36, 15, ink.dark),
      symbol('check-fat', 100, 36, 17, ink.light),
    ),
  ];
};
