import { useId, type ComponentProps } from 'react';
import { FieldMessage } from './field-message.tsx';

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** A labelled field for several lines, with its hint or error. */
export function TextAreaField({ label, hint, error, ...area }: TextAreaFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = error !== undefined || hint !== undefined;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-[15px] font-semibold">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={hasMessage ? messageId : undefined}
        className="field mt-2 block py-3"
      />
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}
