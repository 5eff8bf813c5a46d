import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from '../ui/error-page.tsx';

interface ForbiddenPageProps {
  readonly title?: string;
}

/** The error boundary of pages that not every role may open. */
export function ForbiddenPage({ title = 'For admins only' }: ForbiddenPageProps) {
  const error = useRouteError();
  const isForbidden = isRouteErrorResponse(error) && error.status === 403;
  return isForbidden ? (
    <ErrorPage title={title} text="Your account may not open this page." />
  ) : (
    <ErrorPage
      title="Something went wrong"
      text="The fault is on our side. Please try again in a moment."
    />
  );
}
