import type { ChatWords, OfferedTopic } from '../../app/chat/protocol/chat-words.ts';
import { chatWordsOf } from '../../app/routing/chat-words.server.ts';
import { CATALOGUE } from './catalogue.ts';

/** What the chat of a new installation says. */
export const FIRST_WORDS: ChatWords = chatWordsOf(CATALOGUE.words, 'en');

/** A topic that an installation begins with, by its id or its name. */
export function topic(called: string): OfferedTopic {
  const found = FIRST_WORDS.topics.find(({ id, name }) => id === called || name === called);
  if (!found) throw new Error(`No installation begins with the topic '${called}'`);
  return found;
}
