import { languageNow, learnWords } from '../../platform/say.ts';

/** Loads the chat's translations for the page's language. English needs none: the English text is in the code. */
export async function learnChatWords(): Promise<void> {
  if (languageNow() !== 'es') return;
  const { CHAT_ES } = await import('./chat-words.es.ts');
  learnWords('es', CHAT_ES);
}
