import { findService } from '../../marketplace/catalogue.ts';
import { findRelating } from '../../marketplace/find-related.ts';
import { pagesShowingRating } from '../../marketplace/service.ts';
import type { Host } from '../../host.ts';
import type { ReviewedService } from '../../reviews/post-review.server.ts';

/** How many neighbours a service's page shows, each with its rating. */
export const RELATED_COUNT = 3;

/** Drops every kept page that shows this service's rating or reviews; called after the commit. */
export function dropRatingPages(
  { dropPage }: Pick<Host, 'dropPage'>,
  { section, slug }: ReviewedService,
): void {
  const service = findService(section, slug);
  // Reviews of a service that has left the catalogue are on no page.
  if (!service) return;
  const relating = findRelating(service, RELATED_COUNT).map(({ path }) => path);
  for (const path of [...pagesShowingRating(service), ...relating]) dropPage(path);
}
