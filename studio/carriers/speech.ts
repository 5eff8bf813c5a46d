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
  shade,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';

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

/** One sentence in two scripts. */
export const translatedBubbles: Carrier = (ink) => [
  path(
    'M-88-98H30a16 16 0 0 1 16 16V6a16 16 0 0 1-16 16H-46L-76 52V22H-88a16 16 0 0 1-16-16V-82a16 16 0 0 1 16-16Z',
    ink.one,
  ),
  { ...line('M-58-6L-29-76L0-6M-48-30H-10', legible(ink.one, ink), 13), role: 'detail' },
  path(
    'M-12-18H92a16 16 0 0 1 16 16V62a16 16 0 0 1-16 16H80V106L50 78H-12a16 16 0 0 1-16-16V-2a16 16 0 0 1 16-16Z',
    ink.light,
  ),
  {
    ...line('M10 10H72M41-4V10M24 10C28 32 42 48 68 58M59 10C55 32 42 48 14 58', ink.two, 8),
    role: 'detail',
  },
];

/** A headset around a kind word. */
export const headset: Carrier = (ink, emblem = 'heart') => [
  line('M-78 14V-6A78 78 0 0 1 78-6V14', ink.dark, 15),
  faint(0.5, line('M-54-62A78 78 0 0 1 20-80', ink.light, 4)),
  rect(-98, 2, 42, 66, ink.one, 20),
  rect(56, 2, 42, 66, ink.one, 20),
  shade('M78 2a20 20 0 0 1 20 20V48a20 20 0 0 1-20 20Z', 0.2),
  rect(-62, 10, 16, 50, ink.dark, 8),
  rect(46, 10, 16, 50, ink.dark, 8),
  line('M-78 66C-78 92-50 98-26 96', ink.dark, 7),
  rect(-34, 86, 36, 20, ink.two, 10),
  path(
    'M-34-32H34a14 14 0 0 1 14 14V20a14 14 0 0 1-14 14H4L-16 52V34H-34a14 14 0 0 1-14-14V-18a14 14 0 0 1 14-14Z',
    ink.light,
  ),
  symbol(emblem, 0, 2, 44, ink.two),
];

/** A lectern with its microphones, waiting. */
export const lectern: Carrier = (ink, emblem = 'quotes') => [
  line('M-22-40C-22-66-34-70-44-80M22-40C22-66 34-70 44-80', ink.dark, 6),
  place(-50, -87, -48, 1, [
    rect(-10, -24, 20, 38, ink.dark, 10),
    airy(rect(-10, 2, 20, 5, ink.three)),
  ]),
  place(50, -87, 48, 1, [
    rect(-10, -24, 20, 38, ink.dark, 10),
    airy(rect(-10, 2, 20, 5, ink.three)),
  ]),
  path('M-52-66L56-60L62-42H-58Z', ink.light),
  airy(line('M-40-56L34-52M-44-48H46', ink.dark, 3)),
  path('M-104-44H104L88-12H-88Z', ink.two),
  shade('M-94-24H94L88-12H-88Z', 0.14),
  path('M-68-12H68L54 82H-54Z', ink.one),
  shade('M30-12H68L54 82H24ZM-68-12H68V-2H-66Z', 0.2),
  rect(-76, 80, 152, 15, ink.two, 4),
  circle(0, 34, 36, ink.light),
  symbol(emblem, 0, 34, 48, ink.one),
];
