import type { Topic } from './rules.ts';

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
export function sayWelcome(text: string, agent: string, visitor: string | null): string {
  return text
    .replaceAll(/(\s?)\{visitor\}/g, (_, space: string) => (visitor ? space + visitor : ''))
    .replaceAll('{agent}', () => agent);
}
