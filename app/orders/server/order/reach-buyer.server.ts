import { randomUUID } from 'node:crypto';
import { threadEmail } from '../../../chat/server/email/conversation-emails.server.ts';
import { issueReplyAddress } from '../../../chat/server/email/reply-address.server.ts';
import { speechIn, t } from '../../../i18n/translate.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { messageIdOf } from '../../../platform/email/message-id.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { orders } from '../tables.server.ts';
import { and, desc, eq, or } from 'drizzle-orm';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { clients, companyMembers } from '../../../clients/server/tables.server.ts';
import { findLanguage } from '../../../platform/languages.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { speaking } from '../../../platform/speech.server.ts';

/** The address is null after the buyer was erased, the conversation after it was deleted. */
type Purchase = Pick<typeof orders.$inferSelect, 'buyerEmail' | 'companyId' | 'conversationId'>;

export type InBuyersWords = <T>(write: () => T) => T;

/**
 * Returns the language for texts to a buyer: that of the conversation, or the default language if the
 * conversation was deleted.
 */
export async function speechOfBuyer(
  db: Database,
  { languages, formats }: Pick<Settings, 'languages' | 'formats'>,
  conversationId: string | null,
): Promise<InBuyersWords> {
  const [row] = conversationId
    ? await db
        .select({ language: conversations.language })
        .from(conversations)
        .where(eq(conversations.id, conversationId))
    : [];
  const speech = speechIn(findLanguage(row?.language) ?? languages.main, formats);
  return (write) => speaking(speech, write);
}

/**
 * Returns the address for emails about an order or a subscription: the buyer's. For a company, it is the owner's once the
 * buyer has left or was erased, so that former members learn nothing more.
 */
export async function recipientOf(
  db: Database,
  { buyerEmail, companyId }: Pick<Purchase, 'buyerEmail' | 'companyId'>,
): Promise<string | null> {
  if (companyId === null) return buyerEmail;
  const [member] = await db
    .select({ email: clients.email })
    .from(companyMembers)
    .innerJoin(clients, eq(clients.id, companyMembers.clientId))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        or(companyMembers.isOwner, eq(clients.email, buyerEmail ?? '')),
      ),
    )
    .orderBy(desc(eq(clients.email, buyerEmail ?? '')))
    .limit(1);
  return member?.email ?? null;
}

/**
 * Returns the conversation for messages about an order or a subscription, and for replies to its emails. Null if it was
 * deleted, and for a company if its visitor is no longer a member, who must neither learn more nor read the replies of
 * others (rule 382).
 */
export async function threadOf(
  db: Database,
  { conversationId, companyId }: Pick<Purchase, 'conversationId' | 'companyId'>,
): Promise<string | null> {
  if (conversationId === null || companyId === null) return conversationId;
  const [read] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .innerJoin(clients, eq(clients.email, visitors.email))
    .innerJoin(companyMembers, eq(companyMembers.clientId, clients.id))
    .where(and(eq(conversations.id, conversationId), eq(companyMembers.companyId, companyId)));
  return read?.id ?? null;
}

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
