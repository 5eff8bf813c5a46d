import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { clients, companyMembers } from '../tables.server.ts';

const RANK = { manage: 0, order: 1, view: 2 } as const;

/**
 * Returns the member who owns a company once a client has left it: its owner, or else the member with the most permission
 * who joined first. Undefined if nobody else belongs to it.
 */
export async function findNextOwner(
  db: Database,
  companyId: string,
  leavingEmail: string,
): Promise<{ readonly clientId: string; readonly email: string } | undefined> {
  const others = await db
    .select({
      clientId: clients.id,
      email: clients.email,
      permission: companyMembers.permission,
      isOwner: companyMembers.isOwner,
    })
    .from(companyMembers)
    .innerJoin(clients, eq(clients.id, companyMembers.clientId))
    .where(and(eq(companyMembers.companyId, companyId), ne(clients.email, leavingEmail)))
    .orderBy(asc(companyMembers.joinedAt), asc(companyMembers.clientId));
  return (
    others.find(({ isOwner }) => isOwner) ??
    others.toSorted((one, other) => RANK[one.permission] - RANK[other.permission])[0]
  );
}
