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
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { browser } from './parts.ts';

/** A finished home page. */
export const websiteWindow: Carrier = (ink, emblem = 'rocket-launch') =>
  browser(ink, -106, -74, 212, 148, [
    rect(-92, -34, 86, 66, ink.one, 8),
    symbol(emblem, -49, -1, 50, ink.light),
    textLines(6, -32, 84, 3, 13, ink.dark, 6),
    rect(6, 12, 46, 18, ink.two, 9),
    rect(-92, 44, 56, 18, ink.three, 5),
    rect(-28, 44, 56, 18, ink.one, 5),
    rect(36, 44, 56, 18, ink.two, 5),
  ]);

/** A page still half wireframe, being painted by hand. */
export const paintedWindow: Carrier = (ink, emblem = 'paint-brush') => [
  ...browser(ink, -106, -78, 212, 152, [
    rect(-92, -38, 110, 60, ink.three, 6),
    circle(-58, -8, 18, ink.one),
    path('M-92 22V6L-66-10L-36 22Z', ink.two),
    { ...line('M30-36H92V20H30ZM30-36L92 20M92-36L30 20', ink.dark, 2.5, '5 5'), role: 'detail' },
    { ...line('M-92 36H-40V62H-92ZM-26 36H26V62H-26Z', ink.dark, 2.5, '5 5'), role: 'detail' },
    rect(40, 36, 52, 26, ink.two, 5),
  ]),
  circle(66, 34, 40, ink.one),
  symbol(emblem, 66, 34, 54, ink.light),
];

/** A window on the service bench: a wrench laid across it. */
export const servicedWindow: Carrier = (ink, emblem = 'gear-six') => [
  ...browser(ink, -106, -80, 212, 146, [
    symbol(emblem, -40, 8, 92, ink.three),
    textLines(24, -34, 68, 3, 14, ink.dark, 6),
    rect(24, 12, 50, 18, ink.one, 9),
  ]),
  place(30, 34, 42, 1, [
    rect(-14, -56, 28, 130, ink.two),
    path('M-14-110A36 36 0 1 0 14-110V-82a14 14 0 0 1-28 0Z', ink.two),
    circle(0, 72, 26, ink.two),
    shade('M3-44H14V48A26 26 0 0 1 3 98Z'),
    circle(0, 72, 10, ink.light),
  ]),
];

/** A web application: menu, key figures, chart. */
export const dashboard: Carrier = (ink, emblem = 'squares-four') =>
  browser(ink, -108, -82, 216, 164, [
    path('M-108-56H-62V82H-96a12 12 0 0 1-12-12Z', ink.one),
    symbol(emblem, -85, -34, 30, ink.light),
    faint(
      0.55,
      rect(-96, -10, 22, 7, ink.light, 3),
      rect(-96, 8, 22, 7, ink.light, 3),
      rect(-96, 26, 22, 7, ink.light, 3),
    ),
    rect(-50, -44, 44, 30, ink.two, 6),
    rect(0, -44, 44, 30, ink.three, 6),
    rect(50, -44, 46, 30, ink.four, 6),
    faint(0.08, rect(-50, -6, 146, 74, ink.dark, 6)),
    line('M-40 52L-12 22L14 38L46 4L86 20', ink.two, 7),
    circle(46, 4, 8, ink.dark),
    rect(-40, 58, 126, 3, ink.dark),
  ]);

/** A page that is all words. */
export const articleWindow: Carrier = (ink, emblem = 'cursor-text') => [
  ...browser(ink, -100, -88, 200, 172, [
    rect(-82, -46, 124, 14, ink.one, 4),
    textLines(-82, -20, 164, 3, 13, ink.dark),
    rect(-82, 26, 66, 42, ink.two, 5),
    textLines(-6, 28, 88, 3, 13, ink.dark),
  ]),
  circle(78, -44, 36, ink.three),
  symbol(emblem, 78, -44, 46, ink.dark),
];

/** A search page: the field, the first place, the rest. */
export const searchResults: Carrier = (ink, emblem = 'crown') => [
  ...browser(ink, -104, -88, 208, 172, [
    rect(-88, -48, 148, 24, ink.light, 12),
    { ...line('M-76-48H48a12 12 0 0 1 0 24H-76a12 12 0 0 1 0-24Z', ink.dark, 3), role: 'detail' },
    rect(-88, -10, 176, 36, ink.two, 6),
    circle(-68, 8, 13, ink.light),
    symbol(emblem, -68, 8, 19, ink.one),
    textLines(-46, -2, 108, 2, 13, ink.dark, 6),
    circle(-68, 44, 8, ink.three),
    textLines(-50, 38, 90, 1, 10, ink.dark, 5),
    circle(-68, 66, 8, ink.three),
    textLines(-50, 62, 66, 1, 10, ink.dark, 5),
  ]),
  place(70, -24, 0, 1, [
    line('M20 24L50 62', ink.dark, 15),
    circle(0, 0, 40, ink.dark),
    circle(0, 0, 30, ink.one),
    airy(line('M-14 10L-2-6L8 2L18-14', ink.light, 6), line('M8-14H18V-4', ink.light, 6)),
  ]),
];

/** A terminal. */
export const consoleWindow: Carrier = (ink, emblem = 'terminal') => [
  rect(-106, -80, 212, 160, ink.dark, 12),
  airy(
    path('M-106-54V-68a12 12 0 0 1 12-12H94a12 12 0 0 1 12 12v14Z', ink.one),
    circle(-90, -67, 4.5, ink.light),
    circle(-75, -67, 4.5, ink.three),
    circle(-60, -67, 4.5, ink.two),
    symbol(emblem, -62, -14, 64, ink.two),
    rect(-22, -34, 84, 8, ink.light, 4),
    rect(-22, -14, 112, 8, ink.three, 4),
    rect(-22, 6, 60, 8, ink.light, 4),
    rect(-90, 30, 66, 8, ink.three, 4),
    rect(-16, 30, 40, 8, ink.light, 4),
    rect(-90, 52, 30, 8, ink.light, 4),
    rect(-52, 47, 11, 18, ink.two),
  ),
];

/** An editor of motion: an easing curve with its handles, a ball that follows it. */
export const curveEditor: Carrier = (ink) => [
  rect(-106, -84, 212, 164, ink.dark, 12),
  airy(
    path('M-106-58V-72a12 12 0 0 1 12-12H94a12 12 0 0 1 12 12v14Z', ink.one),
    circle(-90, -71, 4.5, ink.light),
    circle(-75, -71, 4.5, ink.three),
    circle(-60, -71, 4.5, ink.light),
    faint(
      0.16,
      line(
        'M-88-44V64M-44-44V64M0-44V64M44-44V64M88-44V64M-88-44H88M-88-8H88M-88 28H88M-88 64H88',
        ink.light,
        2,
      ),
    ),
    line('M-84 60L-4 60M84-40L6-40', ink.light, 3),
    line('M-84 60C-4 60 6-40 84-40', ink.two, 8),
    rect(-92, 52, 16, 16, ink.light, 2),
    rect(76, -48, 16, 16, ink.light, 2),
    circle(-4, 60, 8, ink.light),
    circle(6, -40, 8, ink.light),
    faint(0.35, circle(-42, 50, 13, ink.three)),
    faint(0.6, circle(-16, 32, 15, ink.three)),
    circle(8, 2, 19, ink.three),
  ),
];
