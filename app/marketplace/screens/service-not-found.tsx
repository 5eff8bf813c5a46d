import { lazy, Suspense } from 'react';
import { useRouteError } from 'react-router';

// Those who find their service need none of it.
const MissingService = lazy(() =>
  import('./missing-service.tsx').then((module) => ({ default: module.MissingService })),
);

/** For a service that does not exist or is hidden, and for a page of one that could not be made. */
export function ServiceNotFound() {
  return (
    <Suspense>
      <MissingService error={useRouteError()} />
    </Suspense>
  );
}
