import type { Catalogue } from './catalogue.ts';
import type { Service } from './service.ts';

/**
 * Neighbours of a service: those after it in its area, from the start again after the last, then
 * those of the rest of its section. Neighbours differ from page to page, so that following them
 * leads through the whole section.
 */
export function findRelated(catalogue: Catalogue, service: Service, count: number): Service[] {
  const section = catalogue.servicesOf(service.section);
  const at = section.findIndex(({ id }) => id === service.id);
  // One that is hidden has the first ones beside it.
  const others = [...section.slice(at + 1), ...section.slice(0, Math.max(at, 0))];
  return [
    ...others.filter(({ area }) => area === service.area),
    ...others.filter(({ area }) => area !== service.area),
  ].slice(0, count);
}

/** The services that have this one among their neighbours. */
export function findRelating(catalogue: Catalogue, service: Service, count: number): Service[] {
  return catalogue
    .servicesOf(service.section)
    .filter((other) => findRelated(catalogue, other, count).some(({ id }) => id === service.id));
}
