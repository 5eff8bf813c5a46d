import { languageNow, learnWords } from '../platform/say.ts';

/** Fetches what the chat says in the language of the page; in English that stands where it is said. */
export async function learnChatWords(): Promise<void> {
  if (languageNow() !== 'es') return;
  const { CHAT_ES } = await import('./chat-words.es.ts');
  learnWords('es', CHAT_ES);
}
