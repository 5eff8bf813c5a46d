import { data, isRouteErrorResponse } from 'react-router';
import { hostContext } from '../../host.ts';
import { findFinds } from '../../marketplace/find-finds.ts';
import { MissingPage } from '../../marketplace/screens/missing-page.tsx';
import { titleOf } from './page-meta.ts';
import type { Route } from './+types/not-found.ts';
import { say } from '../../platform/say.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(say('Page not found'), matches[0].loaderData) },
];

export function loader({ context }: Route.LoaderArgs) {
  throw data(findFinds(context.get(hostContext).catalogue), { status: 404 });
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
