import { loadMessages } from '../../i18n/load-messages.ts';
import { SectionDrawing } from '../ui/section-drawing.tsx';
import { ServiceGallery } from '../ui/service-gallery.tsx';
import '../ui/sample-video.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ServicePage, servicePageMeta } from './service-page.tsx';
import { headersOfPageOrGone } from './gone.ts';
import { receiveReview } from '../../reviews/pages/receive-review.server.ts';
import { loadServicePage } from './service-page.server.ts';
import type { Route } from './+types/service.ts';

export const handle = { messages: await loadMessages('reviews') };

export { ServiceNotFound as ErrorBoundary } from '../ui/service-not-found.tsx';

export const headers = headersOfPageOrGone(({ loaderHeaders }) => loaderHeaders);

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  servicePageMeta(matches[0].loaderData, loaderData);

export function loader(args: Route.LoaderArgs) {
  return loadServicePage(args, args.params.section, args.params.slug);
}

export function action(args: Route.ActionArgs) {
  return receiveReview(args, args.params.section, args.params.slug);
}

/** Few services of these sections have videos, so the player is loaded only for them. */
const SampleVideos = lazyPart(async () => (await import('../ui/sample-videos.tsx')).SampleVideos);

export default function PhotoServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { service } = loaderData;
  const { art, photos, videos } = service;
  const isDrawnBySection = art === null && photos.length === 0;
  return (
    <ServicePage
      loaderData={loaderData}
      result={actionData}
      media={
        <div className="grid gap-6">
          {!isDrawnBySection && <ServiceGallery service={service} />}
          {isDrawnBySection && videos.length === 0 && <SectionDrawing service={service} />}
          {videos.length > 0 && <SampleVideos service={service} />}
        </div>
      }
    />
  );
}
