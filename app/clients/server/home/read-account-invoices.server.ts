import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import { isInvoiceCursor } from '../../../orders/protocol/invoices.ts';
import { formatOrderNumber } from '../../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../../orders/server/access.server.ts';
import { stateOf } from '../../../orders/server/invoices/read-invoices.server.ts';
import { orders } from '../../../orders/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { AccountInvoices } from '../../protocol/account-view.ts';
import { COMPANY_PERMISSIONS, includes } from '../../protocol/company-permissions.ts';
import type { Client } from '../client-context.server.ts';
import { INVOICES_NEED, ownMembership, visibleToClient } from '../order-access.server.ts';
import { companies, companyMembers } from '../tables.server.ts';

const PER_PAGE = 50;

/**
 * Returns one page of the documents of the client's orders, the newest first. Those of a company need 'Order'. Ignores
 * an invalid cursor.
 */
export async function readAccountInvoices(
  db: Database,
  client: Client,
  after: string,
  perPage = PER_PAGE,
): Promise<AccountInvoices> {
  const [moment, id] = isInvoiceCursor(after) ? after.split('_') : [];
  const opening = COMPANY_PERMISSIONS.filter((permission) => includes(permission, INVOICES_NEED));
  const rows = await db
    .select({ invoice: invoices, number: orders.number, company: companies.name })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(companyMembers, ownMembership(client))
    .where(
      and(
        visibleToClient(client),
        or(isNull(orders.companyId), inArray(companyMembers.permission, opening)),
        moment && id
          ? sql`(${invoices.createdAt}, ${invoices.id}) < (${moment}::timestamptz, ${id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(perPage + 1);
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1)?.invoice;
  return {
    invoices: shown.map(({ invoice, number, company }) => ({
      id: invoice.id,
      kind: invoice.kind,
      milestone: invoice.milestone,
      number: invoice.number,
      issuedOn: invoice.issuedOn,
      dueOn: invoice.dueOn,
      amount: invoice.grossAmount,
      currency: invoice.document.currency,
      state: stateOf(invoice),
      order: formatOrderNumber(number),
      orderPath: accountPathOf(number),
      company,
    })),
    next: rows.length > perPage && last ? `${last.createdAt.toISOString()}_${last.id}` : null,
  };
}
