import { takeIn } from './take-in.ts';

/** A text that was begun and not sent: a reload loses nothing. Where storage is forbidden, it does. */
export function loadDraft(storage: Storage, key: string): string {
  return takeIn(loadText(storage, key)).text;
}

/** An empty text is no draft. */
export function saveDraft(storage: Storage, key: string, text: string): void {
  try {
    if (text === '') storage.removeItem(key);
    else storage.setItem(key, text);
  } catch {
    // Forbidden or full: the text lasts as long as the page.
  }
}

/** As it was saved; empty where there is none. */
export function loadText(storage: Storage, key: string): string {
  try {
    return storage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
