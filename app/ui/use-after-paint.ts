import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from './when-idle.ts';

/**
 * Returns `value` one paint later, for content that is slow to render. A key press before that finds the new
 * value applied.
 */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    if (painted === value) return undefined;
    let isOver = false;
    const show = () => {
      if (!isOver) setPainted(value);
    };
    const showNow = () => flushSync(show);
    afterPaint(show);
    window.addEventListener('keydown', showNow, { capture: true });
    return () => {
      isOver = true;
      window.removeEventListener('keydown', showNow, { capture: true });
    };
  }, [value, painted]);
  return painted;
}
