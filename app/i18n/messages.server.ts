import { readMessages } from './read-messages.server.ts';
import { addMessages } from './translate.ts';
import type { Language } from '../platform/languages.ts';

// The server loads the messages of all languages. A browser loads only those of its page.
for (const [language, messages] of Object.entries(readMessages()))
  addMessages(language as Language, messages);
