import type { FileView } from './files.ts';
import type { LabelView } from './labels.ts';
import type { ConversationView } from './views.ts';

// What the team knows about a visitor besides what was said: the panel beside the thread.

/** Letters of the note that stays with a visitor. */
export const VISITOR_NOTE_MAX_LENGTH = 4000;

/** What the team wrote about somebody, for as long as there is something to remember. */
export interface VisitorNote {
  readonly text: string;
  /** Rises by one with each change; 0 while nothing was ever written. */
  readonly version: number;
  readonly editorName: string | null;
  /** ISO 8601; null while nothing was ever written. */
  readonly editedAt: string | null;
}

export type EarlierConversation = Pick<
  ConversationView,
  'id' | 'topic' | 'startedAt' | 'isCompleted' | 'service' | 'rating'
>;

/** A file that went with a message of this visitor's conversations. */
export interface SentFile extends FileView {
  readonly isAgent: boolean;
  readonly createdAt: string;
}

/** A review that was written under a visitor's address, for the team alone. */
export interface ReviewBySomebody {
  readonly id: string;
  readonly service: string;
  readonly path: string;
  readonly rating: number | null;
  readonly text: string | null;
  readonly createdAt: string;
  readonly isHidden: boolean;
}

/** What the panel says about a visitor (DECISIONS 35): only what they gave or did here. */
export interface PersonView {
  readonly visitorId: string;
  readonly email: string;
  readonly firstSeenAt: string;
  readonly note: VisitorNote;
  /** On the visitor. */
  readonly labels: readonly LabelView[];
  /** On the conversation that an answer goes to. */
  readonly conversationLabels: readonly LabelView[];
  /** The latest first; the current one too. */
  readonly conversations: readonly EarlierConversation[];
  readonly conversationCount: number;
  /** The latest first; older ones are counted. */
  readonly files: readonly SentFile[];
  readonly fileCount: number;
  /** The latest first. */
  readonly reviews: readonly ReviewBySomebody[];
}
