import { languageNow } from '../../i18n/translate.ts';
import type { Catalogue } from '../../shop/catalogue.ts';
import { findClipTitles } from '../../shop/pictures/clip-titles.server.ts';
import { clipPaths, findClips } from '../../shop/pictures/clips.ts';
import { plainPhotoPath, videoPath } from '../../catalogue/protocol/photo.ts';
import { mainPicturePath } from '../../shop/pictures/picture-path.ts';
import { galleryPictures } from '../../shop/gallery-pictures.ts';
import { formatAmount, formatPriceNote } from '../../shop/price.ts';
import type { CardRating, Service as CatalogueService } from '../../shop/service.ts';
import { API_PATH } from '../protocol/rules.ts';
import type { Answer } from './operation.ts';
import type { Section, Service, ServiceDetail } from '../protocol/schemas.ts';
import { isRemoved, type MessageView, type NoteView } from '../../chat/protocol/views.ts';
import type { Message, Note } from '../protocol/conversation-schemas.ts';

// The public representation of the catalogue. All URLs are absolute.

export function describeSections(origin: string, catalogue: Catalogue): Answer<typeof Section>[] {
  return catalogue.sections.map(({ id, title, tagline, areas }) => ({
    id,
    title,
    tagline,
    areas,
    serviceCount: catalogue.servicesOf(id).length,
    page: `${origin}/services/${id}`,
    services: `${origin}${API_PATH}/services?section=${id}`,
  }));
}

export function describeService(
  origin: string,
  service: CatalogueService,
  ratings: ReadonlyMap<string, CardRating>,
): Answer<typeof Service> {
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
): Answer<typeof ServiceDetail> {
  const clips = service.section === 'video' ? findClips(service.art) : undefined;
  return {
    ...describeService(origin, service, ratings),
    description: service.description,
    revisions: service.revisions,
    needs: service.needs,
    delivers: service.delivers,
    packages: service.packages,
    options: service.options.map(({ price, ...option }) => ({
      ...option,
      price: {
        amount: price.kind === 'amount' ? price.amount : null,
        percentage: price.kind === 'percentage' ? price.percentage : null,
      },
    })),
    intake: service.intake,
    quantity: service.quantity,
    isOrderable: service.isOrderable,
    allowsOnce: service.allowsOnce,
    allowsSubscription: service.allowsSubscription,
    requests: service.requests,
    taxRate: service.taxRate,
    deposit: service.deposit,
    questions: service.questions,
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
): Answer<typeof ServiceDetail>['videos'] {
  if (videos.length > 0) {
    return videos.map((video) => ({
      title: video.title,
      [video.format]: origin + videoPath(video),
      poster: origin + plainPhotoPath(video.poster, POSTER_WIDTH),
    }));
  }
  return (clips === undefined ? [] : findClipTitles(clips, languageNow())).map((title, index) => {
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

// The representation of messages and notes for programs with a key.

export function describeMessage(message: MessageView): Answer<typeof Message> {
  const { agentId, agentName, program = null, files = [] } = message;
  return {
    id: message.id,
    clientId: message.clientId,
    conversationId: message.conversationId,
    number: message.number,
    author: {
      side: message.isAgent ? 'team' : 'visitor',
      agent: agentId === null || agentName === null ? null : { id: agentId, name: agentName },
      program,
    },
    kind: message.kind ?? 'text',
    text: message.text,
    files,
    isRemoved: isRemoved(message),
    createdAt: message.createdAt,
  };
}

export function describeNote(note: NoteView): Answer<typeof Note> {
  const { id, conversationId, authorId, authorName, program = null, text, createdAt } = note;
  const agent =
    authorId === null || authorName === null ? null : { id: authorId, name: authorName };
  return { id, conversationId, author: { agent, program }, text, createdAt };
}
