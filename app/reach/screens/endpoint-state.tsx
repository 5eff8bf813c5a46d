import type { EndpointView } from '../webhook/read-endpoints.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';

/** How a webhook is doing. */
export function EndpointState({ endpoint }: { readonly endpoint: EndpointView }) {
  const { state, failingSince, waiting } = endpoint;
  return (
    <>
      {state === 'active' && !failingSince && <Chip tone="success">Active</Chip>}
      {state === 'paused' && <Chip tone="amber">Paused</Chip>}
      {state === 'disabled' && <Chip tone="error">Disabled</Chip>}
      {failingSince && state !== 'disabled' && (
        <Chip tone="amber">
          Failing since <DateTime at={failingSince} />
        </Chip>
      )}
      {waiting > 0 && <span>{waiting} waiting</span>}
    </>
  );
}
