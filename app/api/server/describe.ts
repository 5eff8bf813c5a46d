import type * as v from 'valibot';
import type { Catalogue } from '../../shop/catalogue.ts';
import { clipPaths } from '../../shop/pictures/clip-path.ts';
import { findClips, findClipTitles } from '../../shop/pictures/find-clip-titles.ts';
import { plainPhotoPath, videoPath } from '../../catalogue/protocol/photo.ts';
import { mainPicturePath } from '../../shop/pictures/picture-path.ts';
import { galleryPictures } from '../../shop/gallery-pictures.ts';
import { formatAmount, formatPriceNote } from '../../shop/price.ts';
import type { CardRating, Service as CatalogueService } from '../../shop/service.ts';
import { API_PATH } from '../protocol/rules.ts';
import type { Section, Service, ServiceDetail } from '../protocol/schemas.ts';

// The public representation of the catalogue. All URLs are absolute.

export function describeSections(
  origin: string,
  catalogue: Catalogue,
): v.InferInput<typeof Section>[] {
  return catalogue.sections.map(({ id, title, tagline, areas }) => ({
    id,
    title,
    tagline,
    areas: areas.map((area) => ({ ...area })),
    serviceCount: catalogue.servicesOf(id).length,
    page: `${origin}/services/${id}`,
    services: `${origin}${API_PATH}/services?section=${id}`,
  }));
}

export function describeService(
  origin: string,
  service: CatalogueService,
  ratings: ReadonlyMap<string, CardRating>,
): v.InferInput<typeof Service> {
  const { id, section, area, slug, title, summary, price } = service;
  const rating = ratings.get(`${section}/${slug}`);
  return {
    id,
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
    deliveryDays: service.deliveryDays,
    rating: rating ? { average: Number(rating.average), ratedCount: rating.ratedCount } : null,
    picture: origin + mainPicturePath(service),
    page: origin + encodeURI(service.path),
    href: origin + hrefOf(service),
  };
}

export function describeServiceDetail(
  origin: string,
  service: CatalogueService,
  ratings: ReadonlyMap<string, CardRating>,
): v.InferInput<typeof ServiceDetail> {
  const clips = service.section === 'video' ? findClips(service.art) : undefined;
  return {
    ...describeService(origin, service, ratings),
    description: service.description,
    revisions: service.revisions,
    needs: service.needs,
    delivers: service.delivers,
    packages: service.packages.map((each) => ({ ...each })),
    questions: service.questions.map((each) => ({ ...each })),
    pictures:
      clips && service.photos.length === 0
        ? []
        : galleryPictures(service).map(({ src, description }) => ({
            url: origin + src,
            description,
          })),
    videos: describeVideos(origin, service, clips),
    reviews: `${origin}${hrefOf(service)}/reviews`,
  };
}

/** Returns the videos that the operator uploaded, in one format, or else the bundled ones in both formats. */
function describeVideos(
  origin: string,
  { videos }: CatalogueService,
  clips: string | undefined,
): v.InferInput<typeof ServiceDetail>['videos'] {
  if (videos.length > 0) {
    return videos.map((video) => ({
      title: video.title,
      [video.format]: origin + videoPath(video),
      poster: origin + plainPhotoPath(video.poster, POSTER_WIDTH),
    }));
  }
  return (clips === undefined ? [] : findClipTitles(clips)).map((title, index) => {
    const { mp4, webm, webp } = clipPaths(clips ?? '', index + 1);
    return { title, mp4: origin + mp4, webm: origin + webm, poster: origin + webp };
  });
}

const POSTER_WIDTH = 960;

/** Returns the API path of a service. `encodeURI` leaves '&' readable, which is legal there. */
export function hrefOf({
  section,
  slug,
}: {
  readonly section: string;
  readonly slug: string;
}): string {
  return encodeURI(`${API_PATH}/services/${section}/${slug}`);
}
