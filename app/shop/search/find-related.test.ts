import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { everyRow } from '../../../tests/support/every-row.ts';
import { findRelated, findRelating } from './find-related.ts';

test('every service has three other services of its section beside it, its own area first', async () => {
  await everyRow(
    CATALOGUE.services,
    ({ path }) => path,
    (service) => {
      const related = findRelated(CATALOGUE, service, 3);
      expect(new Set(related.map(({ path }) => path)).size).toBe(3);
      expect(related.every(({ section }) => section === service.section)).toBe(true);
      expect(related).not.toContain(service);
      const inArea = related.map(({ area }) => area === service.area);
      expect(inArea).toEqual([...inArea].sort((a, b) => Number(b) - Number(a)));
    },
  );
});

test('every service knows the services that it is a neighbour of, of 1, 3 and 7 neighbours', async () => {
  await everyRow(
    CATALOGUE.services.flatMap((service) => [1, 3, 7].map((count) => ({ service, count }))),
    ({ service, count }) => `${service.path}, of ${count}`,
    ({ service, count }) => {
      const relating = CATALOGUE.services.filter((other) =>
        findRelated(CATALOGUE, other, count).includes(service),
      );
      expect(new Set(findRelating(CATALOGUE, service, count))).toEqual(new Set(relating));
    },
  );
});
