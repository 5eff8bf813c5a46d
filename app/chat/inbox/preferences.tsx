import { t } from '../../i18n/translate.ts';
import { useEffect, useState } from 'react';
import { browserStorage, loadJson, saveText } from '../../ui/browser-storage.ts';

interface Preferences {
  readonly hasSound: boolean;
  /** WCAG 2.1.4 requires that single-key shortcuts can be switched off. */
  readonly hasShortcuts: boolean;
}

const KEY = 'agent_preferences';

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
      {t('Sound for new messages')}
    </label>
  );
}

export function readPreferences(): Preferences {
  const stored = (loadJson(browserStorage(), KEY) ?? {}) as Partial<Preferences>;
  return { hasSound: stored.hasSound ?? true, hasShortcuts: stored.hasShortcuts ?? true };
}

export function storePreferences(preferences: Preferences): void {
  saveText(browserStorage(), KEY, JSON.stringify(preferences));
}
