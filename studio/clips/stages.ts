import { SHADOW, circle, d, ellipse, faint, path, rect } from '../shapes.ts';
import { paint } from '../render.ts';
import type { Field } from '../palettes.ts';
import { FLOOR, HEIGHT, WIDTH, pose } from './frame.ts';
import { TURN, swing } from './motion.ts';

/** The grounds of clips: the projection stage of the pictures, wide and in motion. */
export type Ground = 'beam' | 'beams' | 'curtain' | 'rays' | 'halo';

const STEP = 32;

/** Film along both edges; it stands still, for in small files everything that moves is paid for. */
function filmEdges(field: Field): string {
  let holes = '';
  for (let x = 0; x < WIDTH; x += STEP) {
    holes += d`M${x + 8} 7h15v9h-15ZM${x + 8} ${HEIGHT - 16}h15v9h-15Z`;
  }
  return paint([
    rect(0, 0, WIDTH, 23, field.deep),
    rect(0, HEIGHT - 23, WIDTH, 23, field.deep),
    path(holes, field.pale),
  ]);
}

function pool(field: Field, rx = 220): string {
  return paint([ellipse(WIDTH / 2, FLOOR, rx, 26, field.deep)]);
}

const GROUNDS: Readonly<Record<Ground, (field: Field, t: number) => string>> = {
  beam: (field, t) => {
    const lean = swing(t) * 26;
    return (
      paint([
        path(d`M-10 -10L${190 + lean} ${FLOOR + 24}H${510 + lean}Z`, field.pale),
        faint(0.5, path(d`M-10 -10L${270 + lean} ${FLOOR + 24}H${430 + lean}Z`, field.deep)),
      ]) +
      pool(field) +
      filmEdges(field)
    );
  },
  beams: (field, t) => {
    const lean = swing(t) * 40;
    return (
      paint([
        path(d`M-10 0L${220 + lean} ${FLOOR}H${500 + lean}Z`, field.pale),
        faint(0.75, path(d`M650 0L${420 - lean} ${FLOOR}H${150 - lean}Z`, field.pale)),
      ]) +
      pool(field) +
      filmEdges(field)
    );
  },
  curtain: (field) => {
    let folds = '';
    for (let index = 0; index < 11; index += 1) {
      const x = index * 64 - 32;
      const colour = index % 2 === 0 ? field.pale : field.deep;
      folds += paint([path(d`M${x} -5h64v256a32 30 0 0 1 -64 0Z`, colour)]);
    }
    return folds + paint([rect(0, 292, WIDTH, 68, field.deep)]);
  },
  rays: (field) => {
    let wedges = '';
    for (let index = 0; index < 12; index += 1) {
      const [from, to] = [(index / 12) * TURN, ((index + 0.5) / 12) * TURN];
      wedges += d`M0 0L${Math.cos(from) * 420} ${Math.sin(from) * 420}L${Math.cos(to) * 420} ${Math.sin(to) * 420}Z`;
    }
    const sun = pose({ x: 320, y: 176, turn: 7 }, paint([path(wedges, field.pale)]));
    return sun + paint([circle(320, 176, 132, field.deep)]);
  },
  halo: (field, t) => {
    let dots = '';
    for (let index = 0; index < 7; index += 1) {
      const [x, y] = [((index * 0.618 + 0.08) % 1) * WIDTH, 60 + ((index * 97) % 230)];
      dots += paint([
        circle(x, y + swing(t, 1, index * 0.31) * 12, 5 + (index % 3) * 4, field.pale),
      ]);
    }
    return paint([circle(320, 176, 196, field.pale), circle(320, 176, 150, field.deep)]) + dots;
  },
};

/** The field's colour and one of its grounds. */
export function drawGround(ground: Ground, field: Field, t: number): string {
  return paint([rect(0, 0, WIDTH, HEIGHT, field.base)]) + GROUNDS[ground](field, t);
}

/** The shadow under something that stands, or floats a little above the floor. */
export function floorShadow(x: number, width: number, height = 0, y = FLOOR): string {
  const nearness = Math.max(0.3, 1 - height / 220);
  return paint([
    { ...ellipse(x, y, width * nearness, 11 * nearness, SHADOW), opacity: 0.22 * nearness },
  ]);
}
