import type { Catalogue } from './catalogue.ts';
import { findRelating } from './find-related.ts';
import type { Address } from './service.ts';

/** How many neighbours a service's page shows, each with its rating. */
export const RELATED_COUNT = 3;

/** Every public page that shows this service's rating or reviews; none once it has left the catalogue. */
export function pagesShowingRating(
  catalogue: Catalogue,
  { section, slug }: Address,
): readonly string[] {
  const found = catalogue.findServiceEverAt(section, slug);
  if (!found?.isShown) return [];
  const { service } = found;
  const relating = findRelating(catalogue, service, RELATED_COUNT).map(({ path }) => path);
  return [service.path, `/services/${service.section}`, '/services', '/', ...relating];
}
