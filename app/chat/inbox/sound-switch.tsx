import { say } from '../../platform/say.ts';
import { useEffect, useState } from 'react';
import { readPreferences, storePreferences } from './preferences.ts';

export function SoundSwitch({ className }: { readonly className: string }) {
  const [hasSound, setSound] = useState(true);
  useEffect(() => setSound(readPreferences().hasSound), []);
  return (
    <label className={className}>
      <input
        type="checkbox"
        // `aria-checked` is not allowed here: a checkbox already exposes its state.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        className="size-5 accent-primary"
        checked={hasSound}
        onChange={(event) => {
          setSound(event.target.checked);
          storePreferences({ ...readPreferences(), hasSound: event.target.checked });
        }}
      />
      {say('Sound for new messages')}
    </label>
  );
}
