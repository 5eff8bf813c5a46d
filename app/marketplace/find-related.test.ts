import { describe, expect, test } from 'vitest';
import { SERVICES } from './catalogue.ts';
import { findRelated, findRelating } from './find-related.ts';

describe.each(SERVICES.map((service) => [service.path, service] as const))('%s', (_, service) => {
  test('has three other services of its section beside it, its own area first', () => {
    const related = findRelated(service, 3);
    expect(new Set(related.map(({ path }) => path)).size).toBe(3);
    expect(related.every(({ section }) => section === service.section)).toBe(true);
    expect(related).not.toContain(service);
    const inArea = related.map(({ area }) => area === service.area);
    expect(inArea).toEqual([...inArea].sort((a, b) => Number(b) - Number(a)));
  });

  test('knows whose neighbour it is', () => {
    for (const other of findRelating(service, 3)) {
      expect(findRelated(other, 3)).toContain(service);
    }
  });
});
