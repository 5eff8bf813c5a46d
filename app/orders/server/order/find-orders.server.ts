import { and, desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { companies } from '../../../clients/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { partPattern } from '../../../platform/lists/read-list.server.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { titleOf } from '../../protocol/order-view.ts';
import { getStateLabel, readNumber } from '../../protocol/transitions.ts';
import { visibleOrders } from '../access.server.ts';
import { isSearchedInvoice } from '../invoices/list-invoices.server.ts';
import { offers, orders } from '../tables.server.ts';

/** Finds orders that the member may see by number, buyer or company, the newest first. */
export async function findOrders(db: Database, member: Member, text: string, limit: number) {
  const number = readNumber(toLatinDigits(text));
  const part = partPattern(text);
  const rows = await db
    .select({ number: orders.number, state: orders.state, lines: offers.lines })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(
      and(
        visibleOrders(member),
        or(
          number === undefined ? undefined : eq(orders.number, number),
          ilike(orders.buyerEmail, part),
          sql`exists (
            select 1 from ${companies}
            where ${companies.id} = ${orders.companyId} and ${companies.name} ilike ${part}
          )`,
        ),
      ),
    )
    .orderBy(desc(orders.number))
    .limit(limit);
  return rows.map(({ number: found, state, lines }) => ({
    number: found,
    title: titleOf(lines),
    state: getStateLabel(state),
  }));
}

/** Finds invoices and credit notes by number, buyer or order, the newest first. The caller may read all of them. */
export async function findInvoices(db: Database, text: string, limit: number) {
  return db
    .select({
      number: invoices.number,
      buyer: sql<string>`${invoices.document} -> 'buyer' ->> 'name'`,
      order: orders.number,
    })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(isSearchedInvoice(text))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit);
}
