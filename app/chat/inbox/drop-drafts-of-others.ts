import { browserStorage, loadText, saveText } from '../../ui/browser-storage.ts';

const AUTHOR = 'agent_drafts_by';
const PREFIXES = ['agent_draft:', 'visitor_note:'];

/**
 * Deletes the unsent replies and notes of another member who used this browser before. One's own drafts survive a
 * sign-out. Must run before a conversation reads its draft.
 */
export function dropDraftsOfOthers(memberId: string, storage = browserStorage()): void {
  const author = loadText(storage, AUTHOR);
  if (author === memberId) return;
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (author !== '' && PREFIXES.some((prefix) => key.startsWith(prefix))) {
      saveText(storage, key, '');
    }
  }
  saveText(storage, AUTHOR, memberId);
}
