import {
  airy,
  circle,
  d,
  emblem as symbol,
  line,
  path,
  place,
  rect,
  repeat,
  shade,
  shadeRect,
  star,
  textLines,
  turn,
} from '../shapes.ts';
import type { Carrier } from './carrier.ts';
import { closedBook, curvedText, openBookBlock } from './parts.ts';

/** A book with a picture on its cover: an author's head before two hills. */
export const illustratedBook: Carrier = (ink) =>
  closedBook(ink.one, ink, [
    airy(
      path('M-50 94V20A58 58 0 0 1 66 20V94Z', ink.three),
      circle(12, -22, 26, ink.light),
      path('M-50 94C-10 50 30 60 66 30V94Z', ink.two),
      rect(-36, -68, 84, 9, ink.light, 4),
      rect(-36, -53, 50, 7, ink.light, 3.5),
    ),
  ]);

/** An open book with a plate on the right page. */
export const openBook: Carrier = (ink, emblem = 'text-aa') => [
  ...openBookBlock(ink, ink.one),
  curvedText(ink.dark),
  symbol(emblem, 58, 4, 66, ink.two),
  { ...line('M32 50C52 40 74 40 94 48', ink.dark, 4.5), role: 'detail' },
];

/** A tottering stack of manuscripts with a badge on top. */
export const bookStack: Carrier = (ink, emblem = 'pen-nib') => {
  const layers: readonly (readonly [x: number, w: number, h: number, colour: string])[] = [
    [-88, 170, 30, ink.one],
    [-74, 158, 26, ink.light],
    [-90, 150, 32, ink.two],
    [-66, 136, 26, ink.three],
  ];
  let y = 95;
  const books = layers.flatMap(([x, w, h, colour], index) => {
    y -= h;
    const pages = colour === ink.light ? ink.four : ink.light;
    return [
      rect(x, y, w, h, colour, 4),
      airy(
        rect(x + w - 34, y + 5, 34, h - 10, pages),
        rect(x + 14, y, 9, h, index % 2 === 0 ? ink.light : ink.dark),
      ),
      shade(d`M${x} ${y + h - 6}h${w}v6h${-w}Z`),
    ];
  });
  return [...books, circle(0, y - 40, 40, ink.dark), symbol(emblem, 0, y - 40, 50, ink.light)];
};

/** A bestseller upright on a shop plinth, with a rosette. */
export const bestseller: Carrier = (ink, emblem = 'crown') => [
  rect(-104, 68, 208, 27, ink.dark, 4),
  airy(rect(-92, 77, 184, 8, ink.three, 4)),
  place(-14, -12, 0, 0.84, [
    ...closedBook(ink.one, ink, [
      airy(
        symbol(emblem, 8, -24, 84, ink.two),
        rect(-28, 38, 72, 9, ink.light, 4),
        rect(-14, 56, 44, 7, ink.light, 3),
      ),
    ]),
  ]),
  path('M56 26L46 66L66 56L84 66L76 26Z', ink.three),
  star(65, 10, 36, ink.two, 14, 30),
  circle(65, 10, 21, ink.light),
  symbol('star', 65, 10, 26, ink.one),
];

/** A book taking off like a rocket. */
export const launchingBook: Carrier = (ink, emblem = 'rocket-launch') => [
  airy(
    circle(-70, 74, 26, ink.light),
    circle(-34, 86, 30, ink.light),
    circle(14, 84, 32, ink.light),
    circle(60, 76, 26, ink.light),
    path('M-40 40C-46 66-24 76-6 96C10 74 34 66 26 40Z', ink.two),
    path('M-22 40C-24 58-14 66-6 78C2 66 12 58 10 40Z', ink.light),
  ),
  path('M-70 10L-96 52L-60 44Z', ink.three),
  path('M52 10L86 46L50 44Z', ink.three),
  place(
    -4,
    -34,
    0,
    0.84,
    closedBook(ink.one, ink, [
      airy(
        circle(8, -12, 42, ink.light),
        symbol(emblem, 8, -12, 56, ink.one),
        rect(-24, 52, 64, 9, ink.light, 4),
        rect(-24, -72, 64, 7, ink.light, 3.5),
      ),
    ]),
  ),
  airy(line('M-92-60V-30M88-70V-36M-76-96V-80M76-104V-88', ink.three, 6)),
];

