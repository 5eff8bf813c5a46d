import type { Catalogue } from './catalogue.ts';
import { marksOf, type Translated } from '../platform/lang-of.ts';
import { findRelated } from './search/find-related.ts';
import type { Service } from './service.ts';

export interface GoneService {
  readonly title: string;
  /** A hidden section is undefined. */
  readonly section: { readonly title: string; readonly path: string } | undefined;
  readonly related: readonly (Translated & { readonly title: string; readonly path: string })[];
}

const OFFERED_INSTEAD = 3;

export function describeGone(catalogue: Catalogue, service: Service): GoneService {
  const section = catalogue.findSection(service.section);
  return {
    title: service.title,
    section: section && { title: section.title, path: `/services/${section.id}` },
    related: findRelated(catalogue, service, OFFERED_INSTEAD).map((found) => ({
      title: found.title,
      path: found.path,
      ...marksOf(found, 'title'),
    })),
  };
}

export function describeGoneSection(catalogue: Catalogue, id: string): GoneService {
  return { title: catalogue.titleOfSection(id), section: undefined, related: [] };
}
