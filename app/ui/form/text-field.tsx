import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldMessage } from './field-message.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
}

/** A labelled one-line field with its hint or error. */
export function TextField({ label, hint, error, aside, ...input }: TextFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = error !== undefined || hint !== undefined;
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-[15px] font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <input
        {...input}
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={hasMessage ? messageId : undefined}
        className="field mt-2"
      />
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}
