import type { Topic } from './rules.ts';

export interface OfferedTopic extends Topic {
  readonly icon: string;
  /** The chat's answer to this topic, in place of the general answer. */
  readonly reply?: string;
}

/** The chat's automatic texts: content of the shop, sent with the page or when the chat opens. */
export interface ChatWords {
  /** Each text is a message of its own. */
  readonly greeting: readonly string[];
  readonly emailQuestion: string;
  readonly afterTopic: string;
  readonly afterEmail: string;
  readonly topics: readonly OfferedTopic[];
}
