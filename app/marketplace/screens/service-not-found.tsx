import { useRouteError } from 'react-router';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Those who find their service need none of it.
const MissingService = lazyPart(async () => (await import('./missing-service.tsx')).MissingService);

/** For a service that does not exist or is hidden, and for a page of one that could not be made. */
export function ServiceNotFound() {
  return <MissingService error={useRouteError()} />;
}
