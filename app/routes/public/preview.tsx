import { data } from 'react-router';
import { hostContext } from '../../host.ts';
import { readPreview } from '../../marketplace/desk/read-preview.server.ts';
import { SectionDrawing } from '../../marketplace/screens/section-drawing.tsx';
import { ServiceGallery } from '../../marketplace/screens/service-gallery.tsx';
import { SampleVideos } from '../../marketplace/screens/sample-videos.tsx';
import { requirePlace } from '../resources/member.server.ts';
import { titleOf } from './page-meta.ts';
import { ServicePage } from './service-page.tsx';
import { readServicePage } from './service-page.server.ts';
import type { Route } from './+types/preview.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Preview', matches[0].loaderData) },
  { name: 'robots', content: 'noindex' },
];

export const headers = () => ({ 'Cache-Control': 'no-store' });

/** A service's page as it will be once its draft is published, for those who may publish it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requirePlace(context, request, '/team/catalogue');
  const host = context.get(hostContext);
  const service = await readPreview(host, params.id);
  if (!service) throw new Response(null, { status: 404 });
  const page = await readServicePage(host, host.catalogue, service, {
    sort: 'newest',
    stars: undefined,
    page: 1,
  });
  return data(page, { headers: { 'Cache-Control': 'no-store' } });
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { service, clips } = loaderData;
  const media = clips ? (
    <SampleVideos service={service} {...clips} />
  ) : service.art === null ? (
    <SectionDrawing service={service} />
  ) : (
    <ServiceGallery service={service} />
  );
  return <ServicePage loaderData={loaderData} result={undefined} media={media} />;
}
