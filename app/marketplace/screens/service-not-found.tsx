import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from '../../ui/error-page.tsx';

/** For a service that does not exist, and for a page of one that could not be made. */
export function ServiceNotFound() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <ErrorPage
      title="Service not found"
      text="This page has drifted away. Browse the full list to find what you need."
    />
  ) : (
    <ErrorPage
      title="Something went wrong"
      text="The fault is on our side. Please try again in a moment."
    />
  );
}
