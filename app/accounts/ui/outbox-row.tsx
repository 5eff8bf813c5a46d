import { say, sayAny } from '../../platform/say.ts';
import type { OutboxEntryView } from '../../platform/change/read-outbox.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';

const KINDS: Readonly<Record<string, string>> = {
  mail: 'Mail',
  'visitor-mail': 'Mail to a visitor',
  digest: 'Digest',
  push: 'Push to a device',
  webhook: 'Webhook',
  refund: 'Refund',
};

/** A newer version may have added unknown kinds. */
export function nameOfKind(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? sayAny(KINDS[kind] ?? kind) : kind;
}

/** Shows neither the contents nor the recipient of a job. */
export function OutboxRow({ entry }: { readonly entry: OutboxEntryView }) {
  const { id, kind, state, attempts, lastError, createdAt, at, isHeld, isUnderWay } = entry;
  const name = say('{nameOfKind} of {createdAt}', { nameOfKind: nameOfKind(kind), createdAt });
  return (
    <li className="list-row" data-testid="outbox-entry">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-[650]">{nameOfKind(kind)}</span>
          {state === 'failed' && <Chip tone="error">{say('Failed')}</Chip>}
          {state === 'open' && (
            <Chip tone={attempts > 0 && !isUnderWay && !isHeld ? 'amber' : 'plain'}>
              {isHeld
                ? say('On hold')
                : isUnderWay
                  ? say('Being sent')
                  : attempts > 0
                    ? say('Trying again')
                    : say('Waiting')}
            </Chip>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-[14px] text-ink-2">
          <span>
            {say('since')} <Moment at={createdAt} />
          </span>
          {attempts > 0 && (
            <span>{attempts === 1 ? say('1 try') : say('{attempts} tries', { attempts })}</span>
          )}
          {isHeld ? (
            <span>{say('until its webhook is resumed')}</span>
          ) : (
            <span>
              {state === 'failed' ? say('given up') : 'next'} <Moment at={at} />
            </span>
          )}
        </p>
        {lastError !== null && (
          <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
            {lastError}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isUnderWay && !isHeld && (
          <FormButton
            fields={{ intent: 'send-again', id }}
            aria-label={say('Send again: {name}', { name })}
          >
            {say('Send again')}
          </FormButton>
        )}
        <ConfirmButton
          label={say('Give up')}
          accessibleLabel={say('Give up: {name}', { name })}
          question={say('Give this up?')}
          text={say('It is taken out of the outbox for good. What has not left by now does not.')}
        >
          <FormButton fields={{ intent: 'give-up', id }} className="button button-danger">
            {say('Give up for good')}
          </FormButton>
        </ConfirmButton>
      </div>
    </li>
  );
}
