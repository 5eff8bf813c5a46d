import { person } from '../carriers/parts.ts';
import type { Inks } from '../palettes.ts';
import { paint } from '../render.ts';
import { circle, d, ellipse, emblem, faint, line, path, place, rect, repeat } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import { box, cut, pose } from './frame.ts';
import { swing } from './motion.ts';

/**
 * Flat pictures, 320 by 180 about the origin, for screens, prints and pages. Each is alive: it
 * moves a little and is back where it was when the clip's time has gone round.
 */
type Scene = (ink: Inks, t: number) => readonly Shape[];

const sky = (colour: string): Shape => rect(-160, -90, 320, 180, colour);

/** The land's edge from left to right, down to the lower edge. */
function land(colour: string, from: number, ...curve: readonly string[]): Shape {
  return path(d`M-160 ${from}${curve.join('')}V90H-160Z`, colour);
}

export const SCENES = {
  hills: (ink, t) => [
    sky(ink.three),
    circle(70, -26 + swing(t) * 4, 30, ink.two),
    path('M-160 40L-70-52L10 34L64-14L160 52V90H-160Z', ink.four),
    path('M-92-29L-70-52L-47-28L-60-20L-72-30L-82-20Z', ink.light),
    land(ink.one, 46, 'C-90 16-20 30 30 52S120 66 160 44'),
  ],
  sea: (ink, t) => [
    sky(ink.two),
    circle(-54, 8, 44, ink.light),
    rect(-160, 12, 320, 78, ink.one),
    faint(0.5, rect(-96, 22, 84, 5, ink.light, 2.5), rect(-76, 36, 46, 5, ink.light, 2.5)),
    place(62, 30 + swing(t) * 3, swing(t, 1, 0.2) * 4, 1, [
      path('M-50 0H54C48 20 34 26 20 26H-20C-36 26-46 18-50 0Z', ink.dark),
      path('M4-92C40-62 52-34 52-8H4Z', ink.light),
      path('M-4-78C-28-52-40-32-42-8H-4Z', ink.three),
    ]),
    path(
      Array.from({ length: 9 }, (_, index) => {
        const x = -180 + index * 40 + swing(t) * 10;
        return d`M${x} 74q20 -14 40 0v20h-40Z`;
      }).join(''),
      ink.dark,
    ),
  ],
  city: (ink, t) => [
    sky(ink.two),
    circle(-86, -34, 32, ink.light),
    path('M-160 90V10H-120V-14H-84V30H-40V-30H-4V8H44V-46H84V18H124V-8H160V90Z', ink.three),
    path('M-160 90V44H-132V20H-92V58H-58V2H-14V48H22V-16H66V40H102V16H140V52H160V90Z', ink.dark),
    ...repeat(14, (index) => {
      const [x, y] = [
        [-120, 32],
        [-120, 50],
        [-106, 32],
        [-106, 68],
        [-46, 14],
        [-46, 34],
        [-28, 14],
        [-28, 54],
        [34, -4],
        [34, 16],
        [50, -4],
        [50, 36],
        [114, 30],
        [124, 50],
      ][index] ?? [0, 0];
      const lit = swing(t, 1, index * 0.29) > -0.4;
      return rect(x ?? 0, y ?? 0, 8, 10, lit ? ink.two : ink.three, 1.5);
    }),
  ],
  house: (ink, t) => [
    sky(ink.three),
    circle(-112, -46 + swing(t) * 3, 24, ink.light),
    land(ink.four, 44, 'Q0 26 160 44'),
    rect(-62, -16, 130, 76, ink.light),
    path('M-80-12L3-78L86-12L74 0L3-54L-68 0Z', ink.one),
    path('M-66-8L3-62L72-8Z', ink.light),
    rect(-44, 12, 34, 48, ink.two, 3),
    rect(12, 8, 40, 30, ink.dark, 3),
    line('M32 8V38', ink.light, 3),
    rect(118, 20, 9, 46, ink.dark),
    ellipse(122, -6, 32, 42, ink.one),
    path('M-160 90V60H160V90Z', ink.one),
  ],
  room: (ink, t) => [
    sky(ink.three),
    rect(-136, -70, 104, 84, ink.light, 3),
    path('M-128-62H-40V6H-128Z', ink.two),
    path('M-128 6V-12L-98-36L-66-8L-54-18L-40-6V6Z', ink.four),
    line('M-84-62V6', ink.light, 5),
    rect(-160, 48, 320, 42, ink.dark),
    rect(-22, 2, 130, 40, ink.one, 16),
    rect(-34, 22, 154, 34, ink.one, 12),
    line('M-18 54V66M104 54V66', ink.light, 6),
    rect(0, 8, 34, 26, ink.two, 7),
    line('M136 60V-40', ink.light, 5),
    place(136, -44, swing(t) * 2, 1, [path('M-26 4L-14-30H14L26 4Z', ink.two)]),
    rect(-120, 30, 40, 32, ink.light, 4),
    path('M-100 30C-126 10-118-14-100 6C-84-18-76 12-100 30Z', ink.one),
  ],
  kitchen: (ink, t) => [
    sky(ink.three),
    rect(-160, -90, 320, 22, ink.one),
    ...repeat(3, (index) =>
      place(-84 + index * 84, -68, swing(t, 1, index * 0.1) * 3, 1, [
        line('M0 0V26', ink.dark, 4),
        path('M-24 48A24 24 0 0 1 24 48Z', ink.two),
      ]),
    ),
    rect(-160, 60, 320, 30, ink.four),
    rect(-128, 22, 256, 52, ink.one, 4),
    rect(-138, 10, 276, 16, ink.dark, 4),
    line('M-64 30V70M0 30V70M64 30V70', ink.light, 3),
    path('M-92 10C-100-12-60-12-68 10Z', ink.two),
    rect(66, -18, 16, 28, ink.four, 4),
    rect(88, -6, 24, 16, ink.one, 4),
  ],
  portrait: (ink, t) => [
    sky(ink.two),
    circle(0, 0, 84, ink.three),
    path('M-78 90C-78 34-40 22 0 22S78 34 78 90Z', ink.one),
    rect(-14, 0, 28, 36, ink.light),
    place(0, swing(t) * 2, swing(t) * 2, 1, [
      ellipse(0, -26, 36, 42, ink.light),
      path('M-40-22C-46-84 46-84 40-22C34-48 10-54-16-50C-32-46-38-36-40-22Z', ink.dark),
      circle(-13, -22, 4.5, ink.dark),
      circle(13, -22, 4.5, ink.dark),
      line('M-11-4Q0 6 11-4', ink.dark, 4),
    ]),
  ],
  team: (ink) => [
    sky(ink.two),
    ...person(-84, 90, 96, ink.three),
    ...person(84, 90, 96, ink.four),
    ...person(0, 90, 118, ink.one),
  ],
  product: (ink, t) => [
    sky(ink.two),
    circle(0, -6, 92, ink.three),
    ellipse(0, 70, 88, 16, ink.dark),
    ellipse(0, 64, 88, 16, ink.one),
    place(0, swing(t) * 3 - 4, 0, 1, [
      rect(-27, -40, 54, 96, ink.light, 12),
      rect(-14, -70, 28, 30, ink.dark, 5),
      rect(-27, -10, 54, 40, ink.one),
      emblem('leaf', 0, 10, 32, ink.light),
    ]),
  ],
  stage: (ink, t) => [
    sky(ink.dark),
    path(d`M-120 -90L${-50 + swing(t) * 18} 74H${50 + swing(t) * 18}Z`, ink.one),
    faint(0.7, path(d`M120 -90L${50 - swing(t) * 18} 74H${-50 - swing(t) * 18}Z`, ink.two)),
    ...person(0, 66, 74, ink.light),
    rect(-160, 66, 320, 24, ink.one),
    line('M34 66V4', ink.light, 4),
    circle(34, -2, 9, ink.light),
    path('M-160 90V74a14 14 0 0 1 28 0a14 14 0 0 1 28 0a14 14 0 0 1 28 0V90Z', ink.three),
    path('M160 90V74a14 14 0 0 0-28 0a14 14 0 0 0-28 0a14 14 0 0 0-28 0V90Z', ink.three),
  ],
  forest: (ink, t) => [
    sky(ink.one),
    circle(60, -36 + swing(t) * 3, 30, ink.light),
    ...repeat(6, (index) =>
      path(
        d`M${-150 + index * 60} 60l28 ${-70 - (index % 3) * 16}l28 ${70 + (index % 3) * 16}Z`,
        ink.three,
      ),
    ),
    ...repeat(5, (index) =>
      path(
        d`M${-176 + index * 74} 84l36 ${-84 - (index % 2) * 22}l36 ${84 + (index % 2) * 22}Z`,
        ink.dark,
      ),
    ),
    land(ink.two, 74, 'Q-60 58 20 72T160 66'),
  ],
  title: (ink, t) => [
    sky(ink.one),
    circle(0, -20, 42 + swing(t) * 2, ink.light),
    emblem('star', 0, -20, 52, ink.two),
    rect(-84, 40, 168, 14, ink.light, 7),
    rect(-52, 64, 104, 9, ink.two, 4.5),
  ],
  space: (ink, t) => [
    sky(ink.dark),
    ...repeat(12, (index) =>
      circle(-150 + ((index * 83) % 300), -80 + ((index * 47) % 150), 2 + (index % 3), ink.light),
    ),
    circle(76, 96, 110, ink.one),
    faint(0.35, circle(48, 62, 22, ink.dark), circle(104, 74, 12, ink.dark)),
    place(-52 + swing(t) * 6, -12 + swing(t, 1, 0.25) * 5, 38, 1, [
      path('M0-52C26-30 24 14 16 36H-16C-24 14-26-30 0-52Z', ink.light),
      path('M-16 10L-36 34V50L-14 34ZM16 10L36 34V50L14 34Z', ink.two),
      circle(0, -8, 10, ink.one),
      path(d`M-10 38H10L0 ${66 + swing(t, 6) * 8}Z`, ink.two),
    ]),
  ],
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly r?: number;
  /** How far the picture is enlarged beyond filling the frame, and moved in its own units. */
  readonly zoom?: number;
  readonly shiftX?: number;
  readonly shiftY?: number;
}

/** A scene cut to a frame about the point (x, y), filling it. */
export function fillFrame(id: string, name: SceneName, ink: Inks, t: number, frame: Frame): string {
  const { x, y, w, h, r = 0, zoom = 1, shiftX = 0, shiftY = 0 } = frame;
  const scale = Math.max(w / 320, h / 180) * zoom * 1.01;
  const picture = pose({ x: x + shiftX, y: y + shiftY, scale }, paint(SCENES[name](ink, t)));
  return cut(id, box(x - w / 2, y - h / 2, w, h, r), picture);
}
