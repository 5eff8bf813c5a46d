import { t, msg } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import { change, type After, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  requireWriting,
  type Viewer,
} from '../access.server.ts';
import type { ChatContext, VisitorSockets } from '../chat-context.server.ts';
import { confirmBrowser } from '../email-verification/confirm-address.server.ts';
import { completeAnsweredOf } from '../resolution/complete-conversation.server.ts';
import { CHAT_BLOCKED } from '../../protocol/rules.ts';
import { conversations, visitors } from '../tables.server.ts';
import { consumeResumeToken } from './resume-token.server.ts';
import { randomUUID } from 'node:crypto';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { visitorMails } from './tables.server.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { deliverVisitorMail } from './visitor-mail-kind.server.ts';

export const LINK_IS_OVER = msg(
  'This link has been used or has expired. Each link works once, for a few days.',
);

export interface Resumed {
  readonly conversationId: string;
  readonly email: string;
}

/**
 * Moves the conversation of an emailed link to another browser; the previous browser loses access (decision
 * 009). `findBrowser` runs only for a valid link. Opening the link also confirms the address (rule 168).
 * Throws {@link RefusedError} 410 for an expired link, 403 for a blocked visitor.
 */
export async function resumeConversation(
  appContext: ChatContext & VisitorSockets,
  token: string,
  findBrowser: (tx: Database) => Promise<string>,
): Promise<Resumed> {
  const { clock } = appContext;
  return change(appContext, undefined, async (tx, after) => {
    const conversationId = await consumeResumeToken(tx, clock, token);
    if (!conversationId) throw new RefusedError(410, t(LINK_IS_OVER), 'token');
    const { conversation, browserId } = await moveConversation(
      tx,
      after,
      appContext,
      conversationId,
      findBrowser,
    );
    await confirmBrowser(tx, after, appContext, browserId, conversation.visitorId);
    const [visitor] = await tx
      .select({ email: visitors.email })
      .from(visitors)
      .where(eq(visitors.id, conversation.visitorId));
    return { conversationId, email: visitor?.email ?? '' };
  });
}

/**
 * Moves a conversation to another browser; the previous one loses access. The caller has checked that the person may
 * have it. Throws {@link RefusedError}: 410 without the conversation, 403 for a blocked visitor.
 */
export async function moveConversation(
  tx: Database,
  after: After,
  appContext: ChatContext & VisitorSockets,
  conversationId: string,
  findBrowser: (tx: Database) => Promise<string>,
) {
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update');
  if (!conversation) throw new RefusedError(410, t(LINK_IS_OVER), 'token');
  // A blocked visitor must not regain access through another browser.
  const holder = { kind: 'browser', browserId: conversation.browserId } as const;
  if ((await accessToConversation(tx, holder, conversationId)) !== 'write') {
    throw new RefusedError(403, t(CHAT_BLOCKED));
  }
  const browserId = await findBrowser(tx);
  if (conversation.browserId !== browserId) {
    if (!conversation.completedAt) {
      await completeAnsweredOf(tx, after, appContext, {
        browserId,
        conversationId,
        at: appContext.clock.now(),
      });
    }
    await tx.update(conversations).set({ browserId }).where(eq(conversations.id, conversationId));
    after.hint(() => appContext.closeConversations([conversationId]));
  }
  return { conversation, browserId };
}

/**
 * Queues an email with a link, so that the visitor can continue on another device. The email goes only to the
 * conversation's address. Throws {@link RefusedError} after too many requests.
 */
export async function requestLink(
  appContext: ChangeContext,
  trace: Trace,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const [row] = await tx
      .select({ email: visitors.email })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId))
      .for('update');
    await requireWriting(tx, viewer, conversationId);
    if (!row) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    const mailbox = mailboxOf(row.email);
    const now = appContext.clock.now();
    const id = randomUUID();
    if (!(await takeFromMailbox(tx, now, { id, mailbox, sort: 'link' }))) {
      throw new RefusedError(
        429,
        t(
          'Several links have been sent to this address today. Use the newest one, or try again tomorrow.',
        ),
      );
    }
    await tx.insert(visitorMails).values({
      id,
      conversationId,
      mailbox,
      purpose: 'link',
      createdAt: now,
    });
    deliverVisitorMail(after, id, row.email);
  });
}
