import { say } from '../../platform/say.ts';
import type { DeliveryView } from '../server/read-endpoints.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/moment.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';

interface DeliveryRowProps {
  readonly delivery: DeliveryView;
  readonly isResendable: boolean;
}

export function DeliveryRow({ delivery, isResendable }: DeliveryRowProps) {
  const { id, eventId, type, state, attempts, createdAt, nextAttemptAt } = delivery;
  const hasBeenTried = attempts > 0;
  return (
    <li className="list-row" data-testid="delivery">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <code className="font-[650]">{type}</code>
          {state === 'delivered' && <Chip tone="success">{say('Delivered')}</Chip>}
          {state === 'failed' && <Chip tone="error">{say('Failed')}</Chip>}
          {state === 'pending' && (
            <Chip tone={hasBeenTried ? 'amber' : 'plain'}>
              {hasBeenTried ? say('Trying again') : say('Waiting')}
            </Chip>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-[14px] text-ink-2">
          <Moment at={createdAt} />
          {hasBeenTried && (
            <span>{attempts === 1 ? say('1 try') : say('{attempts} tries', { attempts })}</span>
          )}
          <Result delivery={delivery} />
          {hasBeenTried && nextAttemptAt && (
            <span>
              {say('next')} <Moment at={nextAttemptAt} />
            </span>
          )}
        </p>
        <p dir="auto" className="font-mono text-[12.5px] text-ink-3 [overflow-wrap:anywhere]">
          {eventId}
        </p>
      </div>
      {isResendable && hasBeenTried && (
        <FormButton
          fields={{ intent: 'redeliver', deliveryId: id }}
          aria-label={say('Send again: {type} of {createdAt}', { type, createdAt })}
        >
          {say('Send again')}
        </FormButton>
      )}
    </li>
  );
}

function Result({ delivery }: { readonly delivery: DeliveryView }) {
  const { lastStatus, lastError, lastDurationMs } = delivery;
  return (
    <>
      {lastStatus !== null && <span>{say('answered {lastStatus}', { lastStatus })}</span>}
      {lastError !== null && <span>{lastError}</span>}
      {lastDurationMs !== null && (
        <span className="tabular-nums">{say('{lastDurationMs} ms', { lastDurationMs })}</span>
      )}
    </>
  );
}
