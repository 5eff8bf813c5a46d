import type { EmblemName } from '../emblems.ts';
import type { Inks } from '../palettes.ts';
import { paint } from '../render.ts';
import { circle, d, emblem, line, rect } from '../shapes.ts';
import { pose } from './frame.ts';
import { TURN, easeOut, span } from './motion.ts';

/** Short strokes flying outwards from a point. */
export function burst(q: number, radius: number, ink: Inks, count = 12): string {
  if (q <= 0 || q >= 1) return '';
  const reach = easeOut(q);
  const rays = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * TURN;
    const [from, to] = [
      radius + reach * 26,
      radius + 6 + reach * 46 * (index % 2 === 0 ? 1 : 0.75),
    ];
    const data = d`M${Math.cos(angle) * from} ${Math.sin(angle) * from}L${Math.cos(angle) * to} ${Math.sin(angle) * to}`;
    return line(data, index % 2 === 0 ? ink.two : ink.three, 7);
  });
  return pose({ opacity: 1 - span(q, 0.55, 1) }, paint(rays));
}

/** Paper rising from a point and falling past it. */
export function confetti(q: number, spread: number, ink: Inks, count = 14): string {
  if (q <= 0 || q >= 1) return '';
  const colours = [ink.one, ink.two, ink.three, ink.light];
  return Array.from({ length: count }, (_, index) => {
    const side = ((index * 0.618) % 1) * 2 - 1;
    const lift = 150 + ((index * 53) % 90);
    const x = side * spread * easeOut(q);
    const y = -lift * easeOut(Math.min(1, q * 1.6)) + q * q * 330;
    const paper = paint([rect(-6, -4, 12, 8, colours[index % 4] ?? ink.one, 1.5)]);
    return pose(
      {
        x,
        y,
        turn: index * 40 + q * 90,
        opacity: 1 - span(q, 0.8, 1),
      },
      paper,
    );
  }).join('');
}

/** A pictogram on a disc. */
export function badge(name: EmblemName, radius: number, disc: string, ink: string): string {
  return paint([
    circle(0, 0, radius, disc),
    emblem(name, name === 'play' ? radius * 0.08 : 0, 0, radius * 1.16, ink),
  ]);
}
