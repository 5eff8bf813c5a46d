const KEY = 'search-shortcut';

/**
 * Speech input types single characters without meaning to, so whoever is troubled by the
 * shortcut can turn it off (WCAG 2.1.4).
 */
export function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Where storage is forbidden the shortcut stays on. */
export function setShortcut(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Private windows may refuse storage.
  }
}
