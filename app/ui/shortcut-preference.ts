import { browserStorage, loadText, saveText } from './browser-storage.ts';

const KEY = 'search-shortcut';

/**
 * Speech input types single characters without meaning to, so whoever is troubled by the
 * shortcut can turn it off (WCAG 2.1.4).
 */
export function isShortcutOn(): boolean {
  return loadText(browserStorage(), KEY) !== 'off';
}

/** Where storage is forbidden the shortcut stays on. */
export function setShortcut(isOn: boolean): void {
  saveText(browserStorage(), KEY, isOn ? '' : 'off');
}
