import { LOOKS, type Look } from '../looks.ts';
import { PICTURES } from './find-picture.ts';
import { slugOf } from './service-picture.ts';

/** A service as it was drawn: the first ones of every installation. */
export interface DrawnService {
  readonly look: Look;
  readonly slug: string;
  /** Under which name its pictures lie. */
  readonly art: string;
  readonly title: string;
}

/** All services that have pictures of their own, in catalogue order. */
export const DRAWN_SERVICES: readonly DrawnService[] = LOOKS.flatMap((look) =>
  PICTURES[look].map(({ title }) => {
    const slug = slugOf(title);
    return { look, slug, art: `${look}/${slug}`, title };
  }),
);
