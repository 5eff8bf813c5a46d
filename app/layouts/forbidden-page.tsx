import { say } from '../platform/say.ts';
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
      title={isForManagers ? say('For managers and admins only') : say('For admins only')}
      text={say('Your account may not open this page.')}
    />
  ) : (
    <ErrorPage
      title={say('Something went wrong')}
      text={say('The fault is on our side. Please try again in a moment.')}
    />
  );
}
