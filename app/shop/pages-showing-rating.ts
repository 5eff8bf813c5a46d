import type { Catalogue } from './catalogue.ts';
import { findRelating } from './search/find-related.ts';
import type { Address } from './service.ts';

/** A service's page shows this many related services, each with its rating. */
export const RELATED_COUNT = 3;

/** Returns none for a hidden or unknown service. */
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
