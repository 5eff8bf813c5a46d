import { readDocumentation } from '../server/read-documentation.server.ts';
import { hostContext } from '../../host.ts';
import { PUBLIC_PAGE_HEADERS } from '../../shop/pages/layout.tsx';
import { pageMeta } from '../../shop/pages/page-meta.ts';
import type { Route } from './+types/api.ts';
import { ApiDocumentation } from '../ui/api-documentation.tsx';

// The page contains live examples, so a changed review invalidates it.
export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches[0].loaderData, {
    title: 'API',
    description: loaderData?.said.description ?? '',
    path: '/api',
  });

export function loader({ context }: Route.LoaderArgs) {
  return readDocumentation(context.get(hostContext));
}

export default function ApiPage({ loaderData }: Route.ComponentProps) {
  return <ApiDocumentation documentation={loaderData} />;
}
