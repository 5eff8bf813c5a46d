import { languageNow, registerMessages } from '../../platform/translate.ts';

/** Loads the chat's translations for the page's language. English needs none: the English text is in the code. */
export async function loadChatMessages(): Promise<void> {
  if (languageNow() !== 'es') return;
  const { CHAT_ES } = await import('./chat-words.es.ts');
  registerMessages('es', CHAT_ES);
}
