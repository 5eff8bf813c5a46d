import { paint } from '../../render.ts';
import { SHADOW, circle, d, emblem, path, rect, textLines } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { cut, pose, project } from '../frame.ts';
import { easeBoth, span } from '../motion.ts';
import { chooseGround } from '../placing.ts';
import { SCENES } from '../scenes.ts';
import { drawGround, floorShadow } from '../stages.ts';

const [PAGE_W, PAGE_H] = [208, 244];
const SPREADS = 3;

/** The right-hand page of a spread, from its inner edge; its companion is printed text. */
function drawPicturePage(cast: Cast, spread: number, t: number): string {
  const { inks } = cast;
  const scene = around(cast.scenes, spread);
  const frame = d`M16 ${-PAGE_H / 2 + 16}H${PAGE_W - 16}V${PAGE_H / 2 - 52}H16Z`;
  const picture = pose({ x: PAGE_W / 2, y: -18, scale: 1.02 }, paint(SCENES[scene](inks, t)));
  return (
    paint([rect(0, -PAGE_H / 2, PAGE_W, PAGE_H, inks.light)]) +
    cut(`page-${spread}`, frame, picture) +
    paint([
      rect(16, PAGE_H / 2 - 38, 104, 8, inks.dark, 4),
      rect(16, PAGE_H / 2 - 24, 64, 8, inks.one, 4),
    ])
  );
}

/** The left-hand page of a spread, from its outer edge at -PAGE_W to the fold. */
function drawTextPage(cast: Cast, spread: number): string {
  const { inks } = cast;
  const name = around([cast.emblem, ...cast.props], spread);
  const colour = around([inks.one, inks.two, inks.four], spread);
  return paint([
    rect(-PAGE_W, -PAGE_H / 2, PAGE_W, PAGE_H, inks.light),
    circle(-PAGE_W / 2, -58, 40, colour),
    emblem(name, -PAGE_W / 2 + (name === 'play' ? 3 : 0), -58, 48, inks.light),
    textLines(-PAGE_W + 26, 6, PAGE_W - 52, 5, 20, inks.dark, 7),
  ]);
}

/** Shade towards the fold, where paper bends away from the light. */
function foldShade(side: number, strength: number): string {
  return paint([
    { ...rect(side < 0 ? -26 : 0, -PAGE_H / 2, 26, PAGE_H, SHADOW), opacity: strength },
  ]);
}

/** A leaf on its way from right to left; its free edge rises and lags behind. */
function drawLeaf(cast: Cast, spread: number, q: number, t: number): string {
  const angle = q * Math.PI;
  const [reach, lift] = [Math.cos(angle), Math.sin(angle)];
  const page = reach >= 0 ? drawPicturePage(cast, spread, t) : drawTextPage(cast, spread + 1);
  const width = Math.max(0.015, Math.abs(reach));
  const slope = -0.2 * lift * (reach >= 0 ? 1 : -1);
  const dim = paint([
    {
      ...rect(reach >= 0 ? 0 : -PAGE_W, -PAGE_H / 2, PAGE_W, PAGE_H, SHADOW),
      opacity: Math.round((lift * 0.2 + 0.01) * 100) / 100,
    },
  ]);
  return project([width, slope, 0, 1 + lift * 0.03, 0, -lift * 6], page + dim);
}

/** A book whose pages turn by themselves: text left, a living picture right. */
export const pageTurn: Choreography = (cast) => {
  const ground = chooseGround(cast, ['beams', 'halo', 'curtain', 'beam']);
  const { inks } = cast;
  const cover = paint([
    rect(-PAGE_W - 14, -PAGE_H / 2 - 10, PAGE_W * 2 + 28, PAGE_H + 24, inks.one, 10),
    rect(-PAGE_W - 4, -PAGE_H / 2 + 4, PAGE_W * 2 + 8, PAGE_H + 3, inks.three, 3),
    rect(-9, -PAGE_H / 2 - 10, 18, PAGE_H + 24, inks.dark),
  ]);
  return (t) => {
    const spread = Math.min(SPREADS - 1, Math.floor(t * SPREADS));
    const q = easeBoth(span(t * SPREADS - spread, 0.4, 0.96));
    const next = (spread + 1) % SPREADS;
    const turning = q > 0 && q < 1;
    const settledLeft = q >= 1 ? next : spread;
    const shadow = turning ? Math.sin(q * Math.PI) * 0.24 : 0;
    const fallen = {
      ...path(
        d`M0 ${-PAGE_H / 2}H${Math.cos(q * Math.PI) * PAGE_W * 0.9}V${PAGE_H / 2}H0Z`,
        SHADOW,
      ),
      opacity: Math.round(shadow * 100) / 100,
    };
    const book =
      cover +
      drawTextPage(cast, settledLeft) +
      drawPicturePage(cast, q > 0 ? next : spread, t) +
      foldShade(1, 0.1) +
      foldShade(-1, 0.06) +
      (turning ? paint([fallen]) + drawLeaf(cast, spread, q, t) : '');
    return (
      drawGround(ground, cast.field, t) +
      floorShadow(320, 250, 0, 322) +
      pose({ x: 320, y: 180, scale: 1.04 }, book)
    );
  };
};
