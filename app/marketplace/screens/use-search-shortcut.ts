import { useEffect, type RefObject } from 'react';
import { isShortcutOn } from '../../ui/shortcut-preference.ts';

/** '/' moves the focus to the search, unless somebody is typing or the box is not to be seen. */
export function useSearchShortcut(input: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const focusSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || !isShortcutOn()) return;
      const box = visibleSearch(input.current);
      if (!box) return;
      event.preventDefault();
      box.focus();
    };
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, [input, isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** The header's own box, or on small screens the first one that shows. */
function visibleSearch(own: HTMLInputElement | null): HTMLInputElement | undefined {
  const boxes = document.querySelectorAll<HTMLInputElement>('[role="search"] input[name="q"]');
  return [own, ...boxes].find((box) => box?.checkVisibility() === true) ?? undefined;
}
