import { circle, d, line, path, rect, turn } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Setting, Stage } from './stage.ts';

function quote(x: number, y: number, size: number, colour: string): Shape[] {
  const tail = d`M${x - size} ${y}C${x - size} ${y - size * 1.6} ${x - size * 0.2} ${y - size * 2.4} ${x + size * 0.7} ${y - size * 2.7}L${x + size} ${y - size * 2.2}C${x + size * 0.2} ${y - size * 1.7} ${x} ${y - size * 1.3} ${x} ${y - size}Z`;
  return [circle(x, y, size, colour), path(tail, colour)];
}

function quotes({ field }: Setting): Shape[] {
  return [...quote(72, 156, 54, field.deep), ...quote(200, 156, 54, field.deep)];
}

function sheets({ random, field }: Setting): Shape[] {
  return [-11, 7, -3].map((lean, index) => {
    const x = [50, 220, 130][index] ?? 50;
    const y = [30, 20, 70][index] ?? 30;
    let rules = '';
    for (let row = 0; row < 8; row += 1) {
      rules += d`M${x + 26} ${y + 30 + row * 23}h${row % 4 === 3 ? 58 : 120}`;
    }
    return turn(lean + random() * 6, x + 85, y + 110, [
      rect(x, y, 170, 220, index % 2 === 0 ? field.deep : field.pale, 6),
      line(rules, field.base, 4),
      rect(x + 14, y, 3, 220, field.accents[index % 2] ?? field.accents[0]),
    ]);
  });
}

function scripts({ field }: Setting): Shape[] {
  return Array.from({ length: 8 }, (_, index) => {
    const loud = index === 1 || index === 6;
    const tone = index % 2 === 0 ? field.pale : field.deep;
    const colour = loud ? (field.accents[index % 2] ?? field.accents[0]) : tone;
    return line(`M-10 ${12 + index * 40}${'q14 -22 28 0t28 0'.repeat(8)}`, colour, loud ? 7 : 13);
  });
}

/** Giant quotation marks, ruled sheets or lines of script. */
export const margins: Stage = (setting) => {
  if (setting.variant === 0) return quotes(setting);
  return setting.variant === 1 ? sheets(setting) : scripts(setting);
};
