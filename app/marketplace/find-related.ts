import { servicesOf } from './catalogue.ts';
import type { Service } from './service.ts';

/**
 * Neighbours of a service: those after it in its area, from the start again after the last, then
 * those of the rest of its section. Neighbours differ from page to page, so that following them
 * leads through the whole section.
 */
export function findRelated(service: Service, count: number): Service[] {
  const section = servicesOf(service.section);
  const at = section.findIndex(({ slug }) => slug === service.slug);
  const others = [...section.slice(at + 1), ...section.slice(0, at)];
  return [
    ...others.filter(({ area }) => area === service.area),
    ...others.filter(({ area }) => area !== service.area),
  ].slice(0, count);
}

/** The services that have this one among their neighbours. */
export function findRelating(service: Service, count: number): Service[] {
  return servicesOf(service.section).filter((other) =>
    findRelated(other, count).some(({ slug }) => slug === service.slug),
  );
}
