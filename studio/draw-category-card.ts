import type { CategoryCardId } from './picture-path.ts';
import type { Look } from './looks.ts';
import { clapper } from './carriers/film.ts';
import { PALETTES } from './palettes.ts';
import type { FieldIndex } from './palettes.ts';
import { paint } from './render.ts';
import { composeOn } from './scene.ts';
import type { Layout } from './scene.ts';
import { findPicture } from './services/find-picture.ts';
import type { ServicePicture } from './services/service-picture.ts';
import { rect } from './shapes.ts';
import { STANDING_BASE } from './stages/stage.ts';
import type { Variant } from './stages/stage.ts';

/** A home page card's picture and the colours the card takes from it. */
export interface CategoryCardPicture {
  readonly section: Look;
  /** The card below the picture continues it in this colour. */
  readonly background: string;
  /** Text on the background. */
  readonly ink: string;
  /** A complete SVG, 400 by 250. */
  readonly draw: () => string;
}

const CONCEPT_TO_VIDEO: ServicePicture = {
  title: 'Concept To Video',
  stance: 'standing',
  carrier: clapper,
  emblem: 'lightbulb',
};

interface Design {
  readonly section: Look;
  readonly picture: ServicePicture;
  readonly field: FieldIndex;
  readonly variant: Variant;
  readonly tilt?: number;
  /** The tone the stage ends in: terraces have a deeper ground. */
  readonly ending: 'base' | 'deep';
}

const WIDTH = 400;
const HEIGHT = 250;
/** Pictures are 300 high; a card shows them from here down. */
const TOP = 26;

function card(id: CategoryCardId, design: Design): CategoryCardPicture {
  const { section, picture, field, variant, tilt = 0, ending } = design;
  const colours = PALETTES[section].fields[field];
  const standing = picture.stance === 'standing';
  const scale = standing ? 0.95 : 1.04;
  const layout: Layout = { x: 200, y: standing ? 250 - STANDING_BASE * scale : 150, scale, tilt };
  return {
    section,
    background: colours[ending],
    ink: PALETTES[section].dark,
    draw: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${TOP} ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMax slice">` +
      paint([rect(0, 0, WIDTH, 300, colours.base)]) +
      composeOn({ section, seed: `card|${id}`, picture, field }, layout, variant) +
      '</svg>',
  };
}

function service(section: Look, slug: string): { section: Look; picture: ServicePicture } {
  return { section, picture: findPicture(section, slug).picture };
}

/** The six cards of the home page. */
export const CATEGORY_CARD_PICTURES: Readonly<Record<CategoryCardId, CategoryCardPicture>> = {
  digital: card('digital', {
    ...service('digital', 'mobile-app-marketing'),
    field: 0,
    variant: 0,
    tilt: -6,
    ending: 'base',
  }),
  video: card('video', {
    ...service('video', 'filmed-video-production'),
    field: 1,
    variant: 0,
    ending: 'base',
  }),
  programming: card('programming', {
    ...service('programming', 'website-development'),
    field: 0,
    variant: 1,
    tilt: 5,
    ending: 'base',
  }),
  business: card('business', {
    ...service('business', 'business-plans'),
    field: 1,
    variant: 0,
    ending: 'deep',
  }),
  writing: card('writing', {
    ...service('writing', 'articles-&-blog-posts'),
    field: 0,
    variant: 0,
    ending: 'base',
  }),
  'concept-to-video': card('concept-to-video', {
    section: 'video',
    picture: CONCEPT_TO_VIDEO,
    field: 2,
    variant: 1,
    ending: 'base',
  }),
};
