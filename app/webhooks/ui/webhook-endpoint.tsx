import { t } from '../../i18n/translate.ts';
import { useId } from 'react';
import { EVENT_NAMES, EVENT_TYPES, type EventType } from '../protocol/events.ts';
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
  const contentsId = useId();
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
          <label key={type} className="mt-1 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="events"
              value={type}
              defaultChecked={events.includes(type)}
              className="size-5 flex-none accent-(--primary)"
            />
            <span className="min-w-0">
              {t(EVENT_NAMES[type])}{' '}
              <code className="text-[13.5px] whitespace-nowrap text-ink-3">{type}</code>
            </span>
          </label>
        ))}
        <FieldMessage id={messageId} error={error} />
      </fieldset>
      <div>
        <label className="flex min-h-11 w-fit items-center gap-3">
          <input
            type="checkbox"
            name="withContents"
            value="yes"
            defaultChecked={withContents}
            aria-describedby={contentsId}
            className="size-5 flex-none accent-(--primary)"
          />
          {t('Send what messages say')}
        </label>
        <p id={contentsId} className="ml-8 max-w-[41em] text-[14px] text-ink-2">
          {t(
            'Their text, and the names of their writers and files. Without it, ids and numbers alone leave: what was sent out can be neither taken back nor erased. Private notes are never sent.',
          )}
        </p>
      </div>
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
          {t('Failing since')} <DateTime at={failingSince} />
        </Chip>
      )}
      {waiting > 0 && <span>{t('{waiting} waiting', { waiting })}</span>}
    </>
  );
}
