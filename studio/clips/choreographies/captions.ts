import { hashText } from '../../random.ts';
import { paint } from '../../render.ts';
import { circle, ellipse, line, path, rect } from '../../shapes.ts';
import type { Shape } from '../../shapes.ts';
import { around, vivid } from '../cast.ts';
import type { Cast, Choreography, Colours } from '../cast.ts';
import { badge } from '../effects.ts';
import { box, cut, pose } from '../frame.ts';
import { TURN, easeBoth, easeOut, overshoot, span, swing } from '../motion.ts';
import { chooseGround } from '../placing.ts';
import { SCENES, fillFrame } from '../scenes.ts';
import { drawGround } from '../stages.ts';

/** A face that speaks; loud goes from a closed to an open mouth. */
function drawSpeaker(
  { inks }: Colours,
  look: number,
  coat: string,
  loud: number,
  nod: number,
): string {
  const hair =
    look === 0
      ? 'M-62-40C-70-138 70-138 62-40C50-84 14-90-24-84C-48-78-58-62-62-40Z'
      : 'M-66 16C-84-136 84-136 66 16C50 30 52-40 34-66C0-80-34-78-50-52C-56-20-52 30-66 16Z';
  const skin = look === 0 ? inks.light : vivid(inks.three, inks.four);
  const head: Shape[] = [
    ellipse(0, -36, 56, 64, skin),
    path(hair, inks.dark),
    circle(-20, -34, 6.5, inks.dark),
    circle(20, -34, 6.5, inks.dark),
    loud < 0.12
      ? line('M-15-4Q0 5 15-4', inks.dark, 6)
      : ellipse(0, -2, 17 - loud * 3, 4 + loud * 13, inks.dark),
  ];
  return (
    paint([
      path('M-124 150C-124 62-60 46 0 46S124 62 124 150Z', coat),
      rect(-22, 14, 44, 46, skin, 10),
    ]) + pose({ y: nod * 4, turn: nod * 2.5 }, paint(head))
  );
}

/** Words light up as they are said. */
function drawCaption(seed: string, q: number, { inks }: Cast, width: number): string {
  const rows = [0, 1].map((row) => {
    const words: number[] = [];
    let left = width * (row === 0 ? 0.86 : 0.62);
    for (let count = 0; left > 40; count += 1) {
      const w = 34 + (hashText(`${seed}|${row}|${count}`) % 48);
      words.push(Math.min(w, left));
      left -= w + 10;
    }
    return words;
  });
  const total = rows.flat().reduce((sum, w) => sum + w, 0);
  let said = 0;
  const shapes = rows.flatMap((words, row) => {
    const full = words.reduce((sum, w) => sum + w + 10, -10);
    let x = -full / 2;
    return words.flatMap((w) => {
      const heard = Math.min(1, Math.max(0, (q * total - said) / w));
      const bar = rect(x, -20 + row * 24, w, 12, inks.light, 6);
      const lit = rect(x, -20 + row * 24, Math.max(12, w * heard), 12, inks.two, 6);
      said += w;
      x += w + 10;
      return heard <= 0
        ? [{ ...bar, opacity: 0.45 }]
        : heard >= 1
          ? [bar]
          : [{ ...bar, opacity: 0.45 }, lit];
    });
  });
  return paint([rect(-width / 2, -32, width, 60, inks.dark, 14), ...shapes]);
}

/** Captions come up below a speaker, two speakers or a film, in time with the words. */
export const captions: Choreography = (cast) => {
  const ground = chooseGround(cast, ['beams', 'curtain', 'halo']);
  const { inks } = cast;
  // Whoever speaks last must not be who speaks first.
  const lines = cast.manner === 'dialogue' ? 4 : 3;
  const screen = paint([
    line('M-96 150L-112 172M96 150L112 172', inks.dark, 10),
    rect(-262, -150, 524, 302, inks.dark, 18),
  ]);
  const inner = box(-250, -138, 500, 278, 9);
  return (t) => {
    const which = Math.min(lines - 1, Math.floor(t * lines));
    const q = t * lines - which;
    const speaking = q > 0.1 && q < 0.86;
    const syllable =
      Math.abs(Math.sin(q * TURN * 5)) * (0.55 + 0.45 * Math.sin(q * TURN * 1.5) ** 2);
    const loud = speaking ? syllable : 0;
    const nod = swing(t, 3);
    let picture = '';
    if (cast.manner === 'film') {
      const [scene, zoom] = [around(cast.scenes, which), 1.02 + q * 0.1];
      picture = fillFrame('film', scene, inks, t * 2, { x: 0, y: 0, w: 500, h: 278, zoom });
    } else if (cast.manner === 'dialogue') {
      const left = which % 2 === 0;
      const split = (side: number, active: boolean, look: number): string =>
        paint([rect(side < 0 ? -250 : 3, -138, 247, 278, look === 0 ? inks.two : inks.one)]) +
        pose(
          {
            x: side * 126,
            y: 0,
            scale:
              0.86 +
              (active ? easeOut(span(q, 0, 0.2)) * 0.06 : (1 - easeOut(span(q, 0, 0.2))) * 0.06),
          },
          drawSpeaker(
            cast,
            look,
            look === 0 ? vivid(inks.four, inks.one) : inks.two,
            active ? loud : 0,
            active ? nod : 0,
          ),
        );
      picture =
        split(-1, left, 0) + split(1, !left, 1) + paint([rect(-3, -138, 6, 278, inks.dark)]);
    } else {
      const back = pose({ scale: 1.6 }, paint(SCENES[around(cast.scenes, 0)](inks, t)));
      picture =
        back + pose({ x: -6, y: 2, scale: 0.96 }, drawSpeaker(cast, 0, inks.two, loud, nod));
    }
    const rise = overshoot(span(q, 0.02, 0.12), 1.2) - easeBoth(span(q, 0.9, 0.99));
    const side = cast.manner === 'dialogue' ? (which % 2 === 0 ? -34 : 34) : 0;
    const caption = pose(
      { x: side, y: 102 + (1 - rise) * 90 },
      drawCaption(`${cast.seed}|${which}`, span(q, 0.1, 0.84), cast, 340),
    );
    const mark = 1 + (speaking ? loud * 0.06 : 0);
    return (
      drawGround(ground, cast.field, t) +
      pose({ x: 320, y: 176 }, screen + cut('screen', inner, picture + caption)) +
      pose(
        { x: 560, y: 52, scale: mark },
        badge(
          around([cast.emblem, ...cast.props], cast.manner === 'film' ? 0 : which),
          34,
          inks.light,
          inks.dark,
        ),
      )
    );
  };
};
