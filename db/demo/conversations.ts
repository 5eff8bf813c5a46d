import replies from '../../content/demo/canned-replies.json' with { type: 'json' };
import conversations from '../../content/demo/conversations.json' with { type: 'json' };

/** A conversation of the demo data; times are minutes before the first start. */
export interface DemoConversation {
  readonly email: string;
  readonly topic: string;
  readonly service?: { readonly section: string; readonly slug: string; readonly title: string };
  readonly agent: 'maya' | 'leo' | 'sana';
  readonly isCompleted?: boolean;
  readonly messages: readonly DemoMessage[];
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
  /** Everybody may use the reply by default. */
  readonly owner?: 'maya';
}

// tests/unit/content.test.ts checks the files against these types.

/** Inserted with a slash in the reply box. */
export const DEMO_REPLIES = replies as readonly DemoReply[];

export const DEMO_CONVERSATIONS = conversations as readonly DemoConversation[];
