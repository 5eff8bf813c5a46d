import { useEffect, useSyncExternalStore } from 'react';
import { say } from '../platform/say.ts';
import { followClock, isByClock, onThemeChosen, setByClock } from './theme.ts';

const MINUTE_MS = 60_000;

/** Lets the visitor's clock choose between day and night, until the switch in the header is pressed. */
export function ClockSwitch() {
  const isOn = useSyncExternalStore(onThemeChosen, isByClock, () => false);
  useEffect(() => {
    if (!isOn) return undefined;
    // Another tab may have chosen otherwise.
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
      {say('Dark from 7 pm to 7 am')}
    </label>
  );
}
