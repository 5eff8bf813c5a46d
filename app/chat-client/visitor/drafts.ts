import { loadJson, saveText } from '../../ui/browser-storage.ts';
import { loadDraft } from '../drafts.ts';

/**
 * What was typed and not sent yet, by conversation; a reload loses nothing. Where storage is
 * forbidden, it does.
 */
export interface Drafts {
  load(conversationId: string | null): string;
  save(conversationId: string | null, text: string): void;
  /** Messages sent before there is a conversation: they wait for topic and e-mail address. */
  loadHeld(): string[];
  saveHeld(texts: readonly string[]): void;
}

const HELD = 'chat_held';

/** The key in local storage; null is the draft written before a conversation begins. */
export function draftKey(conversationId: string | null): string {
  return `chat_draft:${conversationId ?? 'new'}`;
}

export function localDrafts(storage: Storage): Drafts {
  return {
    load: (conversationId) => loadDraft(storage, draftKey(conversationId)),
    save: (conversationId, text) => saveText(storage, draftKey(conversationId), text),
    loadHeld() {
      const texts = loadJson(storage, HELD);
      return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
    },
    saveHeld: (texts) => saveText(storage, HELD, texts.length === 0 ? '' : JSON.stringify(texts)),
  };
}
