import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldMessage } from './field-message.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
  /** Inside the field, at its end. */
  readonly button?: ReactNode;
}

/** A labelled one-line field with its hint or error. */
export function TextField({ label, hint, error, aside, button, ...input }: TextFieldProps) {
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
      <div className="relative mt-2">
        <input
          {...input}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasMessage ? messageId : undefined}
          className={`field ${button === undefined ? '' : 'pr-14'}`}
        />
        {button}
      </div>
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}
