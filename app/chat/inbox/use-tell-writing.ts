import { useEffect, useEffectEvent } from 'react';
import { TOLD_EVERY_MS } from './colleagues-writing.ts';

/** Tells the team that a text was begun, as long as the text exists and the tab is visible. */
export function useTellWriting(
  isBegun: boolean,
  isNote: boolean,
  onWriting: (isNote: boolean, isOver: boolean) => void,
): void {
  const tell = useEffectEvent(onWriting);
  useEffect(() => {
    if (!isBegun) return undefined;
    const say = () => {
      if (document.visibilityState === 'visible') tell(isNote, false);
    };
    say();
    const timer = setInterval(say, TOLD_EVERY_MS);
    return () => {
      clearInterval(timer);
      tell(isNote, true);
    };
  }, [isBegun, isNote]);
}
