import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { BuyerFigures } from '../../../chat/protocol/visitor-list.ts';
import { clients, companies, companyMembers } from '../../../clients/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { visibleOrders } from '../access.server.ts';
import { orders } from '../tables.server.ts';

/** Returns companies and orders by address, without orders that the member may not see and without the test order. */
export async function readBuyerFigures(
  db: Database,
  member: Member,
  emails: readonly string[],
): Promise<ReadonlyMap<string, BuyerFigures>> {
  if (emails.length === 0) return new Map();
  const [sums, memberships] = await Promise.all([
    db
      .select({
        email: orders.buyerEmail,
        currency: orders.currency,
        orderCount: sql<number>`count(*)::int`,
        amount: sql<string>`sum(${orders.paidAmount} - ${orders.refundedAmount})`,
      })
      .from(orders)
      .where(
        and(
          inArray(orders.buyerEmail, [...emails]),
          visibleOrders(member),
          eq(orders.isTest, false),
        ),
      )
      .groupBy(orders.buyerEmail, orders.currency)
      .orderBy(asc(orders.currency)),
    db
      .select({ email: clients.email, company: companies.name })
      .from(clients)
      .innerJoin(companyMembers, eq(companyMembers.clientId, clients.id))
      .innerJoin(companies, eq(companies.id, companyMembers.companyId))
      .where(inArray(clients.email, [...emails]))
      .orderBy(asc(companies.name)),
  ]);
  return new Map(
    emails.map((email) => {
      const own = sums.filter((sum) => sum.email === email);
      return [
        email,
        {
          companies: memberships.filter((one) => one.email === email).map(({ company }) => company),
          orderCount: own.reduce((count, sum) => count + sum.orderCount, 0),
          paid: own
            .map(({ amount, currency }) => ({ amount: Number(amount), currency }))
            .filter(({ amount }) => amount !== 0),
        },
      ];
    }),
  );
}
