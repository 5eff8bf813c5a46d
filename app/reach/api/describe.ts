import type * as v from 'valibot';
import { clipPaths } from '../../marketplace/pictures/clip-path.ts';
import { findClipTitles } from '../../marketplace/pictures/find-clip-titles.ts';
import { picturePath } from '../../marketplace/pictures/picture-path.ts';
import { servicesOf } from '../../marketplace/catalogue.ts';
import { galleryPictures } from '../../marketplace/gallery-pictures.ts';
import { formatAmount, formatPriceNote } from '../../marketplace/price.ts';
import { SECTIONS } from '../../marketplace/sections.ts';
import type { CardRating, Service as CatalogueService } from '../../marketplace/service.ts';
import { API_PATH } from './rules.ts';
import type { Section, Service, ServiceDetail } from './schemas.ts';

// How the catalogue's own data look from outside. Every address is complete.

export function describeSections(origin: string): v.InferInput<typeof Section>[] {
  return SECTIONS.map(({ id, title, tagline, areas }) => ({
    id,
    title,
    tagline,
    areas: areas.map((area) => ({ ...area })),
    serviceCount: servicesOf(id).length,
    page: `${origin}/services/${id}`,
    services: `${origin}${API_PATH}/services?section=${id}`,
  }));
}

export function describeService(
  origin: string,
  service: CatalogueService,
  ratings: ReadonlyMap<string, CardRating>,
): v.InferInput<typeof Service> {
  const { section, area, slug, title, summary, price } = service;
  const rating = ratings.get(`${section}/${slug}`);
  return {
    section,
    area,
    slug,
    title,
    summary,
    price: {
      amount: price.amount,
      currency: price.currency,
      unit: price.unit,
      text: [formatAmount(price), formatPriceNote(price)].filter(Boolean).join(' | '),
    },
    rating: rating ? { average: Number(rating.average), ratedCount: rating.ratedCount } : null,
    picture: origin + picturePath(section, slug, 'scene'),
    page: origin + encodeURI(service.path),
    href: origin + hrefOf(service),
  };
}

export function describeServiceDetail(
  origin: string,
  service: CatalogueService,
  ratings: ReadonlyMap<string, CardRating>,
): v.InferInput<typeof ServiceDetail> {
  const isVideo = service.section === 'video';
  const titles = isVideo ? findClipTitles(service.slug) : [];
  return {
    ...describeService(origin, service, ratings),
    description: service.description,
    pictures: isVideo
      ? []
      : galleryPictures(service).map(({ src, description }) => ({
          url: origin + src,
          description,
        })),
    videos: titles.map((title, index) => {
      const { mp4, webm, webp } = clipPaths(service.slug, index + 1);
      return { title, mp4: origin + mp4, webm: origin + webm, poster: origin + webp };
    }),
    reviews: `${origin}${hrefOf(service)}/reviews`,
  };
}

/** A service's path in the API; '&' is legal there, so it is left readable. */
export function hrefOf({
  section,
  slug,
}: {
  readonly section: string;
  readonly slug: string;
}): string {
  return encodeURI(`${API_PATH}/services/${section}/${slug}`);
}
