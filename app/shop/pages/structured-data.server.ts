import { largePhotoPath } from '../../catalogue/protocol/photo.ts';
import { drawingPath } from '../pictures/picture-path.ts';
import { formatPriceNote, toDecimal } from '../price.ts';
import type { Service } from '../service.ts';
import type { RatingSummary } from '../../reviews/server/read-reviews.server.ts';

interface ProductFacts {
  readonly service: Service;
  readonly sectionTitle: string;
  /** The rating is null when the reviews could not be read. */
  readonly rating: RatingSummary | null;
  readonly origin: string;
  readonly home?: string;
  readonly brandName: string;
  /** Null if the service cannot be ordered directly. */
  readonly orderPath?: string | null;
}

/** schema.org's Product has an Offer, and an AggregateRating only where somebody rated (rule 43). */
export function describeProduct(facts: ProductFacts) {
  const { service, sectionTitle, rating, origin, home = origin, brandName, orderPath } = facts;
  const { currency } = service.price;
  const unit = formatPriceNote(service.price);
  const price = toDecimal(service.price);
  const photos = service.photos.map((photo) => origin + largePhotoPath(photo));
  const url = home + encodeURI(service.path);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: service.title,
    description: service.description,
    category: sectionTitle,
    url,
    image: service.photos.length > 0 ? photos : origin + drawingPath(service),
    brand: { '@type': 'Brand', name: brandName },
    offers: withPackages(service, url, {
      '@type': 'Offer',
      price,
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
      url,
      ...(unit && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: currency,
          unitText: unit,
        },
      }),
      ...leadTime(service.deliveryDays),
    }),
    ...(orderPath && {
      potentialAction: {
        '@type': 'OrderAction',
        target: { '@type': 'EntryPoint', urlTemplate: home + encodeURI(orderPath) },
      },
    }),
    ...(rating &&
      rating.ratedCount > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          ratingCount: rating.ratedCount,
          reviewCount: rating.reviewCount,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  };
}

/** The paths must not be percent-encoded. */
export function describeBreadcrumb(
  origin: string,
  crumbs: readonly { readonly name: string; readonly path: string }[],
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + encodeURI(path),
    })),
  };
}

/** Packages are offered in place of the regular price. */
function withPackages({ packages, price }: Service, url: string, plain: object): object {
  if (packages.length === 0) return plain;
  const { currency } = price;
  return packages.map(({ name, amount, deliveryDays, contents }) => ({
    '@type': 'Offer',
    name,
    description: contents,
    price: toDecimal({ amount, currency }),
    priceCurrency: currency,
    availability: 'https://schema.org/InStock',
    url,
    ...leadTime(deliveryDays),
  }));
}

function leadTime(days: number | null): object {
  if (days === null) return {};
  return { deliveryLeadTime: { '@type': 'QuantitativeValue', value: days, unitCode: 'DAY' } };
}
