import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { onlyOrderable, onlyOrderablePaths } from './orderable.server.ts';

const graphics = CATALOGUE.servicesOf('graphics');

test('only services whose switch and price allow an order can be ordered now', () => {
  const services = graphics.map((service, index) =>
    index === 0 ? { ...service, isOrderable: false } : service,
  );
  expect(onlyOrderable(services, { directOrders: true })).toEqual(services.slice(1));
  expect(onlyOrderable(services, { directOrders: false })).toEqual([]);
  expect(onlyOrderablePaths({ services }, { directOrders: true }).has(services[0]!.path)).toBe(
    false,
  );
});
