import type { ChatWords } from '../chat/protocol/chat-words.ts';
import type { Content, TopicEntry } from '../catalogue/protocol/content.ts';
import type { Language } from '../platform/languages.ts';

export function chatWordsOf(content: Content, language: Language): ChatWords {
  const { greeting, emailQuestion, afterTopic, afterEmail } = content.chat(language);
  return {
    greeting: greeting.split('\n').filter((line) => line !== ''),
    emailQuestion,
    afterTopic,
    afterEmail,
    topics: content.topics(language).map(({ id, name, icon, reply }) => ({
      id,
      name,
      icon,
      ...(reply !== '' && { reply }),
    })),
  };
}

/** The search includes hidden topics, because a topic that was offered when the page loaded is still valid. */
export function findChosenTopic(content: Content, chosen: string): TopicEntry | undefined {
  const topics = content.allTopics('en');
  return topics.find(({ id }) => id === chosen) ?? topics.find(({ name }) => name === chosen);
}
