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
  textLines,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { browser, cursor, landscape, person } from './parts.ts';

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
  place(38, 74, -10, 1, [
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
    ...person(0, 34, 96, ink.one),
    rect(-86, 16, 172, 32, ink.dark, 7),
    rect(-72, 22, 92, 7, ink.light, 3.5),
    rect(28, 22, 44, 7, ink.two, 3.5),
    rect(-72, 35, 60, 7, ink.light, 3.5),
  ),
  symbol(emblem, 78, -60, 36, ink.dark),
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
