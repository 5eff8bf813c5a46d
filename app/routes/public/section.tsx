import { findSection, servicesOf } from '../../catalogue/catalogue.ts';
import { SectionBlock } from '../../catalogue/section-block.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import type { Route } from './+types/section.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.section.title ?? 'Service not found' },
];

export function loader({ params }: Route.LoaderArgs) {
  const section = findSection(params.section);
  if (!section) throw new Response(null, { status: 404 });
  return {
    section,
    services: servicesOf(section.id).map(({ description, ...card }) => card),
  };
}

export default function SectionPage({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <SectionBlock section={loaderData.section} services={loaderData.services} />
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorPage
      title="Service not found"
      text="This page has drifted away. Browse the full list to find what you need."
    />
  );
}
