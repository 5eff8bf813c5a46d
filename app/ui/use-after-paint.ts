import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from './after-paint.ts';

/**
 * `value`, once a first sign of its change has been seen: for what takes a slow processor long to show. A key that is
 * pressed before finds it there.
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
