import { useEffect, useState } from 'react';
import { Icon } from '../icon.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password with a button that shows what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'button'>) {
  const [isShown, setIsShown] = useState(false);
  const [hasScript, setHasScript] = useState(false);
  // The button does nothing without JavaScript, so it is not there until there is some.
  useEffect(() => setHasScript(true), []);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      button={
        hasScript && (
          <button
            type="button"
            className="icon-button absolute top-[3px] right-1 rounded-chip"
            aria-label={`Show ${props.label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-slash' : 'eye'} />
          </button>
        )
      }
    />
  );
}
