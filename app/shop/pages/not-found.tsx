import { isRouteErrorResponse } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { MissingPage } from '../ui/missing-page.tsx';
import { missing } from './missing.server.ts';
import { titleOf } from './page-meta.ts';
import type { Route } from './+types/not-found.ts';
import { t } from '../../i18n/translate.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(t('Page not found'), matches[0].loaderData) },
];

export function loader({ context }: Route.LoaderArgs) {
  throw missing(context.get(appContextKey));
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <MissingPage
      title={t('Page not found')}
      text={t('This page has drifted away.')}
      finds={isRouteErrorResponse(error) && error.data}
    />
  );
}
