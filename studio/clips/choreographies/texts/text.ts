import { hashText } from '../../../random.ts';
import { paint } from '../../../render.ts';
import { rect } from '../../../shapes.ts';
import type { Shape } from '../../../shapes.ts';
import { easeBoth, easeIn, span } from '../../motion.ts';

export interface Word {
  readonly line: number;
  readonly x: number;
  readonly w: number;
  readonly from: number;
}

export interface Text {
  readonly words: readonly Word[];
  readonly length: number;
}

/** Words of chance length set in lines; `from` counts the strokes of the keyboard. */
export function setText(
  seed: string,
  lines: number,
  width: number,
  indents: readonly number[],
): Text {
  const words: Word[] = [];
  let typed = 0;
  for (let line = 0; line < lines; line += 1) {
    const indent = indents[line % indents.length] ?? 0;
    const end = line === lines - 1 ? width * 0.55 : width - (hashText(`${seed}|${line}`) % 40);
    let x = indent;
    for (let count = 0; x < end - 14; count += 1) {
      const w = Math.min(20 + (hashText(`${seed}|${line}|${count}`) % 46), end - x);
      words.push({ line, x, w, from: typed });
      typed += w;
      x += w + 9;
    }
  }
  return { words, length: typed };
}

interface Look {
  readonly top: number;
  readonly gap: number;
  readonly weight: number;
  readonly colour: (word: Word, index: number) => string;
}

/** The text as far as it is typed, and the cursor behind it. */
export function drawText(
  { words, length }: Text,
  q: number,
  t: number,
  look: Look,
  cursor: string,
): string {
  const typed = q * length;
  const shapes: Shape[] = [];
  let [x, line] = [0, 0];
  for (const [index, word] of words.entries()) {
    const w = Math.min(word.w, typed - word.from);
    if (w <= 2) break;
    shapes.push(
      rect(
        word.x,
        look.top + word.line * look.gap,
        w,
        look.weight,
        look.colour(word, index),
        look.weight / 2,
      ),
    );
    [x, line] = [word.x + w, word.line];
  }
  const blinks = (q > 0 && q < 1) || Math.floor(t * 10) % 2 === 0;
  if (blinks)
    shapes.push(rect(x + 6, look.top + line * look.gap - 6, 4, look.weight + 12, cursor, 2));
  return paint(shapes);
}

/** Types, rests, and deletes much faster than it typed. */
export function typing(t: number): number {
  return (
    easeBoth(span(t, 0.05, 0.6)) * 0.25 + span(t, 0.05, 0.6) * 0.75 - easeIn(span(t, 0.86, 0.98))
  );
}
