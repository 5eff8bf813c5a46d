import { useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { FieldMessage } from './field-message.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
}

/** A password with a button that shows what was typed. */
export function PasswordField({ label, hint, error, aside, ...input }: PasswordFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const [isShown, setIsShown] = useState(false);
  const [hasScript, setHasScript] = useState(false);
  // The button does nothing without JavaScript, so it is not there until there is some.
  useEffect(() => setHasScript(true), []);
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
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasMessage ? messageId : undefined}
          className="field pr-14"
        />
        {hasScript && (
          <button
            type="button"
            className="icon-button absolute top-[3px] right-1 rounded-chip"
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-slash' : 'eye'} />
          </button>
        )}
      </div>
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}
