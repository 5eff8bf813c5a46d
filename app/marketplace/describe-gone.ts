import type { Catalogue } from './catalogue.ts';
import { findRelated } from './find-related.ts';
import type { GoneService } from './screens/gone-service.ts';
import type { Service } from './service.ts';

/** How many services of the same section are offered in place of one that is hidden. */
const OFFERED_INSTEAD = 3;

/** The way on from a service that is hidden. */
export function describeGone(catalogue: Catalogue, service: Service): GoneService {
  const section = catalogue.findSection(service.section);
  return {
    title: service.title,
    section: section && { title: section.title, path: `/services/${section.id}` },
    related: findRelated(catalogue, service, OFFERED_INSTEAD).map(({ title, path }) => ({
      title,
      path,
    })),
  };
}

/** The way on from a section that is hidden. */
export function describeGoneSection(catalogue: Catalogue, id: string): GoneService {
  return { title: catalogue.titleOfSection(id), section: undefined, related: [] };
}
