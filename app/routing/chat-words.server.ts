import type { ChatWords } from '../chat/protocol/chat-words.ts';
import { marksOf } from '../platform/lang-of.ts';
import type { Content, TopicEntry } from '../catalogue/protocol/content.ts';
import { type Language, SOURCE_LANGUAGE } from '../platform/languages.ts';

export function chatWordsOf(content: Content, language: Language): ChatWords {
  const { greeting, emailQuestion, afterTopic, afterEmail, ...rest } = content.chat(language);
  return {
    greeting: greeting.split('\n').filter((line) => line !== ''),
    emailQuestion,
    afterTopic,
    afterEmail,
    ...marksOf(rest, 'greeting', 'emailQuestion', 'afterTopic', 'afterEmail'),
    topics: content.topics(language).map(({ id, name, icon, reply, fallbacks }) => ({
      id,
      name,
      icon,
      ...(reply !== '' && { reply }),
      ...marksOf({ fallbacks }, 'name', 'reply'),
    })),
  };
}

/** The search includes hidden topics, because a topic that was offered when the page loaded is still valid. */
export function findChosenTopic(content: Content, chosen: string): TopicEntry | undefined {
  const topics = content.allTopics(SOURCE_LANGUAGE);
  return topics.find(({ id }) => id === chosen) ?? topics.find(({ name }) => name === chosen);
}
