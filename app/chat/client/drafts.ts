import { loadText } from '../../ui/browser-storage.ts';
import { takeIn } from './take-in.ts';

/** Loads a text that was typed but not sent. Where storage is forbidden, a reload loses the text. */
export function loadDraft(storage: Storage, key: string): string {
  return takeIn(loadText(storage, key)).text;
}
