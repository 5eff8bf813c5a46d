import type { Service } from '../../shop/service.ts';
import { DEFAULT_DELIVERY_DAYS } from '../protocol/offer.ts';
import type { ServiceSnapshot } from './price-order.ts';
import { quantityRuleOf } from './quantity.ts';

/** Returns what the price of a published service depends on. */
export function snapshotOf(service: Service): ServiceSnapshot {
  const { id, section, price, packages, options, quantity } = service;
  const deliveryDays = service.deliveryDays ?? DEFAULT_DELIVERY_DAYS;
  return {
    serviceId: id,
    section,
    unit: price.unit,
    amount: price.amount,
    deliveryDays,
    quantity: quantityRuleOf({ unit: price.unit, quantity }, packages.length > 0),
    packages: packages.map((each) => ({
      name: each.name,
      amount: each.amount,
      deliveryDays: each.deliveryDays ?? deliveryDays,
    })),
    options: options.map(({ id: optionId, price: optionPrice, days, maximum }) => ({
      id: optionId,
      price: optionPrice,
      days,
      maximum,
    })),
  };
}
