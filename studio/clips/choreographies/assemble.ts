import { seededRandom } from '../../random.ts';
import { paint } from '../../render.ts';
import { d, line } from '../../shapes.ts';
import type { Shape } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { badge, burst, confetti } from '../effects.ts';
import { pose } from '../frame.ts';
import { TURN, appear, easeBoth, easeIn, easeOut, overshoot, span, swing } from '../motion.ts';
import { chooseGround, restHeight, shadowOf } from '../placing.ts';
import { drawGround } from '../stages.ts';

const MOST_PIECES = 9;

/** The single shapes of a print, when there is nothing else to take apart. */
function printed(shape: Shape): readonly Shape[] {
  const whole = shape.kind !== 'group' || shape.casts || shape.opacity !== undefined;
  return whole || shape.transform !== undefined ? [shape] : shape.shapes;
}

/** An object's parts; shade stays with the part it lies on. */
function takeApart(shapes: readonly Shape[]): readonly (readonly Shape[])[] {
  const lies = (shape: Shape): boolean =>
    shape.kind !== 'pictogram' && shape.kind !== 'group' && shape.role !== 'body';
  const parts: Shape[][] = [];
  for (const shape of shapes.flatMap(printed)) {
    const last = parts.at(-1);
    if (last !== undefined && lies(shape)) last.push(shape);
    else parts.push([shape]);
  }
  const size = Math.ceil(parts.length / MOST_PIECES);
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, index) =>
    parts.slice(index * size, (index + 1) * size).flat(),
  );
}

interface Flight {
  readonly drawing: string;
  readonly start: number;
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

function planFlights(cast: Cast): readonly Flight[] {
  const random = seededRandom(`assemble|${cast.seed}`);
  const parts = takeApart(cast.object);
  const first = random() * TURN;
  return parts.map((part, index) => {
    const start = 0.03 + (index / parts.length) * 0.34;
    const drawing = paint(part);
    if (cast.manner === 'drop') {
      const side = index % 2 === 0 ? 1 : -1;
      return { drawing, start, x: side * 30, y: -380, turn: side * 24 };
    }
    // The golden angle: neighbours come from different sides.
    const angle = first + index * 2.4;
    const [x, y] = [Math.cos(angle) * 400, Math.sin(angle) * 290 - 60];
    return { drawing, start, x, y, turn: (random() - 0.5) * 200 };
  });
}

/** The parts move apart along the axis they were put together on, and close again. */
const explode: Choreography = (cast) => {
  const ground = chooseGround(cast, ['halo', 'beams']);
  const parts = takeApart(cast.object).map(paint);
  const middle = (parts.length - 1) / 2;
  return (t) => {
    const apart = overshoot(span(t, 0.1, 0.32), 1.1) - easeBoth(span(t, 0.7, 0.9));
    const turn = swing(t, 2) * 2 * apart;
    const drawing = parts.map((part, index) => pose({ y: (middle - index) * 34 * apart }, part));
    const labels = [0, 1, 2, 3].map((index) => {
      const size = appear(t, 0.26 + index * 0.06, 0.72 - index * 0.02, 0.09, 0.06);
      const [x, side] = [index % 2 === 0 ? 474 : 166, index % 2 === 0 ? 1 : -1];
      const y = 300 - index * 76;
      const lead = paint([
        line(d`M${x - side * 42} ${y}H${x - side * 92}`, cast.inks.light, 4, '1 9'),
      ]);
      return (
        pose({ opacity: Math.min(1, size) }, lead) +
        pose(
          { x, y, scale: size },
          badge(around(cast.props, index), 32, cast.inks.light, cast.inks.dark),
        )
      );
    });
    const scale = 1.2 - apart * 0.3;
    return (
      drawGround(ground, cast.field, t) +
      labels.join('') +
      pose({ x: 320, y: 182, scale, turn }, drawing.join(''))
    );
  };
};

/** Parts fly in one after the other and become the object. */
export const assemble: Choreography = (cast) =>
  cast.manner === 'explode' ? explode(cast) : flyIn(cast);

const flyIn: Choreography = (cast) => {
  const flights = planFlights(cast);
  const ground = chooseGround(cast, ['beams', 'beam', 'halo', 'rays']);
  const scale = 1.26;
  const y = restHeight(cast.standing, scale);
  return (t) => {
    const leave = span(t, 0.87, 1);
    let drawing = '';
    for (const [index, flight] of flights.entries()) {
      const gone = easeIn(Math.min(1, Math.max(0, leave * 1.5 - (index / flights.length) * 0.5)));
      for (let ghost = 3; ghost >= 0; ghost -= 1) {
        const q = span(t - ghost * 0.013, flight.start, flight.start + 0.2);
        if (q <= 0 || (ghost > 0 && (q >= 0.75 || gone > 0))) continue;
        const away = 1 - overshoot(q, 1.3);
        drawing += pose(
          {
            x: flight.x * away - flight.x * gone * 1.3,
            y: flight.y * away - 460 * gone,
            turn: flight.turn * away - flight.turn * gone * 0.5,
            opacity: ghost === 0 ? 1 : 0.32 - ghost * 0.08,
          },
          flight.drawing,
        );
      }
    }
    const settled = span(t, 0.44, 0.62);
    const sway = swing(settled, 1.5) * 4 * (1 - settled);
    const shadow = easeOut(span(t, 0.05, 0.4)) * (1 - easeIn(leave));
    const cheer =
      cast.manner === 'drop'
        ? pose({ x: 320, y: 190 }, confetti(span(t, 0.46, 0.86), 230, cast.inks))
        : pose({ x: 320, y: 172 }, burst(span(t, 0.44, 0.7), 142, cast.inks));
    return (
      drawGround(ground, cast.field, t) +
      pose({ opacity: shadow }, shadowOf(cast, 320, scale)) +
      cheer +
      pose({ x: 320, y, scale, turn: sway }, drawing)
    );
  };
};
