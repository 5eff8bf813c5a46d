import type { Catalogue } from '../catalogue.ts';
import type { Service } from '../service.ts';

/**
 * Returns the services that follow in the same area, wrapping around at its end, then those of the rest of the
 * section. The result differs from page to page, so that the links lead through the whole section.
 */
export function findRelated(catalogue: Catalogue, service: Service, count: number): Service[] {
  const section = catalogue.servicesOf(service.section);
  // A hidden service is not in the list: `at` is -1 and the neighbours are the first services of the section.
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
 * Returns the services whose `findRelated` contains this service. The services of an area are adjacent, so the
 * candidates are those just before this service in its area and, for small areas, just before it in its section.
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

function lastBefore(list: readonly Service[], { id }: Service, most: number): Service[] {
  const at = list.findIndex((other) => other.id === id);
  const count = Math.min(most, list.length - 1);
  return Array.from({ length: count }, (_, step) => list.at((at - 1 - step) % list.length)!);
}
