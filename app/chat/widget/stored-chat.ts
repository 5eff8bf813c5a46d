import { loadJson, saveText } from '../../ui/browser-storage.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { STORED_CHAT_KEY } from './stored-chat-key.ts';

/** rule 101: two hours, extended by use (rule 101). */
const EXPIRES_AFTER_MS = 2 * 60 * 60 * 1000;

/** The chat that this browser remembers. The record grants no access: the HttpOnly cookie does. */
export interface StoredChat {
  readonly email: string;
  readonly timestamp: number;
  /** '' after 'Start new chat', which keeps the email (rule 94). */
  readonly conversationId: string;
}

/** Returns the record, or null. An expired or malformed record is deleted. */
export function readStoredChat(storage: Storage, now: Date): StoredChat | null {
  const stored = loadJson(storage, STORED_CHAT_KEY);
  const { email, timestamp, conversationId } = (stored ?? {}) as Partial<StoredChat>;
  const isValid =
    typeof email === 'string' &&
    typeof timestamp === 'number' &&
    typeof conversationId === 'string' &&
    (conversationId === '' || CONVERSATION_ID.test(conversationId)) &&
    now.getTime() - timestamp < EXPIRES_AFTER_MS;
  if (isValid) return { email, timestamp, conversationId };
  clearStoredChat(storage);
  return null;
}

export function storeChat(storage: Storage, chat: Omit<StoredChat, 'timestamp'>, now: Date): void {
  saveText(storage, STORED_CHAT_KEY, JSON.stringify({ ...chat, timestamp: now.getTime() }));
}

export function clearStoredChat(storage: Storage): void {
  saveText(storage, STORED_CHAT_KEY, '');
}
