import { readDocumentation } from '../../reach/api/read-documentation.server.ts';
import { hostContext } from '../../host.ts';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/api.ts';
import { ApiDocumentation } from '../../reach/screens/api-documentation.tsx';

// Its examples are live, so it is made anew each time.
export const headers = () => ({ 'Cache-Control': 'no-cache' });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData, {
    title: 'API',
    description: 'Read the catalogue and its reviews as JSON, and receive signed webhooks.',
    path: '/api',
  });

export function loader({ context }: Route.LoaderArgs) {
  return readDocumentation(context.get(hostContext));
}

export default function ApiPage({ loaderData }: Route.ComponentProps) {
  return <ApiDocumentation documentation={loaderData} />;
}
