import { paint } from '../../../render.ts';
import { rect } from '../../../shapes.ts';
import type { Cast } from '../../cast.ts';
import { badge } from '../../effects.ts';
import { pose } from '../../frame.ts';
import { appear } from '../../motion.ts';
import { drawText, setText, typing } from './text.ts';
import type { Word } from './text.ts';

export function page(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const text = setText(cast.seed, 7, 300, [0]);
  return (t) => {
    const q = Math.max(0, typing(t));
    const sheet = paint([
      { ...rect(-178, -142, 380, 330, inks.dark, 6), opacity: 0.16 },
      rect(-190, -154, 380, 340, inks.light, 6),
      rect(-150, -122, 190, 20, inks.one, 6),
      rect(-150, -92, 110, 10, inks.three, 5),
    ]);
    const look = {
      top: -62,
      gap: 28,
      weight: 11,
      colour: (_: Word, index: number) => (index % 7 === 3 ? inks.one : inks.dark),
    };
    const stamp = appear(t, 0.58, 0.9, 0.08, 0.05);
    return pose(
      { x: 320, y: 190 },
      sheet +
        pose({ x: -150 }, drawText(text, q, t, look, inks.one)) +
        pose(
          { x: 168, y: 74, scale: stamp, turn: -14 + stamp * 8 },
          badge(cast.emblem, 52, inks.one, inks.light),
        ),
    );
  };
}
