import { paint, silhouette } from '../../render.ts';
import { airy, circle, d, ellipse, emblem, path, rect, shade } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { badge } from '../effects.ts';
import { cut, pose, project } from '../frame.ts';
import { TURN, appear, easeBoth, span } from '../motion.ts';
import { chooseGround } from '../placing.ts';
import { drawGround, floorShadow } from '../stages.ts';

const TABLE_Y = 292;

/** A round table whose rim shows how far it has turned. */
function drawTable({ inks }: Cast, angle: number, radius: number): string {
  const [rx, ry] = [radius, radius * 0.19];
  const top = paint([
    ellipse(320, TABLE_Y + 14, rx, ry, inks.dark),
    rect(320 - rx, TABLE_Y, rx * 2, 14, inks.dark),
    ellipse(320, TABLE_Y, rx, ry, inks.four),
    { ...ellipse(320, TABLE_Y, rx * 0.74, ry * 0.7, inks.light), opacity: 0.3 },
  ]);
  const marks = Array.from({ length: 16 }, (_, index) => {
    const at = angle + (index / 16) * TURN;
    return ellipse(
      320 + Math.cos(at) * rx * 0.87,
      TABLE_Y + Math.sin(at) * ry * 0.84,
      4.5,
      2.4,
      inks.light,
    );
  });
  return top + paint(marks);
}

/** A bottle: its print comes round from behind. */
function bottle(cast: Cast, angle: number): string {
  const { inks } = cast;
  const body = [
    rect(-26, -168, 52, 52, inks.dark, 8),
    rect(-56, -108, 112, 200, inks.light, 20),
    rect(-36, -120, 72, 18, inks.two, 5),
  ];
  const band = paint([rect(-56, -52, 112, 96, inks.two)]);
  const prints = [0, 1, 2, 3].map((index) => {
    const at = angle + (index / 4) * TURN;
    const face = Math.cos(at);
    if (face < 0.03) return '';
    const name = index % 2 === 0 ? cast.emblem : around(cast.props, index >> 1);
    return pose(
      { x: Math.sin(at) * 56, y: -4, scaleX: face, scaleY: 1 },
      paint([emblem(name, 0, 0, 58, index % 2 === 0 ? inks.dark : inks.one)]),
    );
  });
  const light = paint([
    shade('M22-108h14a20 20 0 0 1 20 20V72a20 20 0 0 1-20 20H22Z', 0.16),
    { ...rect(-42, -92, 9, 160, '#ffffff', 4.5), opacity: 0.6 },
  ]);
  return paint(body) + cut('label', 'M-56-52H56V44H-56Z', band + prints.join('')) + light;
}

