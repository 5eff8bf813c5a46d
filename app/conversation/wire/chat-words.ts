import type { Topic } from './rules.ts';

/** A topic as the widget offers it. */
export interface OfferedTopic extends Topic {
  /** The sign before it. */
  readonly icon: string;
  /** What the chat answers to it in place of what it answers to all. */
  readonly reply?: string;
}

/** What the chat says by itself: the shop's content, as a page or the chat's opening brings it. */
export interface ChatWords {
  /** Each a message. */
  readonly greeting: readonly string[];
  readonly emailQuestion: string;
  readonly afterTopic: string;
  readonly afterEmail: string;
  readonly topics: readonly OfferedTopic[];
}
