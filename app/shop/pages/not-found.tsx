import { isRouteErrorResponse } from 'react-router';
import { hostContext } from '../../host.ts';
import { MissingPage } from '../ui/missing-page.tsx';
import { missing } from './missing.server.ts';
import { titleOf } from './page-meta.ts';
import type { Route } from './+types/not-found.ts';
import { say } from '../../platform/say.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(say('Page not found'), matches[0].loaderData) },
];

export function loader({ context }: Route.LoaderArgs) {
  throw missing(context.get(hostContext).catalogue);
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <MissingPage
      title={say('Page not found')}
      text={say('This page has drifted away.')}
      finds={isRouteErrorResponse(error) && error.data}
    />
  );
}
