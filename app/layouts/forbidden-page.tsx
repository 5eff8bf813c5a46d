import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { rolesThatMay } from '../team/members/permissions.ts';
import { placeAt } from '../team/members/places.ts';
import { ErrorPage } from '../ui/error-page.tsx';

/** The error boundary of pages that not every role may open. */
export function ForbiddenPage() {
  const error = useRouteError();
  const place = placeAt(useLocation().pathname);
  const isForbidden = isRouteErrorResponse(error) && error.status === 403;
  const isForManagers = place && rolesThatMay(place.permission).includes('manager');
  return isForbidden ? (
    <ErrorPage
      title={isForManagers ? 'For managers and admins only' : 'For admins only'}
      text="Your account may not open this page."
    />
  ) : (
    <ErrorPage
      title="Something went wrong"
      text="The fault is on our side. Please try again in a moment."
    />
  );
}
