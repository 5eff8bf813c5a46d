import type { ChatWords } from '../conversation/wire/chat-words.ts';
import type { Content, TopicEntry } from '../marketplace/content/content.ts';
import type { Language } from '../platform/languages.ts';

/** What the chat says by itself, as the shop's content has it. */
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

/** What a visitor chose, also where it was taken away meanwhile: what was offered still counts. */
export function findChosenTopic(content: Content, chosen: string): TopicEntry | undefined {
  const topics = content.allTopics('en');
  return topics.find(({ id }) => id === chosen) ?? topics.find(({ name }) => name === chosen);
}
