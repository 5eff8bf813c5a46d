import { useRouteError } from 'react-router';
import { lazyPart } from '../../ui/lazy-part.tsx';

// The code is a separate chunk, because visitors who find their service do not need it.
const MissingService = lazyPart(async () => (await import('./missing-service.tsx')).MissingService);

export function ServiceNotFound() {
  return <MissingService error={useRouteError()} />;
}
