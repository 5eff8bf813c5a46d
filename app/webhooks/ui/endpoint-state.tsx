import { say } from '../../platform/say.ts';
import type { EndpointView } from '../server/read-endpoints.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';

export function EndpointState({ endpoint }: { readonly endpoint: EndpointView }) {
  const { state, failingSince, waiting } = endpoint;
  return (
    <>
      {state === 'active' && !failingSince && <Chip tone="success">{say('Active')}</Chip>}
      {state === 'paused' && <Chip tone="amber">{say('Paused')}</Chip>}
      {state === 'disabled' && <Chip tone="error">{say('Disabled')}</Chip>}
      {failingSince && state !== 'disabled' && (
        <Chip tone="amber">
          {say('Failing since')} <DateTime at={failingSince} />
        </Chip>
      )}
      {waiting > 0 && <span>{say('{waiting} waiting', { waiting })}</span>}
    </>
  );
}
