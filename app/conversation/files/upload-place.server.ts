import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import { conversations } from '../tables.server.ts';
import { CHAT_BLOCKED } from '../wire/rules.ts';
import type { files } from './tables.server.ts';

type FileRow = typeof files.$inferSelect;

/** Whose a file is: where it is added, for what, and by whom. */
export type FileOwner = Pick<
  FileRow,
  'purpose' | 'conversationId' | 'orderId' | 'isAgent' | 'agentId' | 'browserId'
>;

/** One place where somebody adds files, and its judge: a conversation, or what a part of an order takes. */
export interface UploadPlace {
  readonly owner: FileOwner;
  /** The network that a visitor's file comes from; undefined for the team's, and for files in emails. */
  readonly network?: string;
  /** Throws {@link RefusedError} where whoever asks may add nothing. */
  readonly requireWriter: (db: Database) => Promise<void>;
  /** So that of many at once not all find room for one; throws {@link RefusedError} where there is none. */
  readonly holdPlace: (tx: Database) => Promise<void>;
}

/** Whether a file was added there by whoever asks now. */
export function isOwn(row: FileRow, owner: FileOwner): boolean {
  return (
    row.purpose === owner.purpose &&
    row.conversationId === owner.conversationId &&
    row.orderId === owner.orderId &&
    row.isAgent === owner.isAgent &&
    row.agentId === owner.agentId &&
    row.browserId === owner.browserId
  );
}

/** What a visitor or somebody of the team adds to a conversation, for its next message. */
export function placeInConversation(viewer: Viewer, conversationId: string): UploadPlace {
  return {
    owner: ownerOf(viewer, conversationId),
    async requireWriter(db) {
      const access = await accessToConversation(db, viewer, conversationId);
      if (access === 'read' && viewer.kind === 'browser') throw new RefusedError(403, CHAT_BLOCKED);
      if (access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
    },
    async holdPlace(tx) {
      await tx
        .select({ id: conversations.id })
        .from(conversations)
        .where(eq(conversations.id, conversationId))
        .for('update');
    },
  };
}

export function ownerOf(viewer: Viewer, conversationId: string): FileOwner {
  const isAgent = viewer.kind === 'member';
  return {
    purpose: 'message',
    conversationId,
    orderId: null,
    isAgent,
    agentId: isAgent ? viewer.member.id : null,
    browserId: isAgent ? null : viewer.browserId,
  };
}
