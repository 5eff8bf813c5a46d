import { Rich } from '../../ui/rich.tsx';
import { t } from '../../i18n/translate.ts';
import { useId } from 'react';
import { EVENT_NAMES, EVENT_TYPES, type EventType } from '../protocol/events.ts';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { FieldMessage, TextField } from '../../ui/form/field.tsx';
import type { EndpointView } from '../server/read-endpoints.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';

interface EndpointFieldsProps {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[];
  readonly withContents?: boolean;
  readonly errorOf: (field: string) => string | undefined;
}

export function EndpointFields({
  url,
  events = EVENT_TYPES,
  withContents = false,
  errorOf,
}: EndpointFieldsProps) {
  const messageId = useId();
  const error = errorOf('events');
  return (
    <>
      <TextField
        label={t('Address')}
        name="url"
        type="url"
        required
        defaultValue={url}
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        error={errorOf('url')}
      />
      <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : messageId}>
        <legend className="text-[15px] font-semibold">{t('Events')}</legend>
        {EVENT_TYPES.map((type) => (
          <CheckboxField
            key={type}
            name="events"
            value={type}
            label={
              <>
                {t(EVENT_NAMES[type])}{' '}
                <code className="text-[13.5px] whitespace-nowrap text-ink-3">{type}</code>
              </>
            }
            defaultChecked={events.includes(type)}
          />
        ))}
        <FieldMessage id={messageId} error={error} />
      </fieldset>
      <CheckboxField
        name="withContents"
        value="yes"
        label={t('Include message contents')}
        hint={t(
          "Sends the text of messages and the names of their authors and files. When off, only IDs and numbers are sent. Data that has been sent can't be taken back or erased. Private notes are never sent.",
        )}
        defaultChecked={withContents}
      />
    </>
  );
}

export function EndpointState({ endpoint }: { readonly endpoint: EndpointView }) {
  const { state, failingSince, waiting } = endpoint;
  return (
    <>
      {state === 'active' && !failingSince && <Chip tone="success">{t('Active')}</Chip>}
      {state === 'paused' && <Chip tone="amber">{t('Paused')}</Chip>}
      {state === 'disabled' && <Chip tone="error">{t('Disabled')}</Chip>}
      {failingSince && state !== 'disabled' && (
        <Chip tone="amber">
          <Rich
            text={t('Failing since <time/>')}
            parts={{ time: <DateTime at={failingSince} /> }}
          />
        </Chip>
      )}
      {waiting > 0 && (
        <span>
          {t('{count, plural, one {# event} other {# events}} pending', { count: waiting })}
        </span>
      )}
    </>
  );
}
