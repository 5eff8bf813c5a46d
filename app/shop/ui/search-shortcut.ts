import { isShortcutOn } from '../../ui/shortcut-preference.ts';
import { isComposing } from '../../ui/is-composing.ts';

/** '/' focuses the search, unless the user is typing or no search box is visible. */
export function listenForSearchShortcut(): void {
  document.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.defaultPrevented || isTyping(event.target) || !isShortcutOn()) return;
    const box = visibleSearch();
    if (!box) return;
    event.preventDefault();
    box.focus();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** Prefers the header's box. Small screens hide it, so there the first visible box is used. */
function visibleSearch(): HTMLInputElement | undefined {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[role="search"] input[name="q"]')];
  const own = boxes.filter((box) => box.ariaKeyShortcuts === '/');
  return [...own, ...boxes].find((box) => box.checkVisibility());
}
