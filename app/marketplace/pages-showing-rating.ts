import { findService } from './catalogue.ts';
import { findRelating } from './find-related.ts';

/** How many neighbours a service's page shows, each with its rating. */
export const RELATED_COUNT = 3;

/** Every public page that shows this service's rating or reviews; none once it has left the catalogue. */
export function pagesShowingRating({
  section,
  slug,
}: {
  readonly section: string;
  readonly slug: string;
}): readonly string[] {
  const service = findService(section, slug);
  if (!service) return [];
  const relating = findRelating(service, RELATED_COUNT).map(({ path }) => path);
  return [service.path, `/services/${service.section}`, '/services', '/', ...relating];
}
