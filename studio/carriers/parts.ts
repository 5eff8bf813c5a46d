import type { Inks } from '../palettes.ts';
import { airy, circle, d, group, line, path, rect, round, shade, shadeRect } from '../shapes.ts';
import type { Shape } from '../shapes.ts';

/** Head and shoulders, the feet of the bust at (x, y). */
export function person(x: number, y: number, size: number, colour: string): Shape[] {
  const half = size / 2;
  return [
    circle(x, y - size * 0.98, size * 0.32, colour),
    path(d`M${x - half} ${y}a${half} ${half * 1.1} 0 0 1 ${size} 0Z`, colour),
  ];
}

/** A sheet with its top right corner folded over. */
export function foldedSheet(
  x: number,
  y: number,
  w: number,
  h: number,
  fold: number,
  paper: string,
  corner: string,
): Shape[] {
  return [
    path(d`M${x} ${y}h${w - fold}l${fold} ${fold}v${h - fold}h${-w}Z`, paper),
    path(d`M${x + w - fold} ${y}v${fold}h${fold}Z`, corner),
  ];
}

/** A browser window; the page is 26 units lower than the frame. */
export function browser(
  ink: Inks,
  x: number,
  y: number,
  w: number,
  h: number,
  page: readonly Shape[],
): Shape[] {
  const bar = d`M${x} ${y + 26}v-14a12 12 0 0 1 12-12h${w - 24}a12 12 0 0 1 12 12v14Z`;
  return [
    rect(x, y, w, h, ink.light, 12),
    path(bar, ink.dark),
    airy(
      circle(x + 16, y + 13, 4.5, ink.two),
      circle(x + 31, y + 13, 4.5, ink.three),
      circle(x + 46, y + 13, 4.5, ink.light),
      { ...rect(x + 72, y + 8, w - 88, 10, ink.light, 5), opacity: 0.25 },
    ),
    airy(...page),
  ];
}

/** A pencil standing on its point at the origin, 170 long. */
export function pencil(ink: Inks, barrel: string, length = 170): Shape[] {
  const top = -length;
  return [
    rect(-11, top, 22, 18, ink.two, 5),
    rect(-11, top + 14, 22, 10, ink.dark),
    rect(-11, top + 24, 22, length - 54, barrel),
    shadeRect(4, top + 14, 7, length - 44),
    path('M-11-30H11L0 0Z', ink.light),
    path('M-4.4-12H4.4L0 0Z', ink.dark),
  ];
}

/** An arrow cursor, its tip at the point. */
export function cursor(x: number, y: number, scale: number, ink: Inks): Shape {
  const arrow = 'M0 0L34 26L17 29L9 45Z';
  return group(`translate(${round(x)} ${round(y)}) scale(${scale})`, [
    line(arrow, ink.light, 8),
    path(arrow, ink.dark),
  ]);
}

/** A small landscape: sun and two hills in a frame. */
export function landscape(
  x: number,
  y: number,
  w: number,
  h: number,
  colours: { sky: string; sun: string; near: string; far: string },
): Shape {
  const low = y + h;
  return airy(
    rect(x, y, w, h, colours.sky),
    circle(x + w * 0.7, y + h * 0.3, h * 0.16, colours.sun),
    path(d`M${x} ${low}v${-h * 0.3}l${w * 0.32} ${-h * 0.4}l${w * 0.42} ${h * 0.7}Z`, colours.far),
    path(
      d`M${x + w * 0.32} ${low}l${w * 0.38} ${-h * 0.46}l${w * 0.3} ${h * 0.34}v${h * 0.12}Z`,
      colours.near,
    ),
  );
}

/** Five-row code in a dark pane. */
export function codeLines(x: number, y: number, ink: Inks, gap = 16): Shape {
  const rows: readonly (readonly [indent: number, width: number, colour: string])[] = [
    [0, 30, ink.two],
    [14, 52, ink.three],
    [28, 70, ink.light],
    [28, 44, ink.two],
    [14, 36, ink.three],
    [0, 20, ink.two],
  ];
  return airy(
    ...rows.map(([indent, width, colour], index) =>
      rect(x + indent, y + index * gap, width, 7, colour, 3.5),
    ),
    ...rows
      .filter(([, width]) => width > 34)
      .map(([indent, width]) => ({
        ...rect(
          x + indent + width + 6,
          y + gap * (width > 60 ? 2 : width > 48 ? 1 : width > 40 ? 3 : 4),
          24,
          7,
          ink.light,
          3.5,
        ),
        opacity: 0.4,
      })),
  );
}

/** A book seen from the front: cover, spine and the edge of its pages. */
export function closedBook(cover: string, ink: Inks, front: readonly Shape[]): Shape[] {
  return [
    path('M64-84L80-76V86L64 92Z', ink.light),
    { ...line('M69-80V88M74-78V87', ink.dark, 1), role: 'shade' },
    rect(-70, -86, 136, 180, cover, 5),
    ...front,
    shade('M-70-81a5 5 0 0 1 5-5H-50V94H-65a5 5 0 0 1-5-5Z', 0.22),
  ];
}

/** An open book lying towards the viewer; its left page may carry lines of text. */
export function openBookBlock(ink: Inks, cover: string): Shape[] {
  const left = 'M-112-44C-76-66-34-62 0-38V86C-34 62-76 58-112 80Z';
  const right = 'M112-44C76-66 34-62 0-38V86C34 62 76 58 112 80Z';
  return [
    path(
      'M-112 80C-76 58-34 62 0 86C34 62 76 58 112 80V93C76 71 34 75 0 99C-34 75-76 71-112 93Z',
      cover,
    ),
    path(left, ink.light),
    path(right, ink.light),
    shade('M0-38V86C10 79 22 73 34 70V-53C22-50 10-45 0-38Z', 0.1),
  ];
}

/** The left page's text follows the curve of the paper. */
export function curvedText(colour: string, count = 4): Shape {
  return {
    ...line(
      Array.from({ length: count }, (_, index) => {
        const y = -26 + index * 20;
        return d`M-94 ${y}C-70 ${y - 12}-42 ${y - 10}-18 ${y + 4}`;
      }).join(''),
      colour,
      4.5,
    ),
    role: 'detail',
  };
}

/** A phone's body; the screen is 86 x 180 at (-43, -91). */
export function phoneBody(ink: Inks, screen: string): Shape[] {
  return [
    rect(-50, -98, 100, 194, ink.dark, 20),
    rect(-43, -91, 86, 180, screen, 14),
    rect(-14, -86, 28, 7, ink.dark, 3.5),
  ];
}
