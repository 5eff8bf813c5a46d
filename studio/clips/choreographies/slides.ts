import { phoneBody } from '../../carriers/parts.ts';
import { paint } from '../../render.ts';
import { circle, emblem, rect } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { badge } from '../effects.ts';
import { box, cut, pose } from '../frame.ts';
import { easeBoth, overshoot, span } from '../motion.ts';
import { chooseGround, floorOf } from '../placing.ts';
import { fillFrame } from '../scenes.ts';
import { drawGround } from '../stages.ts';

const COUNT = 4;

function shadowBox(x: number, y: number, w: number, h: number, dark: string): string {
  return paint([{ ...rect(x + 10, y + 10, w, h, dark, 6), opacity: 0.16 }]);
}

/** A print of a scene, its picture slowly coming nearer. */
function drawPrint(cast: Cast, index: number, t: number, zoom: number): string {
  const { inks } = cast;
  return (
    shadowBox(-158, -112, 316, 224, inks.dark) +
    paint([rect(-158, -112, 316, 224, inks.light, 6)]) +
    fillFrame(`print-${index}`, around(cast.scenes, index), inks, t * 2, {
      x: 0,
      y: -10,
      w: 292,
      h: 180,
      r: 3,
      zoom,
    }) +
    paint([
      rect(-140, 90, 90 + (index % 3) * 26, 9, inks.dark, 4.5),
      circle(134, 94, 7, around([inks.one, inks.two, inks.four], index)),
    ])
  );
}

/** A pile of prints: the top one is drawn aside and put at the bottom. */
function pile(cast: Cast): (t: number) => string {
  const rests = [-3, 5, -7, 3];
  return (t) => {
    const step = Math.floor(t * COUNT) % COUNT;
    const q = span(t * COUNT - Math.floor(t * COUNT), 0.46, 0.98);
    const out = Math.sin(Math.min(1, q) * Math.PI);
    const under = q > 0.5;
    const card = (depth: number): string => {
      const index = (step + depth) % COUNT;
      const moving = depth === 0;
      const place = moving ? (q < 0.5 ? 0 : COUNT - 1) : depth - easeBoth(q);
      const side = step % 2 === 0 ? 1 : -1;
      const zoom =
        1.03 + (moving ? 0.1 * (0.5 + (t * COUNT - step) * 0.5) : depth === 1 ? 0.05 * q : 0);
      return pose(
        {
          x: 320 + (moving ? side * out * 350 : 0) + (place - 1) * 5,
          y: 184 - (moving ? out * 26 : 0) - place * 5,
          turn: around(rests, index) + (moving ? side * out * 15 : 0),
          scale: 1.08 - place * 0.035,
        },
        drawPrint(cast, index, t, zoom),
      );
    };
    const below = [3, 2, 1].map(card).join('');
    return under ? card(0) + below : below + card(0);
  };
}

/** A row of pictures, the middle one large; it moves on by one. */
function row(cast: Cast): (t: number) => string {
  const { inks } = cast;
  return (t) => {
    const at = t * COUNT;
    const position = Math.floor(at) + overshoot(span(at - Math.floor(at), 0.5, 0.96), 0.9);
    const cards: { near: number; drawing: string }[] = [];
    for (let slot = -2; slot <= COUNT + 2; slot += 1) {
      const offset = slot - position;
      if (Math.abs(offset) > 2.2) continue;
      const near = Math.max(0, 1 - Math.abs(offset));
      const index = ((slot % COUNT) + COUNT) % COUNT;
      const scale = 0.68 + near * 0.42;
      const drawing =
        shadowBox(-150, -92, 300, 184, inks.dark) +
        fillFrame(`row-${slot + 2}`, around(cast.scenes, index), inks, t * 2, {
          x: 0,
          y: 0,
          w: 300,
          h: 184,
          r: 12,
          zoom: 1.02 + near * 0.08,
          shiftX: -offset * 24,
        }) +
        paint([
          {
            ...rect(-150, -92, 300, 184, cast.field.base, 12),
            opacity: Math.round((1 - near) * 45) / 100,
          },
        ]);
      cards.push({ near, drawing: pose({ x: 320 + offset * 296, y: 164, scale }, drawing) });
    }
    const dots = [0, 1, 2, 3].map((index) => {
      const gap = Math.abs(((position - index + COUNT * 1.5) % COUNT) - COUNT / 2);
      const here = Math.max(0, 1 - gap);
      return rect(320 + (index - 1.5) * 34 - 5 - here * 8, 306, 10 + here * 16, 10, inks.dark, 5);
    });
    return (
      cards
        .sort((a, b) => a.near - b.near)
        .map(({ drawing }) => drawing)
        .join('') + paint(dots)
    );
  };
}

