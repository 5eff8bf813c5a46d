import type { Topic } from './rules.ts';

/** A topic as the desk's lists name it. */
export interface DeskTopic extends Topic {
  /** '' where it has no short name. */
  readonly short: string;
  /** To visitors; what was taken away still names conversations that began with it. */
  readonly isOffered: boolean;
}

/** What the shop's content says to the desk. */
export interface DeskWords {
  readonly topics: readonly DeskTopic[];
  /** 'Send Welcome', with {agent} and {visitor} to fill in. */
  readonly welcome: string;
}

/** The welcome of this agent to this visitor, who is left out where their name is not known. */
export function sayWelcome(text: string, agent: string, visitor: string | null): string {
  return text
    .replaceAll(/(\s?)\{visitor\}/g, (_, space: string) => (visitor ? space + visitor : ''))
    .replaceAll('{agent}', () => agent);
}
