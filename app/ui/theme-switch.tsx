import { Icon } from './icon.tsx';
import { t } from '../i18n/translate.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { followClock, isByClock, onThemeChosen, setByClock } from './theme.ts';

/**
 * CSS alone decides which icon is shown, so that the server's cached HTML is correct in both themes.
 * `theme.ts` handles the click without React.
 */
export function ThemeSwitch() {
  return (
    <button type="button" data-theme-switch className="icon-button needs-script">
      <span className="grid place-items-center *:col-start-1 *:row-start-1 *:transition *:duration-[420ms]">
        <span className="night:scale-50 night:rotate-90 night:opacity-0">
          <Icon name="sun-horizon" />
        </span>
        <span className="scale-50 -rotate-90 opacity-0 night:scale-100 night:rotate-0 night:opacity-100">
          <Icon name="moon-stars" />
        </span>
      </span>
      <span className="sr-only">
        <span className="night:hidden">{t('Switch to dark theme')}</span>
        <span className="hidden night:inline">{t('Switch to light theme')}</span>
      </span>
    </button>
  );
}

const MINUTE_MS = 60_000;

export function ClockSwitch() {
  const isOn = useSyncExternalStore(onThemeChosen, isByClock, () => false);
  useEffect(() => {
    if (!isOn) return undefined;
    // Another tab may have changed the choice.
    const timer = setInterval(() => isByClock() && followClock(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return (
    <label className="needs-script flex min-h-11 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        className="size-[18px] accent-primary"
        checked={isOn}
        onChange={(event) => setByClock(event.target.checked)}
      />
      {t('Dark from 7 pm to 7 am')}
    </label>
  );
}