/** Upright films in a phone, swiped upwards; the thumb's mark goes with them. */
function swipe(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const body = paint(phoneBody(inks, inks.dark));
  return (t) => {
    const at = t * COUNT;
    const step = Math.floor(at);
    const q = at - step;
    const moved = easeBoth(span(q, 0.62, 0.92));
    const films = [0, 1].map((ahead) => {
      const index = (step + ahead) % COUNT;
      const y = (ahead - moved) * 180;
      const like = overshoot(span(q, 0.2, 0.34), 3) * (ahead === 0 ? 1 : 0);
      const name = around([cast.emblem, ...cast.props], index);
      return pose(
        { y },
        fillFrame(`film-${ahead}`, around(cast.scenes, index), inks, t * 2, {
          x: 0,
          y: -1,
          w: 86,
          h: 180,
          zoom: 1.02 + (ahead === 0 ? q * 0.06 : 0),
        }) +
          paint([
            rect(-35, 58, 40, 6, inks.light, 3),
            rect(-35, 70, 26, 6, inks.light, 3),
            circle(29, 44, 8, inks.light),
            circle(29, 66, 8, inks.light),
          ]) +
          pose(
            { x: 29, y: 18, scale: 0.8 + like * 0.35 },
            paint([
              circle(0, 0, 10, like > 0.2 ? inks.one : inks.light),
              emblem(name, 0, 0.5, 12, like > 0.2 ? inks.light : inks.dark),
            ]),
          ),
      );
    });
    const screen = cut('phone', box(-43, -91, 86, 180, 14), films.join(''));
    const touch = span(q, 0.5, 0.6) - span(q, 0.92, 1);
    const flying = [0, 1, 2, 3, 4, 5].map((index) => {
      const life = span(q, 0.24 + index * 0.03, 0.78 + index * 0.03);
      if (life <= 0 || life >= 1) return '';
      const x = 398 + Math.sin(life * 5 + index * 1.7) * 22 + index * 9;
      return pose(
        {
          x,
          y: 230 - life * 190,
          scale:
            overshoot(Math.min(1, life * 5), 2) *
            (1 - span(life, 0.7, 1)) *
            (0.7 + (index % 3) * 0.25),
          turn: Math.sin(index * 2) * 16,
        },
        paint([
          emblem(
            around([cast.emblem, ...cast.props], step % COUNT),
            0,
            0,
            46,
            index % 2 === 0 ? inks.one : inks.light,
          ),
        ]),
      );
    });
    return (
      pose(
        { x: 334, y: 190, scale: 1.62, opacity: 0.16 },
        paint([rect(-50, -98, 100, 194, inks.dark, 20)]),
      ) +
      pose(
        { x: 320, y: 178, scale: 1.62 },
        body + screen + paint([rect(-14, -86, 28, 7, inks.dark, 3.5)]),
      ) +
      pose(
        { x: 304, y: 268 - moved * 130, scale: 0.8 + touch * 0.2, opacity: touch * 0.75 },
        paint([circle(0, 0, 22, inks.light)]),
      ) +
      flying.join('')
    );
  };
}

/** A projection screen that goes through its pictures with a wipe. */
function projected(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const frame =
    floorOf(inks) +
    paint([rect(-232, -140, 464, 270, inks.light, 6), rect(-248, -154, 496, 22, inks.dark, 10)]);
  return (t) => {
    const at = t * COUNT;
    const step = Math.floor(at);
    const q = at - step;
    const wipe = easeBoth(span(q, 0.7, 0.98));
    const show = (ahead: number): string =>
      fillFrame(`slide-${ahead}`, around(cast.scenes, (step + ahead) % COUNT), inks, t * 2, {
        x: 0,
        y: 0,
        w: 432,
        h: 236,
        zoom: 1.02 + (ahead === 0 ? (q + 0.3) * 0.07 : q * 0.03),
      });
    const edge = -216 + 470 * wipe;
    const next = wipe <= 0 ? '' : cut('wipe', `M-220-120H${edge}L${edge - 40} 120H-220Z`, show(1));
    const name = around([cast.emblem, ...cast.props], step);
    const pop = overshoot(span(q, 0.08, 0.24), 2) * (1 - span(q, 0.62, 0.72));
    return pose(
      { x: 320, y: 178 },
      frame +
        show(0) +
        next +
        pose({ x: 206, y: 108, scale: pop }, badge(name, 40, inks.light, inks.one)),
    );
  };
}

const MANNERS: Readonly<Record<string, Choreography>> = {
  pile,
  row,
  swipe,
  projected,
};

/** Pictures follow each other: in a pile, in a row, in a phone, on a screen. */
export const slides: Choreography = (cast) => {
  const ground = chooseGround(cast, ['beams', 'halo', 'beam', 'rays']);
  const draw = (MANNERS[cast.manner] ?? pile)(cast);
  return (t) => drawGround(ground, cast.field, t) + draw(t);
};
