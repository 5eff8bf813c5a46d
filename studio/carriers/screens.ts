import {
  airy,
  circle,
  emblem as symbol,
  line,
  path,
  rect,
  repeat,
  shade,
  shadeRect,
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { codeLines, person } from './parts.ts';

/** A laptop with a wall of work on its screen. */
export const galleryLaptop: Carrier = (ink, emblem = 'images') => [
  rect(-92, -82, 184, 136, ink.dark, 12),
  rect(-82, -72, 164, 116, ink.light, 4),
  airy(
    rect(-74, -64, 62, 46, ink.one, 4),
    rect(-74, -12, 62, 48, ink.three, 4),
    circle(-43, 12, 15, ink.light),
    rect(-6, -64, 38, 66, ink.two, 4),
    path('M-6 2V-20L13-44L32-10V2Z', ink.light),
    rect(-6, 8, 80, 28, ink.four, 4),
    rect(38, -64, 36, 66, ink.three, 4),
    path('M38-28A18 18 0 0 1 74-28V2H38Z', ink.one),
  ),
  symbol(emblem, -43, -41, 34, ink.light),
  path('M-116 54H116L104 76a10 10 0 0 1-8 4H-96a10 10 0 0 1-8-4Z', ink.one),
  shade('M-112 62H112L104 76a10 10 0 0 1-8 4H-96a10 10 0 0 1-8-4Z', 0.2),
  airy(rect(-22, 54, 44, 7, ink.light, 3)),
];

/** A desktop computer showing the source of what it runs. */
export const codeMonitor: Carrier = (ink) => [
  path('M-22 46H22L30 92H-30Z', ink.one),
  shade('M-22 46H22L24 58H-24Z', 0.3),
  rect(-52, 88, 104, 10, ink.dark, 5),
  rect(-112, -94, 224, 146, ink.light, 12),
  shadeRect(-112, 36, 224, 16, 8, 0.08),
  airy(rect(-103, -85, 206, 116, ink.dark, 5), circle(0, 42, 4, ink.dark)),
  codeLines(-86, -70, ink),
];

/** A screen recorded while it is used: crop corners, a click, the red light. */
export const recordedMonitor: Carrier = (ink, emblem = 'cursor-click') => [
  path('M-22 50H22L30 92H-30Z', ink.two),
  rect(-54, 87, 108, 9, ink.dark, 4),
  rect(-112, -94, 224, 146, ink.dark, 12),
  airy(
    rect(-102, -84, 204, 126, ink.light, 5),
    rect(-102, -84, 50, 126, ink.three, 5),
    textLines(-92, -70, 30, 4, 16, ink.dark),
    line('M-40-58V-74H-22M92-58V-74H74M-40 16V32H-22M92 16V32H74', ink.dark, 5),
    symbol(emblem, 24, -20, 78, ink.one),
  ),
  rect(44, -112, 74, 34, ink.one, 17),
  airy(circle(62, -95, 8, ink.light), rect(78, -100, 28, 10, ink.light, 5)),
];

/** A tower of old televisions, each with its own picture. */
export const televisionTower: Carrier = (ink) => {
  const set = (
    x: number,
    y: number,
    w: number,
    h: number,
    body: string,
    picture: ReturnType<typeof airy>,
  ) => [
    rect(x, y, w, h, body, 9),
    airy(
      rect(x + 8, y + 8, w - 34, h - 16, ink.light, 7),
      circle(x + w - 13, y + 17, 6, ink.light),
      circle(x + w - 13, y + 34, 4, ink.light),
    ),
    picture,
    shadeRect(x, y + h - 7, w, 7, 3, 0.25),
  ];
  return [
    ...set(
      -104,
      12,
      108,
      83,
      ink.one,
      airy(circle(-59, 53, 26, ink.two), circle(-59, 53, 12, ink.dark)),
    ),
    ...set(
      8,
      12,
      98,
      83,
      ink.two,
      airy(
        rect(20, 24, 14, 58, ink.one),
        rect(42, 24, 14, 58, ink.three),
        rect(60, 24, 14, 58, ink.dark),
      ),
    ),
    ...set(
      -74,
      -62,
      150,
      72,
      ink.four,
      airy(
        path('M-66-10L-30-48L6-10Z', ink.one),
        path('M-10-6A25 25 0 0 1 40-6Z', ink.two),
        circle(26, -40, 9, ink.dark),
      ),
    ),
    line('M4-108L16-90L40-114', ink.dark, 5),
    ...set(-30, -104, 92, 44, ink.dark, airy(line('M-16-82q7-12 14 0t14 0t14 0t14 0', ink.one, 6))),
  ];
};

/** A domestic television with an aerial, showing a commercial. */
export const television: Carrier = (ink, emblem = 'megaphone-simple') => [
  line('M-40-112L0-72L46-118', ink.dark, 6),
  line('M-62 84L-72 98M62 84L72 98', ink.dark, 9),
  rect(-112, -76, 224, 164, ink.one, 24),
  shadeRect(-112, 66, 224, 22, 11, 0.2),
  airy(
    rect(-98, -62, 158, 124, ink.dark, 20),
    rect(-90, -54, 142, 108, ink.three, 16),
    path('M-90 54V14L-30-54H36L-54 54Z', ink.light),
    circle(86, -36, 13, ink.light),
    circle(86, -2, 9, ink.light),
    line('M78 26H94M78 36H94M78 46H94', ink.light, 4),
  ),
  symbol(emblem, -19, 0, 84, ink.dark),
];

/** A screen on feet; what it shows is the second half of the object. */
export const streamScreen: Carrier = (ink, emblem = 'game-controller') => [
  line('M-46 66L-58 96M46 66L58 96', ink.dark, 7),
  rect(-112, -84, 224, 150, ink.dark, 10),
  airy(
    rect(-104, -76, 208, 134, ink.two, 5),
    rect(-94, -66, 50, 38, ink.three, 5),
    ...person(-69, -28, 26, ink.one),
    rect(24, -66, 70, 13, ink.one, 6),
    rect(-94, 34, 188, 15, ink.three, 4),
    rect(-94, 34, 76, 15, ink.one, 4),
  ),
  symbol(emblem, 4, -8, 92, ink.light),
];

/** A film with its captions. */
export const captionScreen: Carrier = (ink, emblem = 'closed-captioning') => [
  line('M-46 66L-58 96M46 66L58 96', ink.dark, 7),
  rect(-112, -88, 224, 154, ink.dark, 10),
  airy(
    rect(-104, -80, 208, 138, ink.three, 5),
    ...person(0, 34, 80, ink.one),
    rect(-86, 16, 172, 32, ink.dark, 7),
    rect(-72, 22, 92, 7, ink.light, 3.5),
    rect(28, 22, 44, 7, ink.two, 3.5),
    rect(-72, 35, 60, 7, ink.light, 3.5),
  ),
  symbol(emblem, 78, -60, 36, ink.dark),
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
