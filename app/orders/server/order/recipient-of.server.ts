import { and, desc, eq, or } from 'drizzle-orm';
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
