import { and, desc, eq, or } from 'drizzle-orm';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { clients, companyMembers } from '../../../clients/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';

interface Ordered {
  /** Null after the buyer was erased. */
  readonly buyerEmail: string | null;
  readonly companyId: string | null;
}

/**
 * Returns the address for emails about an order or a subscription: the buyer's. For a company, it is the owner's once the
 * buyer has left or was erased, so that former members learn nothing more.
 */
export async function recipientOf(
  db: Database,
  { buyerEmail, companyId }: Ordered,
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

interface InThread {
  /** Null after the conversation was deleted. */
  readonly conversationId: string | null;
  readonly companyId: string | null;
}

/**
 * Returns the conversation for messages about an order or a subscription, and for replies to its emails. Null if it was
 * deleted, and for a company if its visitor is no longer a member, who must neither learn more nor read the replies of
 * others (rule 382).
 */
export async function threadOf(
  db: Database,
  { conversationId, companyId }: InThread,
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
