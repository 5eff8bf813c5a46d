import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus into the row that was added, or next to the one that was removed. Otherwise whoever uses the keyboard
 * would be at the top of the page. Expects one fieldset per row inside the element of `rows`.
 */
export function useRowFocus() {
  const rows = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ readonly index: number }>();
  useEffect(() => {
    if (!target) return;
    const row = rows.current?.querySelectorAll(':scope > fieldset')[target.index];
    row?.querySelector('input')?.focus();
  }, [target]);
  return { rows, focusRow: (index: number) => setTarget({ index: Math.max(0, index) }) };
}
