import { randomUUID } from 'node:crypto';
import { threadEmail } from '../../../chat/server/email/conversation-emails.server.ts';
import { issueReplyAddress } from '../../../chat/server/email/reply-address.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { messageIdOf } from '../../../platform/email/message-id.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { orders } from '../tables.server.ts';
import { speechOfBuyer } from './buyer-speech.server.ts';
import { recipientOf, threadOf } from './recipient-of.server.ts';

type Purchase = Pick<typeof orders.$inferSelect, 'buyerEmail' | 'companyId' | 'conversationId'>;

/**
 * Emails the buyer of an order or a subscription, in the buyer's language and in the thread of the conversation. Does
 * nothing if the address was erased.
 */
export async function mailBuyer(
  tx: Database,
  after: After,
  appContext: OrderContext,
  purchase: Purchase,
  write: (to: string) => MailMessage,
): Promise<void> {
  const { mail, settings } = appContext;
  const to = await recipientOf(tx, purchase);
  if (to === null) return;
  const inBuyersWords = await speechOfBuyer(tx, settings, purchase.conversationId);
  const message = inBuyersWords(() => write(to));
  mail.send(after, { ...message, ...(await inThread(tx, appContext, purchase, message)) });
}

async function inThread(
  tx: Database,
  { clock, settings: { mailIn, origin } }: OrderContext,
  purchase: Purchase,
  { to, subject }: MailMessage,
): Promise<Partial<MailMessage>> {
  const conversationId = await threadOf(tx, purchase);
  if (conversationId === null) return {};
  const messageId = messageIdOf(randomUUID(), origin);
  const sent = { conversationId, messageId, address: to, subject, createdAt: clock.now(), origin };
  // The email keeps its own subject, which says more than the subject of the thread.
  const { subject: _, ...thread } = await threadEmail(tx, sent);
  const replyTo = await issueReplyAddress(tx, clock, mailIn, conversationId);
  return { messageId, ...thread, ...(replyTo === undefined ? {} : { replyTo }) };
}

export function footerForBuyer(brandName: string): string[] {
  return [
    t('You received this email because you ordered from {brandName} with this address.', {
      brandName,
    }),
  ];
}
