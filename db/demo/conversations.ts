import replies from '../../content/demo/canned-replies.json' with { type: 'json' };
import conversations from '../../content/demo/conversations.json' with { type: 'json' };

/** One conversation of the demo; times are minutes before the first start. */
export interface DemoConversation {
  readonly email: string;
  readonly topic: string;
  readonly service?: { readonly section: string; readonly slug: string; readonly title: string };
  /** Who is the visitor's agent now. */
  readonly agent: 'maya' | 'leo' | 'sana';
  readonly isCompleted?: boolean;
  readonly messages: readonly DemoMessage[];
  /** What the team wrote to itself beside it. */
  readonly notes?: readonly DemoNote[];
}

interface DemoMessage {
  readonly from: 'visitor' | 'maya' | 'leo' | 'sana';
  readonly text: string;
  readonly minutesAgo: number;
}

interface DemoNote {
  readonly from: 'maya' | 'leo' | 'sana' | 'ines';
  readonly text: string;
  readonly minutesAgo: number;
}

interface DemoReply {
  readonly shortcut: string;
  readonly text: string;
  /** Everybody's where there is none. */
  readonly owner?: 'maya';
}

// tests/unit/content.test.ts holds the files to these types.

/** Inserted with a slash in the reply box. */
export const DEMO_REPLIES = replies as readonly DemoReply[];

/** What Maya, Leo and Sana find on their dashboards at the first start. */
export const DEMO_CONVERSATIONS = conversations as readonly DemoConversation[];
