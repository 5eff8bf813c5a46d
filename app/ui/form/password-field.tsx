import { say } from '../../platform/say.ts';
import { useEffect, useState } from 'react';
import { Icon } from '../icon.tsx';
import { Field, type FieldOf } from './field.tsx';

export function PasswordField({ label, hint, error, aside, ...input }: FieldOf<'input'>) {
  const [isShown, setIsShown] = useState(false);
  const [hasScript, setHasScript] = useState(false);
  // The button needs JavaScript, so it is rendered only after hydration.
  useEffect(() => setHasScript(true), []);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            dir="auto"
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className="field pe-14"
          />
          {hasScript && (
            <button
              type="button"
              className="icon-button absolute top-1/2 end-1 -translate-y-1/2 rounded-chip"
              aria-label={say('Show {toLowerCase}', { toLowerCase: label.toLowerCase() })}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-slash' : 'eye'} />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
