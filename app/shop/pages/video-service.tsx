import { loadMessages } from '../../i18n/load-messages.ts';
import { SampleVideos } from '../ui/sample-videos.tsx';
import { SectionDrawing } from '../ui/section-drawing.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ServicePage, servicePageMeta } from './service-page.tsx';
import { headersOfPageOrGone } from './gone.ts';
import { receiveReview } from '../../reviews/pages/receive-review.server.ts';
import { loadServicePage } from './service-page.server.ts';
import type { Route } from './+types/video-service.ts';

export const handle = { messages: await loadMessages('reviews') };

export { ServiceNotFound as ErrorBoundary } from '../ui/service-not-found.tsx';

export const headers = headersOfPageOrGone(({ loaderHeaders }) => loaderHeaders);

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  servicePageMeta(matches[0].loaderData, loaderData);

export function loader(args: Route.LoaderArgs) {
  return loadServicePage(args, 'video', args.params.slug);
}

export function action(args: Route.ActionArgs) {
  return receiveReview(args, 'video', args.params.slug);
}

/** Few services of this section have photos, so the gallery is loaded only for them. */
const ServiceGallery = lazyPart(
  async () => (await import('../ui/service-gallery.tsx')).ServiceGallery,
);

export default function VideoServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { service, clips } = loaderData;
  const hasSamples = clips !== undefined || service.videos.length > 0;
  const hasPhotos = service.photos.length > 0;
  return (
    <ServicePage
      loaderData={loaderData}
      result={actionData}
      media={
        <div className="grid gap-6">
          {hasSamples && <SampleVideos service={service} {...clips} />}
          {hasPhotos && <ServiceGallery service={service} />}
          {!hasSamples && !hasPhotos && <SectionDrawing service={service} />}
        </div>
      }
    />
  );
}
