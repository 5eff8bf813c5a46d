import { say } from '../../platform/say.ts';
import { useId } from 'react';
import { EVENT_NAMES, EVENT_TYPES, type EventType } from '../webhook/events.ts';
import { FieldMessage } from '../../ui/form/field-message.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

interface EndpointFieldsProps {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[];
  readonly errorOf: (field: string) => string | undefined;
}

/** Where a webhook goes and what it tells about. */
export function EndpointFields({ url, events = EVENT_TYPES, errorOf }: EndpointFieldsProps) {
  const messageId = useId();
  const error = errorOf('events');
  return (
    <>
      <TextField
        label={say('Address')}
        name="url"
        type="url"
        required
        defaultValue={url}
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        error={errorOf('url')}
      />
      <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : messageId}>
        <legend className="text-[15px] font-semibold">{say('Events')}</legend>
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
              {EVENT_NAMES[type]}{' '}
              <code className="text-[13.5px] whitespace-nowrap text-ink-3">{type}</code>
            </span>
          </label>
        ))}
        <FieldMessage id={messageId} error={error} />
      </fieldset>
    </>
  );
}
