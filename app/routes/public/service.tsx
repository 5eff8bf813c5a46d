import { SectionDrawing } from '../../marketplace/screens/section-drawing.tsx';
import { ServiceGallery } from '../../marketplace/screens/service-gallery.tsx';
import { ServicePage, servicePageMeta } from './service-page.tsx';
import { headersOfPageOrGone } from './gone.ts';
import { receiveReview } from './receive-review.server.ts';
import { loadServicePage } from './service-page.server.ts';
import type { Route } from './+types/service.ts';

export { ServiceNotFound as ErrorBoundary } from '../../marketplace/screens/service-not-found.tsx';

export const headers = headersOfPageOrGone(({ loaderHeaders }) => loaderHeaders);

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  servicePageMeta(matches[0].loaderData, loaderData);

export function loader(args: Route.LoaderArgs) {
  return loadServicePage(args, args.params.section, args.params.slug);
}

export function action(args: Route.ActionArgs) {
  return receiveReview(args, args.params.section, args.params.slug);
}

export default function PhotoServicePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ServicePage
      loaderData={loaderData}
      result={actionData}
      media={
        loaderData.service.art === null ? (
          <SectionDrawing service={loaderData.service} />
        ) : (
          <ServiceGallery service={loaderData.service} />
        )
      }
    />
  );
}
