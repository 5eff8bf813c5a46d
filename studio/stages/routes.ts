import { circle, d, line, rect } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Setting, Stage } from './stage.ts';

function arcs({ random, field }: Setting): Shape[] {
  const size = 66.7;
  const half = size / 2;
  const tracks: Record<string, string> = {};
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const x = column * size;
      const y = row * size - 16;
      const falling = random() < 0.5;
      const colour = random() < 0.5 ? field.deep : field.pale;
      const arc = falling
        ? d`M${x + half} ${y}A${half} ${half} 0 0 1 ${x} ${y + half}M${x + size} ${y + half}A${half} ${half} 0 0 0 ${x + half} ${y + size}`
        : d`M${x + half} ${y}A${half} ${half} 0 0 0 ${x + size} ${y + half}M${x} ${y + half}A${half} ${half} 0 0 1 ${x + half} ${y + size}`;
      tracks[colour] = (tracks[colour] ?? '') + arc;
    }
  }
  const stops = Array.from({ length: 4 }, (_, index) => {
    const column = [0, 1, 4, 5][Math.floor(random() * 4)] ?? 0;
    return circle(
      column * size + half,
      Math.floor(random() * 4) * size + 51,
      8,
      field.accents[index % field.accents.length] ?? field.accents[0],
    );
  });
  return [...Object.entries(tracks).map(([colour, data]) => line(data, colour, 15)), ...stops];
}

function transit({ random, field }: Setting): Shape[] {
  return Array.from({ length: 7 }, (_, index) => {
    const y = 18 + index * 44;
    const bend = random() < 0.5 ? -44 : 44;
    const x = 50 + random() * 250;
    const tone = index % 2 === 0 ? field.pale : field.deep;
    const track = index % 3 === 1 ? (field.accents[index % field.accents.length] ?? tone) : tone;
    return [
      line(d`M-10 ${y}H${x}l44 ${bend}H410`, track, 12),
      circle(x, y, 10, field.base),
      circle(x, y, 6, index % 3 === 1 ? track : field.pale),
    ];
  }).flat();
}

function pixels({ random, field }: Setting): Shape[] {
  const cells: Shape[] = [];
  for (let row = 0; row < 12; row += 1) {
    for (let column = 0; column < 16; column += 1) {
      const distance = Math.hypot(column - 7.5, (row - 5.5) * 1.2) / 10;
      if (random() >= distance * 0.95) continue;
      const luck = random();
      const tone = random() < 0.5 ? field.deep : field.pale;
      const colour = luck < 0.06 ? field.accents[0] : luck < 0.1 ? field.accents[1] : tone;
      cells.push(rect(column * 25, row * 25, 25, 25, colour));
    }
  }
  return cells;
}

/** Arc tiles, transit lines or a pixel field that clears around the object. */
export const routes: Stage = (setting) => {
  if (setting.variant === 0) return arcs(setting);
  return setting.variant === 1 ? transit(setting) : pixels(setting);
};
