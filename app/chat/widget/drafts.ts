import { loadJson, saveText } from '../../ui/browser-storage.ts';
import { loadDraft } from '../client/typed-text.ts';

/**
 * Stores unsent text by conversation, so that a reload does not lose it. Where storage is forbidden, a reload
 * does.
 */
export interface Drafts {
  load(conversationId: string | null): string;
  save(conversationId: string | null, text: string): void;
  /** Messages sent before the conversation exists wait for the topic and email address. */
  loadHeld(): string[];
  saveHeld(texts: readonly string[]): void;
}

const HELD = 'chat_held';

/** Returns the key in local storage; null is the draft from before the conversation. */
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
