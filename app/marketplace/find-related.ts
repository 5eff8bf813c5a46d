import type { Catalogue } from './catalogue.ts';
import type { Service } from './service.ts';

/**
 * Neighbours of a service: those after it in its area, from the start again after the last, then
 * those of the rest of its section. Neighbours differ from page to page, so that following them
 * leads through the whole section.
 */
export function findRelated(catalogue: Catalogue, service: Service, count: number): Service[] {
  const section = catalogue.servicesOf(service.section);
  // One that is hidden has the first ones beside it.
  const at = section.findIndex(({ id }) => id === service.id);
  const others = at === -1 ? section.length : section.length - 1;
  const near: Service[] = [];
  const rest: Service[] = [];
  for (let step = 1; step <= others && near.length < count; step += 1) {
    const other = section[(at + step) % section.length]!;
    if (other.area === service.area) near.push(other);
    else if (rest.length < count) rest.push(other);
  }
  return [...near, ...rest].slice(0, count);
}

/**
 * The services that have this one among their neighbours. An area's services stand together: they are those right before
 * it in its area, and of smaller areas those right before it in its section.
 */
export function findRelating(catalogue: Catalogue, service: Service, count: number): Service[] {
  const section = catalogue.servicesOf(service.section);
  const area = section.filter((other) => other.area === service.area);
  const before = new Set([
    ...lastBefore(area, service, count),
    ...lastBefore(section, service, 2 * count),
  ]);
  return [...before].filter((other) =>
    findRelated(catalogue, other, count).some(({ id }) => id === service.id),
  );
}

/** The last so many before it in the list, from its end again before the first. */
function lastBefore(list: readonly Service[], { id }: Service, most: number): Service[] {
  const at = list.findIndex((other) => other.id === id);
  const count = Math.min(most, list.length - 1);
  return Array.from({ length: count }, (_, step) => list.at((at - 1 - step) % list.length)!);
}