/** A carton in parallel projection, seen a little from above. */
function carton(cast: Cast, angle: number): string {
  const { inks } = cast;
  const [half, height, flatness] = [92, 168, 0.24];
  const corners = [0, 1, 2, 3].map((index) => {
    const at = angle + (index / 4) * TURN + TURN / 8;
    return [Math.cos(at) * half, Math.sin(at) * half * flatness] as const;
  });
  const sides = corners.map(([x1, y1], index) => {
    const [x2, y2] = around(corners, index + 1);
    if (x2 > x1 - 0.5) return '';
    // Seen from outside a side runs from right to left.
    const face = [x2, y2, x1, y1] as const;
    const colour = index % 2 === 0 ? inks.one : inks.two;
    const symbol = index % 2 === 0 ? cast.emblem : around(cast.props, 0);
    const turned = (face[2] - face[0]) / (half * Math.SQRT2);
    const dim = face[1] > face[3] ? 0.04 : 0.24 * (1 - turned * 0.4);
    const w = half * Math.SQRT2;
    const print = paint([
      rect(0, -height, w, height, colour),
      circle(w / 2, -height * 0.56, 44, inks.light),
      emblem(symbol, w / 2, -height * 0.56, 54, colour),
      airy(
        rect(w * 0.2, -34, w * 0.6, 9, inks.light, 4.5),
        rect(w * 0.2, -19, w * 0.36, 7, inks.light, 3.5),
      ),
      { ...shade(d`M0 ${-height}H${w}V0H0Z`), opacity: dim },
    ]);
    return project([turned, (face[3] - face[1]) / w, 0, 1, face[0], face[1]], print);
  });
  const lid = corners
    .map(([x, y], index) => d`${index === 0 ? 'M' : 'L'}${x} ${y - height}`)
    .join('');
  const seam = corners.map(([x, y]) => [x, y - height] as const);
  const [a, b] = [around(seam, 0), around(seam, 1)];
  const [c, e] = [around(seam, 2), around(seam, 3)];
  const tape = d`M${a[0] * 0.6 + b[0] * 0.4} ${a[1] * 0.6 + b[1] * 0.4}L${a[0] * 0.4 + b[0] * 0.6} ${a[1] * 0.4 + b[1] * 0.6}L${c[0] * 0.6 + e[0] * 0.4} ${c[1] * 0.6 + e[1] * 0.4}L${c[0] * 0.4 + e[0] * 0.6} ${c[1] * 0.4 + e[1] * 0.6}Z`;
  return sides.join('') + paint([path(`${lid}Z`, inks.three), path(tape, inks.light)]);
}

const DEPTH = 30;
const SLICES = 13;

/** The object cut from thick board, both sides printed. */
function board(cast: Cast, angle: number): string {
  const [side, face] = [Math.sin(angle), Math.cos(angle)];
  const width = Math.max(0.02, Math.abs(face));
  const edge = silhouette(cast.object, cast.inks.dark);
  let drawing = '';
  for (let slice = 0; slice < SLICES; slice += 1) {
    const depth = (slice / (SLICES - 1) - 0.5) * DEPTH * Math.sign(face || 1);
    drawing += pose({ x: side * depth, scaleX: width, scaleY: 1 }, edge);
  }
  const near = (side * DEPTH * Math.sign(face || 1)) / 2;
  return drawing + pose({ x: near, scaleX: width, scaleY: 1 }, paint(cast.object));
}

const PRODUCTS: Readonly<Record<string, (cast: Cast, angle: number) => string>> = {
  bottle,
  carton,
};

const CALLOUTS = [
  [122, 112],
  [524, 96],
  [104, 226],
  [536, 218],
] as const;

/** The object turns on a table; what there is to say about it pops up around it. */
export const rotate: Choreography = (cast) => {
  const ground = chooseGround(cast, ['curtain', 'halo', 'rays', 'beam']);
  const product = PRODUCTS[cast.manner];
  const scale = cast.standing ? 1.1 : 1.02;
  const size = cast.manner === 'carton' ? 1.16 : 1.02;
  return (t) => {
    // Once round, resting where the front is seen.
    const angle = easeBoth(span(t, 0.12, 0.9)) * TURN;
    const standing =
      product === undefined
        ? pose(
            { x: 320, y: TABLE_Y + 4 - (cast.standing ? 95 : 108) * scale, scale },
            board(cast, angle),
          )
        : pose(
            { x: 320, y: TABLE_Y + 4 - (cast.manner === 'bottle' ? 92 : 0), scale: size },
            product(cast, angle),
          );
    const callouts = CALLOUTS.map(([x, y], index) => {
      const size = appear(t, 0.1 + index * 0.15, 0.9 + index * 0.02, 0.09, 0.07);
      const disc = badge(around(cast.props, index), 33, cast.inks.light, cast.inks.dark);
      return pose({ x, y, scale: size }, disc);
    });
    return (
      drawGround(ground, cast.field, t) +
      floorShadow(320, 190, 0, TABLE_Y + 26) +
      drawTable(cast, angle, 150) +
      standing +
      callouts.join('')
    );
  };
};
