import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { type After, change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Erased, Published } from '../../../platform/module.ts';
import { t } from '../../../i18n/translate.ts';

import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import type { ChatContext, VisitorSockets } from '../chat-context.server.ts';
import { VISITOR_MAIL_KIND } from '../email/visitor-mail-kind.server.ts';
import { drainQueue } from '../assignment/drain-queue.server.ts';
import { files } from '../files/tables.server.ts';
import { lockVisitor } from '../assignment/lock-visitor.server.ts';
import {
  conversations,
  visitorBlocks,
  visitorBrowsers,
  visitorMessages,
  visitors,
} from '../tables.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { eraseMails } from '../../../platform/email/mails-of-person.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { holdingsOf, type PersonalDataContext } from './read-person.server.ts';
import { chatMessage } from '../../stored-messages.ts';
import { showMessage, storedList, type StoredMessage } from '../../../platform/stored-message.ts';

/** A block keeps only the hash of the address. */
export const ERASED_BLOCK = { email: null, note: 'The address was erased.' };

/**
 * Deletes the visitor, the conversations and messages, and browsers without other conversations. A block is
 * kept as a hash. After the commit the visitor's sockets are closed, inboxes are updated and freed places are
 * filled.
 */
export async function eraseVisitor(
  tx: Database,
  after: After,
  appContext: ChatContext & VisitorSockets,
  email: string,
): Promise<Erased> {
  const blocks = await tx
    .update(visitorBlocks)
    .set(ERASED_BLOCK)
    .where(
      and(
        eq(visitorBlocks.addressHash, await addressSubject(tx, email)),
        isNotNull(visitorBlocks.email),
      ),
    )
    .returning({ id: visitorBlocks.id });
  const visitor = await lockVisitor(tx, email);
  const wasBlocked = blocks.length > 0;
  if (!visitor) return { wasHeld: wasBlocked, gone: describeErasure(0, 0, 0, 0, wasBlocked) };
  const theirs = await tx
    .select({ id: conversations.id, browserId: conversations.browserId })
    .from(conversations)
    .where(eq(conversations.visitorId, visitor.id));
  const conversationIds = theirs.map(({ id }) => id);
  // A database trigger records the deleted files, and a job deletes their bytes within seconds.
  const gone = await tx
    .delete(files)
    .where(inArray(files.conversationId, conversationIds))
    .returning({ id: files.id });
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
  after.hint(() => appContext.closeConversations(conversationIds));
  if (agentId !== null) after.hint(() => appContext.chat.visitorUnassigned(visitorId, agentId));
  after.hint(() => appContext.chat.queueChanged());
  after.hint(() => drainQueue(appContext));
  const browserIds = [...new Set(theirs.map(({ browserId }) => browserId))];
  const browserCount = await deleteIdleBrowsers(tx, browserIds);
  return {
    wasHeld: true,
    gone: describeErasure(
      conversationIds.length,
      messages.length,
      gone.length,
      browserCount,
      wasBlocked,
    ),
  };
}

function describeErasure(
  conversationCount: number,
  messageCount: number,
  fileCount: number,
  browserCount: number,
  wasBlocked: boolean,
): StoredMessage[] {
  return [
    chatMessage('chat.conversations-erased', { count: conversationCount }),
    chatMessage('chat.messages-erased', { count: messageCount }),
    ...(fileCount > 0 ? [chatMessage('chat.files-erased', { count: fileCount })] : []),
    chatMessage('chat.browsers-erased', { count: browserCount }),
    ...(wasBlocked ? [chatMessage('chat.block-erased')] : []),
  ];
}

/**
 * Deletes those browsers that have no conversation left. Locking is a separate statement, so that the
 * deletion sees a chat that starts at the same moment.
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
        // A blocked browser contains no personal data, and deleting the row would lift the block.
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

interface ErasureContext extends ChangeContext {
  readonly mail: Pick<Mail, 'forget'>;
}

/**
 * Erases all data of an address in one transaction. The returned certificate is stored in the audit log; it
 * counts the deleted rows and contains only the hash of the address.
 */
export async function erasePerson<Context extends ErasureContext & PersonalDataContext<Context>>(
  appContext: Context,
  trace: Trace,
  email: string,
  published: Published,
): Promise<string> {
  return change(appContext, trace, async (tx, after) => {
    const erased: Erased[] = [];
    for (const holding of holdingsOf(appContext)) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
      erased.push(await holding.erase(tx, after, appContext, email, published));
    }
    const mails = await eraseMails(tx, appContext.mail, email);
    if (mails === 0 && !erased.some(({ wasHeld }) => wasHeld)) {
      throw new RefusedError(409, t('No data is stored about this address.'));
    }
    const detail = storedList([
      ...erased.flatMap(({ gone }) => gone),
      ...(mails > 0 ? [chatMessage('chat.mails-erased', { count: mails })] : []),
    ]);
    after.audit('visitor-erased', {
      subject: await addressSubject(tx, email),
      detail,
    });
    return showMessage(detail);
  });
}
