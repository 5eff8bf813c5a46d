import type { Look } from '../looks.ts';
import type { FieldIndex } from '../palettes.ts';
import { business } from './business.ts';
import { digital } from './digital.ts';
import { graphics } from './graphics.ts';
import { music } from './music.ts';
import { programming } from './programming.ts';
import { slugOf, type ServicePicture } from './service-picture.ts';
import { video } from './video.ts';
import { writing } from './writing.ts';

/** Every picture of every section, in catalogue order. */
export const PICTURES: Readonly<Record<Look, readonly ServicePicture[]>> = {
  graphics,
  business,
  digital,
  music,
  programming,
  video,
  writing,
};

/** What to draw for one service, and on which field. */
export interface Commission {
  readonly section: Look;
  readonly slug: string;
  readonly picture: ServicePicture;
  readonly field: FieldIndex;
}

const FIELDS = [0, 1, 2] as const;

/**
 * Fields go round by catalogue order. Each row of three starts one field later, so that cards
 * differ from the card above them as well as from the one beside them.
 */
export function fieldAt(position: number): FieldIndex {
  return FIELDS[(position + Math.floor(position / 3)) % 3] ?? 0;
}

/** Throws when the section has no such service. */
export function findPicture(section: Look, slug: string): Commission {
  const position = PICTURES[section].findIndex(({ title }) => slugOf(title) === slug);
  const picture = PICTURES[section][position];
  if (picture === undefined) throw new Error(`No picture for the service '${section}/${slug}'`);
  return { section, slug, picture, field: fieldAt(position) };
}
