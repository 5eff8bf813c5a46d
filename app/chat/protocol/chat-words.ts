import { langOf, type Translated } from '../../platform/lang-of.ts';
import type { Language } from '../../platform/languages.ts';
import type { Topic } from './rules.ts';

export interface OfferedTopic extends Topic, Translated {
  readonly icon: string;
  /** The chat's answer to this topic, in place of the general answer. */
  readonly reply?: string;
}

/** The chat's automatic texts: content of the shop, sent with the page or when the chat opens. */
export interface ChatWords extends Translated {
  /** Each text is a message of its own. */
  readonly greeting: readonly string[];
  readonly emailQuestion: string;
  readonly afterTopic: string;
  readonly afterEmail: string;
  readonly topics: readonly OfferedTopic[];
}

/** Returns the language of a text that the chat says, if it differs from the page's. */
export function langOfChatText(words: ChatWords, text: string): Language | undefined {
  for (const topic of words.topics) {
    if (topic.name === text) return langOf(topic, 'name');
    if (topic.reply === text) return langOf(topic, 'reply');
  }
  if (words.greeting.includes(text)) return langOf(words, 'greeting');
  const names = ['emailQuestion', 'afterTopic', 'afterEmail'] as const;
  const name = names.find((each) => words[each] === text);
  return name && langOf(words, name);
}

export interface DeskTopic extends Topic {
  /** Empty if the topic has no short name. */
  readonly short: string;
  /** True if visitors can choose the topic. A removed topic still names its earlier conversations. */
  readonly isOffered: boolean;
}

export interface DeskWords {
  readonly topics: readonly DeskTopic[];
  /** The text of 'Send Welcome', with the placeholders {agent} and {visitor}. */
  readonly welcome: string;
}

/** Fills in the welcome text. An unknown visitor name is left out together with the space before. */
export function fillWelcomeText(text: string, agent: string, visitor: string | null): string {
  return text
    .replaceAll(/(\s?)\{visitor\}/g, (_, space: string) => (visitor ? space + visitor : ''))
    .replaceAll('{agent}', () => agent);
}
