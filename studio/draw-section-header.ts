import type { Look } from './looks.ts';
import { clapper } from './carriers/film.ts';
import { barsAndLens } from './carriers/office.ts';
import { megaphone } from './carriers/promotion.ts';
import { codeMonitor } from './carriers/screens.ts';
import { headphones } from './carriers/sound.ts';
import { cartonAndBottle } from './carriers/trade.ts';
import { typewriter } from './carriers/writing.ts';
import { PALETTES } from './palettes.ts';
import { paint } from './render.ts';
import { composeOn } from './scene.ts';
import type { Layout } from './scene.ts';
import type { ServicePicture } from './services/service-picture.ts';
import { rect } from './shapes.ts';
import { GROUND, STANDING_BASE } from './stages/stage.ts';
import type { Variant } from './stages/stage.ts';

interface Header {
  readonly picture: ServicePicture;
  /** The stage whose left edge looks deliberate beside flat colour. */
  readonly variant: Variant;
  readonly tilt: number;
  readonly scale: number;
}

function header(
  stance: ServicePicture['stance'],
  variant: Variant,
  tilt: number,
  scale: number,
  carrier: ServicePicture['carrier'],
  emblem?: ServicePicture['emblem'],
): Header {
  const picture = { title: 'Header', stance, carrier, ...(emblem === undefined ? {} : { emblem }) };
  return { picture, variant, tilt, scale };
}

const HEADERS: Readonly<Record<Look, Header>> = {
  graphics: header('lifted', 0, -6, 1.14, cartonAndBottle, 'leaf'),
  business: header('standing', 0, 0, 1.08, barsAndLens, 'users-three'),
  digital: header('lifted', 0, 0, 1.1, megaphone, 'heart'),
  music: header('lifted', 1, 0, 0.94, headphones),
  programming: header('standing', 0, 0, 0.92, codeMonitor),
  video: header('standing', 1, 0, 0.98, clapper, 'play'),
  writing: header('standing', 1, 0, 1.04, typewriter),
};

const WIDTH = 976;
const HEIGHT = 236;
/** The scene fills the right half; the left stays flat for the title. */
const SCENE = { x: 496, y: -66, scale: 1.2 } as const;

/** A section's banner: flat colour for the text at the left, a scene bleeding off the right. */
export function drawSectionHeader(section: Look): string {
  const { picture, variant, tilt, scale } = HEADERS[section];
  const { base } = PALETTES[section].fields[0];
  const y = picture.stance === 'standing' ? GROUND - 14 - STANDING_BASE * scale : 152;
  const layout: Layout = { x: 206, y, scale, tilt };
  const scene = composeOn(
    { section, seed: `header|${section}`, picture, field: 0 },
    layout,
    variant,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMaxYMid slice">` +
    paint([rect(0, 0, WIDTH, HEIGHT, base)]) +
    `<g transform="translate(${SCENE.x} ${SCENE.y}) scale(${SCENE.scale})">${scene}</g></svg>`
  );
}