/** The back of a book: a quotation, praise in stars, and a bar code. */
export const backCover: Carrier = (ink, emblem = 'quotes') =>
  closedBook(ink.one, ink, [
    symbol(emblem, -16, -48, 56, ink.three),
    textLines(-38, -16, 92, 4, 14, ink.light, 6),
    airy(
      ...repeat(5, (index) => symbol('star', -30 + index * 17, 52, 16, ink.three)),
      rect(14, 64, 40, 22, ink.light, 2),
    ),
    {
      ...line('M19 69V81M24 69V81M31 69V81M35 69V81M42 69V81M48 69V81', ink.dark, 2.5),
      role: 'detail',
    },
  ]);

/** A worn first edition behind, a fresh one in front, and the turn between them. */
export const secondEdition: Carrier = (ink, emblem = 'arrows-clockwise') => [
  place(
    -48,
    -6,
    -14,
    0.8,
    closedBook(ink.four, ink, [
      airy(rect(-36, -66, 84, 12, ink.light, 4), rect(-36, -44, 50, 8, ink.light, 4)),
      { ...line('M-40 20L-10 44L-26 60L6 94M66-40L40-20L52-4L20 14', ink.dark, 3), role: 'detail' },
    ]),
  ),
  place(
    42,
    8,
    6,
    0.86,
    closedBook(ink.one, ink, [
      airy(
        circle(8, -14, 46, ink.light),
        symbol(emblem, 8, -14, 66, ink.one),
        rect(-28, 46, 72, 9, ink.light, 4),
        rect(-14, 62, 44, 7, ink.light, 3),
      ),
    ]),
  ),
];

/** A spread on the layout table: margins, columns, a ruler. */
export const layoutSpread: Carrier = (ink, emblem = 'paragraph') => [
  rect(-112, -74, 224, 146, ink.light, 4),
  shadeRect(0, -74, 16, 146, 0, 0.1),
  airy(
    line('M-96-62V60M-14-62V60M18-62V60M100-62V60M-108-52H108M-108 50H108', ink.two, 1.6),
    symbol(emblem, -76, -28, 44, ink.one),
    rect(26, -42, 66, 44, ink.three),
  ),
  textLines(-48, -40, 30, 3, 12, ink.dark),
  textLines(-90, 0, 70, 4, 12, ink.dark),
  textLines(26, 12, 68, 3, 12, ink.dark),
  turn(-9, 0, 84, [
    rect(-92, 70, 184, 28, ink.two, 3),
    {
      ...line(
        'M-80 72V84M-64 72V80M-48 72V84M-32 72V80M-16 72V84M0 72V80M16 72V84M32 72V80M48 72V84M64 72V80M80 72V84',
        ink.dark,
        2.5,
      ),
      role: 'detail',
    },
  ]),
];

/** Spectacles resting on an open book, a note beside the text. */
export const spectacles: Carrier = (ink, emblem = 'chat-text') => [
  ...openBookBlock(ink, ink.one),
  curvedText(ink.dark, 5),
  symbol(emblem, 66, -22, 52, ink.two),
  { ...line('M38 28C54 22 76 22 94 28M38 46C52 40 66 40 80 44', ink.dark, 4.5), role: 'detail' },
  place(-4, 30, -8, 1, [
    airy(
      { ...circle(-48, 0, 38, ink.three), opacity: 0.55 },
      { ...circle(48, 0, 38, ink.three), opacity: 0.55 },
    ),
    line('M-10-4C-6-16 6-16 10-4M-86-6L-108-22M86-6L108-22', ink.dark, 8),
    {
      kind: 'stroke',
      role: 'body',
      outline: { tag: 'ellipse', x: -48, y: 0, rx: 38, ry: 38 },
      colour: ink.dark,
      width: 8,
    },
    {
      kind: 'stroke',
      role: 'body',
      outline: { tag: 'ellipse', x: 48, y: 0, rx: 38, ry: 38 },
      colour: ink.dark,
      width: 8,
    },
    airy(line('M-68-14A24 24 0 0 1-52-24M28-14A24 24 0 0 1 44-24', ink.light, 5)),
  ]),
];
