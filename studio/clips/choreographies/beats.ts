import { paint } from '../../render.ts';
import { circle, rect } from '../../shapes.ts';
import { drawAct } from '../acts.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography, Colours } from '../cast.ts';
import { burst, confetti } from '../effects.ts';
import { FLOOR, HEIGHT, pose } from '../frame.ts';
import { anticipate, easeBoth, overshoot, span, swing } from '../motion.ts';
import { chooseGround, grounded } from '../placing.ts';
import { drawGround, floorShadow } from '../stages.ts';
import { cut } from '../frame.ts';

const BEATS = 3;

/** Something small that makes each beat a little different. */
function accent(beat: number, q: number, { inks }: Colours): string {
  if (beat === 0) {
    return [0, 1, 2]
      .map((index) => {
        const grown = overshoot(span(q, 0.2 + index * 0.08, 0.36 + index * 0.08), 2);
        const [x, y] = [-176 + index * 26, -60 - index * 34];
        return pose(
          { x, y: y + swing(q, 1, index * 0.3) * 5, scale: grown },
          paint([circle(0, 0, 8 + index * 5, inks.light)]),
        );
      })
      .join('');
  }
  if (beat === 1) return burst(span(q, 0.2, 0.62), 142, inks);
  return pose({ y: 30 }, confetti(span(q, 0.22, 0.74), 230, inks));
}

function drawBeat(cast: Cast, colours: Colours, beat: number, q: number): string {
  const shapes = drawAct(around(cast.acts, beat), colours.inks);
  const arrive = overshoot(span(q, 0.04, 0.26), 1.4);
  const leave = anticipate(span(q, 0.74, 0.92), 1.6);
  const x = 320 + (1 - arrive) * 460 - leave * 620;
  const height = Math.abs(swing(q, 1.5)) * 5 * span(q, 0.3, 0.4) * (1 - span(q, 0.68, 0.74));
  return (
    floorShadow(x, 126, height) +
    pose({ x: 320, y: 176 }, accent(beat, q, colours)) +
    pose({ x, y: FLOOR - 122 - height, scale: 1.2 }, grounded(shapes, true))
  );
}

/** The next field opens in a growing circle. */
function opening(q: number): string {
  const r = easeBoth(q) * 384;
  return `M${320 - r} 176a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

function drawProgress({ field }: Colours, t: number): string {
  const dots = Array.from({ length: BEATS }, (_, beat) => {
    const here = span(t * BEATS, beat, beat + 0.12) * (1 - span(t * BEATS, beat + 0.92, beat + 1));
    const w = 12 + here * 20;
    return {
      ...rect(320 + (beat - 1) * 44 - w / 2, HEIGHT - 20, w, 8, field.text, 4),
      opacity: 0.35 + here * 0.65,
    };
  });
  return paint(dots);
}

/** Three things after each other, each on its own field: a story in three words. */
export const beats: Choreography = (cast) => {
  const ground = chooseGround(cast, ['beams', 'halo', 'rays']);
  return (t) => {
    const beat = Math.min(BEATS - 1, Math.floor(t * BEATS));
    const q = t * BEATS - beat;
    const colours = around(cast.fields, beat);
    const next = around(cast.fields, beat + 1);
    const change = span(q, 0.8, 0.99);
    const scene = drawGround(ground, colours.field, t) + drawBeat(cast, colours, beat, q);
    const turned =
      change <= 0 ? '' : cut('next', opening(change), drawGround(ground, next.field, t));
    return scene + turned + drawProgress(colours, t);
  };
};
