import type { FileView } from './files.ts';
import type { LabelView } from './labels.ts';
import type { ConversationView } from './views.ts';

// The team's data about a visitor besides messages, for the panel beside the thread.

/** The limit in characters. */
export const VISITOR_NOTE_MAX_LENGTH = 4000;

export interface VisitorNote {
  readonly text: string;
  /** Rises with each change. 0 if no note was ever written. */
  readonly version: number;
  readonly editorName: string | null;
  /** ISO 8601. Null if no note was ever written. */
  readonly editedAt: string | null;
}

export type EarlierConversation = Pick<
  ConversationView,
  'id' | 'topic' | 'startedAt' | 'isCompleted' | 'service' | 'rating'
>;

export interface SentFile extends FileView {
  readonly isAgent: boolean;
  readonly createdAt: string;
}

/** A review under the visitor's address, shown only to the team. */
export interface ReviewBySomebody {
  readonly id: string;
  readonly service: string;
  readonly path: string;
  readonly rating: number | null;
  readonly text: string | null;
  readonly createdAt: string;
  readonly isHidden: boolean;
}

/** The data of the panel (rule 166), limited to what the visitor provided or did in this shop. */
export interface PersonView {
  readonly visitorId: string;
  readonly email: string;
  readonly firstSeenAt: string;
  readonly note: VisitorNote;
  readonly labels: readonly LabelView[];
  /** Labels of the conversation that receives answers. */
  readonly conversationLabels: readonly LabelView[];
  /** Newest first, including the current conversation. */
  readonly conversations: readonly EarlierConversation[];
  readonly conversationCount: number;
  /** Newest first. Older files are only counted. */
  readonly files: readonly SentFile[];
  readonly fileCount: number;
  readonly reviews: readonly ReviewBySomebody[];
}
