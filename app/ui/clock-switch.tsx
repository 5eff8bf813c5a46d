import { useEffect, useSyncExternalStore } from 'react';
import { say } from '../platform/say.ts';
import { followClock, isByClock, onThemeChosen, setByClock } from './theme.ts';

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
      {say('Dark from 7 pm to 7 am')}
    </label>
  );
}
