import { loadText } from '../ui/browser-storage.ts';
import { takeIn } from './take-in.ts';

/** A text that was begun and not sent: a reload loses nothing. Where storage is forbidden, it does. */
export function loadDraft(storage: Storage, key: string): string {
  return takeIn(loadText(storage, key)).text;
}
