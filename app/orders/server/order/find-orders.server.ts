import { and, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { partPattern } from '../../../platform/lists/read-list.server.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { titleOf } from '../../protocol/order-view.ts';
import { getStateLabel, readNumber } from '../../protocol/transitions.ts';
import { visibleOrders } from '../access.server.ts';
import { isSearchedInvoice } from '../invoices/list-invoices.server.ts';
import { offers, orders } from '../tables.server.ts';
import { isOfCompany } from './list-orders.server.ts';

/**
 * Finds orders that the member may see by number, buyer or company, the newest first. A whole number or address is
 * looked up by index; only other texts are searched for in all orders.
 */
export async function findOrders(db: Database, member: Member, text: string, limit: number) {
  const number = readNumber(toLatinDigits(text));
  const part = partPattern(text);
  const read = (found: SQL | undefined) =>
    db
      .select({ number: orders.number, state: orders.state, lines: offers.lines })
      .from(orders)
      .innerJoin(offers, eq(offers.id, orders.offerId))
      .where(and(visibleOrders(member), found))
      .orderBy(desc(orders.number))
      .limit(limit);
  const exact = await read(
    number === undefined ? eq(orders.buyerEmail, asAddress(text)) : eq(orders.number, number),
  );
  const rows =
    exact.length > 0 ? exact : await read(or(ilike(orders.buyerEmail, part), isOfCompany(part)));
  return rows.map(({ number: found, state, lines }) => ({
    number: found,
    title: titleOf(lines),
    state: getStateLabel(state),
  }));
}

/**
 * Finds invoices and credit notes by number, buyer or order, the newest first, as {@link findOrders} does. The caller may
 * read all of them.
 */
export async function findInvoices(db: Database, text: string, limit: number) {
  const number = readNumber(toLatinDigits(text));
  const read = (found: SQL | undefined) =>
    db
      .select({
        number: invoices.number,
        buyer: sql<string>`${invoices.document} -> 'buyer' ->> 'name'`,
        order: orders.number,
      })
      .from(invoices)
      .leftJoin(orders, eq(orders.id, invoices.orderId))
      .where(found)
      .orderBy(desc(invoices.createdAt), desc(invoices.id))
      .limit(limit);
  // A comparison with one id, unlike one with a list, is looked up by index also beside another condition.
  const isOfOrder =
    number === undefined
      ? undefined
      : sql`${invoices.orderId} = ${db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))}`;
  const exact = await read(
    or(eq(invoices.number, text.trim()), isOfOrder ?? eq(invoices.buyerEmail, asAddress(text))),
  );
  return exact.length > 0 ? exact : read(isSearchedInvoice(text));
}

const asAddress = (text: string) => text.trim().toLowerCase();
