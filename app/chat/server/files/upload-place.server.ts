import { t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import { conversations } from '../tables.server.ts';
import { CHAT_BLOCKED } from '../../protocol/rules.ts';
import type { files } from './tables.server.ts';

type FileRow = typeof files.$inferSelect;

export type FileOwner = Pick<
  FileRow,
  'purpose' | 'conversationId' | 'orderId' | 'formKey' | 'isAgent' | 'agentId' | 'browserId'
>;

/** A target for uploads with its access check: a conversation, a part of an order, or an order form. */
export interface UploadPlace {
  readonly owner: FileOwner;
  /** The network address of a visitor. Undefined for the team and for files in emails. */
  readonly network?: string;
  readonly requireWriter: (db: Database) => Promise<void>;
  /**
   * Reserves space under a lock, so that concurrent uploads cannot exceed the limit. Throws {@link
   * RefusedError} when the limit is reached.
   */
  readonly holdPlace: (tx: Database, bytes: number) => Promise<void>;
}

export function isOwn(row: FileRow, owner: FileOwner): boolean {
  return (
    row.purpose === owner.purpose &&
    row.conversationId === owner.conversationId &&
    row.orderId === owner.orderId &&
    row.formKey === owner.formKey &&
    row.isAgent === owner.isAgent &&
    row.agentId === owner.agentId &&
    row.browserId === owner.browserId
  );
}

/** Uploads to a conversation are attached to the sender's next message. */
export function placeInConversation(viewer: Viewer, conversationId: string): UploadPlace {
  return {
    owner: ownerOf(viewer, conversationId),
    async requireWriter(db) {
      const access = await accessToConversation(db, viewer, conversationId);
      if (access === 'read' && viewer.kind === 'browser')
        throw new RefusedError(403, t(CHAT_BLOCKED));
      if (access !== 'write') throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
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
    formKey: null,
    isAgent,
    agentId: isAgent ? viewer.member.id : null,
    browserId: isAgent ? null : viewer.browserId,
  };
}
