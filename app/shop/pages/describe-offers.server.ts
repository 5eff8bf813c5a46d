import { toDecimal } from '../price.ts';
import type { Service } from '../service.ts';

/** The plain offer comes first, followed by an offer for each package. */
export function withPackages({ packages, price }: Service, url: string, plain: object): object {
  if (packages.length === 0) return plain;
  const { currency } = price;
  return [
    plain,
    ...packages.map(({ name, amount, deliveryDays, contents }) => ({
      '@type': 'Offer',
      name,
      description: contents,
      price: toDecimal({ amount, currency }),
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
      url,
      ...leadTime(deliveryDays),
    })),
  ];
}

export function leadTime(days: number | null): object {
  if (days === null) return {};
  return { deliveryLeadTime: { '@type': 'QuantitativeValue', value: days, unitCode: 'DAY' } };
}
