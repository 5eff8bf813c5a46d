import { useEffect, useRef } from 'react';
import { isComposing, keepWhileComposing } from './is-composing.ts';

/**
 * Shows a native modal dialog while it is mounted. The browser makes the rest of the page inert and restores
 * the focus. Tab skips the browser's own toolbars, so that the focus never seems to be lost.
 */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    const ending = new AbortController();
    keepWhileComposing(dialog, ending.signal);
    return () => ending.abort();
  }, []);

  function keepFocusInside(event: React.KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Tab' || !ref.current) return;
    const stops = [...ref.current.querySelectorAll<HTMLElement>('button, a[href], input')].filter(
      (element) => element.checkVisibility(),
    );
    const end = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement !== end) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  }

  return { ref, close: () => ref.current?.close(), keepFocusInside };
}
