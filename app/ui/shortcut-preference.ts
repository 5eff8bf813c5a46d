import { browserStorage, loadText, saveText } from './browser-storage.ts';

const KEY = 'search-shortcut';

/** Speech input may type single characters by accident, so the shortcut can be switched off (WCAG 2.1.4). */
export function isShortcutOn(): boolean {
  return loadText(browserStorage(), KEY) !== 'off';
}

/** If storage is forbidden, the shortcut stays on. */
export function setShortcut(isOn: boolean): void {
  saveText(browserStorage(), KEY, isOn ? '' : 'off');
}
