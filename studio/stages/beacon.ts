import { circle, d, path } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Stage } from './stage.ts';

function rays(x: number, y: number, count: number, every: number, colour: string): Shape {
  let data = '';
  for (let index = 0; index < count; index += every) {
    const from = (index * 2 * Math.PI) / count;
    const to = ((index + 0.5) * 2 * Math.PI) / count;
    data += d`M${x} ${y}L${x + Math.cos(from) * 420} ${y + Math.sin(from) * 420}L${x + Math.cos(to) * 420} ${y + Math.sin(to) * 420}Z`;
  }
  return path(data, colour);
}

/** Rings or rays from the object, a few dots in orbit. */
export const beacon: Stage = ({ random, field, focus, variant }) => {
  const y = 150 + (random() - 0.5) * 16;
  const shapes: Shape[] = [];
  if (variant !== 1) {
    for (let index = 7; index > 0; index -= 1) {
      shapes.push(circle(focus, y, index * 42, index % 2 === 0 ? field.deep : field.base));
    }
  }
  if (variant === 1)
    shapes.push(rays(focus, y, 14, 1, field.pale), circle(focus, y, 108, field.deep));
  if (variant === 2)
    shapes.push({
      kind: 'group',
      casts: false,
      opacity: 0.5,
      shapes: [rays(focus, y, 10, 2, field.pale)],
    });
  // Dots keep to the left and the right, where objects leave room.
  for (let index = 0; index < 6; index += 1) {
    const side = index % 2 === 0 ? 0 : Math.PI;
    const angle = side + (Math.floor(index / 2) - 1) * 0.62 + (random() - 0.5) * 0.3;
    const radius = 152 + random() * 30;
    const colour = field.accents[index % 3] ?? field.accents[0];
    shapes.push(
      circle(
        focus + Math.cos(angle) * radius,
        y + Math.sin(angle) * radius,
        5 + random() * 8,
        colour,
      ),
    );
  }
  return shapes;
};
