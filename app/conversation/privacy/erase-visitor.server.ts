import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { addressSubject } from '../../team/audit/address-subject.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { VISITOR_MAIL_KIND } from '../mail/visitor-mail-kind.server.ts';
import { lockVisitor } from '../hold/lock-visitor.server.ts';
import {
  conversations,
  visitorBlocks,
  visitorBrowsers,
  visitorMessages,
  visitors,
} from '../tables.server.ts';

/** What is gone. */
export interface ErasedVisitor {
  readonly conversationIds: readonly string[];
  readonly messageCount: number;
  readonly browserCount: number;
  /** Whether a block still knew the address. */
  readonly wasBlocked: boolean;
  /** Undefined when the address had never chatted. */
  readonly visitorId: string | undefined;
}

interface ErasureHost extends Pick<ChatHost, 'chat'> {
  /** Closes the visitors' sockets of these conversations, on every process. */
  readonly closeConversations: (conversationIds: readonly string[]) => void;
}

/**
 * Removes everything the chat holds about an address: the visitor, the conversations, what both
 * sides wrote, and the browsers that have no other conversation. A block stays, by its hash alone.
 * After the commit the visitor's sockets are closed, and their agent's list loses them.
 */
export async function eraseVisitor(
  tx: Database,
  email: string,
  { chat, closeConversations }: ErasureHost,
  after: After,
): Promise<ErasedVisitor> {
  const blocks = await tx
    .update(visitorBlocks)
    .set({ email: null, note: 'The address was erased.' })
    .where(
      and(
        eq(visitorBlocks.addressHash, await addressSubject(tx, email)),
        isNotNull(visitorBlocks.email),
      ),
    )
    .returning({ id: visitorBlocks.id });
  const wasBlocked = blocks.length > 0;
  const visitor = await lockVisitor(tx, email);
  if (!visitor) {
    const nothing = { conversationIds: [], messageCount: 0, browserCount: 0 };
    return { ...nothing, wasBlocked, visitorId: undefined };
  }
  const theirs = await tx
    .select({ id: conversations.id, browserId: conversations.browserId })
    .from(conversations)
    .where(eq(conversations.visitorId, visitor.id));
  const conversationIds = theirs.map(({ id }) => id);
  const messages = await tx
    .delete(visitorMessages)
    .where(inArray(visitorMessages.conversationId, conversationIds))
    .returning({ number: visitorMessages.number });
  await tx.execute(sql`
    delete from outbox o using visitor_mails m
    where o.kind = ${VISITOR_MAIL_KIND} and o.key = m.id::text
      and m.conversation_id = any(${sql.param(conversationIds)}::text[])`);
  await tx.delete(visitors).where(eq(visitors.id, visitor.id));
  const { id: visitorId, agentId } = visitor;
  after.hint(() => closeConversations(conversationIds));
  if (agentId !== null) after.hint(() => chat.visitorUnassigned(visitorId, agentId));
  const browserIds = [...new Set(theirs.map(({ browserId }) => browserId))];
  return {
    conversationIds,
    messageCount: messages.length,
    browserCount: await deleteIdleBrowsers(tx, browserIds),
    wasBlocked,
    visitorId,
  };
}

/**
 * Deletes those of these browsers that have no conversation left. Locked in a statement of its
 * own: one that starts a chat at this moment is then seen by the next.
 */
export async function deleteIdleBrowsers(
  tx: Database,
  browserIds: readonly string[],
): Promise<number> {
  if (browserIds.length === 0) return 0;
  await tx
    .select({ id: visitorBrowsers.id })
    .from(visitorBrowsers)
    .where(inArray(visitorBrowsers.id, [...browserIds]))
    .orderBy(visitorBrowsers.id)
    .for('update');
  const deleted = await tx
    .delete(visitorBrowsers)
    .where(
      and(
        inArray(visitorBrowsers.id, [...browserIds]),
        // A blocked browser holds nothing about anybody, and forgetting it would unblock it.
        isNull(visitorBrowsers.blockId),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(conversations)
            .where(eq(conversations.browserId, visitorBrowsers.id)),
        ),
      ),
    )
    .returning({ id: visitorBrowsers.id });
  return deleted.length;
}
