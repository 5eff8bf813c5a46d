import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { findRelated, findRelating } from './find-related.ts';

describe.each(CATALOGUE.services.map((service) => [service.path, service] as const))(
  '%s',
  (_, service) => {
    test('has three other services of its section beside it, its own area first', () => {
      const related = findRelated(CATALOGUE, service, 3);
      expect(new Set(related.map(({ path }) => path)).size).toBe(3);
      expect(related.every(({ section }) => section === service.section)).toBe(true);
      expect(related).not.toContain(service);
      const inArea = related.map(({ area }) => area === service.area);
      expect(inArea).toEqual([...inArea].sort((a, b) => Number(b) - Number(a)));
    });

    test.each([1, 3, 7])('knows whose neighbour it is, of %i', (count) => {
      const relating = CATALOGUE.services.filter((other) =>
        findRelated(CATALOGUE, other, count).includes(service),
      );
      expect(new Set(findRelating(CATALOGUE, service, count))).toEqual(new Set(relating));
    });
  },
);
