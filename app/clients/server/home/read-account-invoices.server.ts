import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import { formatOrderNumber } from '../../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../../orders/server/access.server.ts';
import { toInvoiceView } from '../../../orders/server/invoices/read-invoices.server.ts';
import { orders } from '../../../orders/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { readListPage, type Keyset } from '../../../platform/lists/read-list.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { AccountInvoices } from '../../protocol/account-view.ts';
import { COMPANY_PERMISSIONS, includes } from '../../protocol/company-permissions.ts';
import type { Client } from '../client-context.server.ts';
import { INVOICES_NEED, ownMembership, visibleToClient } from '../order-access.server.ts';
import { companies, companyMembers } from '../tables.server.ts';

const PER_PAGE = 50;

interface AccountContext {
  readonly db: Database;
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

const KEYSET: Keyset<'issued'> = {
  keys: { issued: { value: invoices.createdAt, kind: 'timestamptz' } },
  id: { value: invoices.id, kind: 'uuid' },
};

/**
 * Returns one page of the documents of the client's orders, the newest first. Those of a company need 'Order'. Ignores
 * an invalid cursor.
 */
export async function readAccountInvoices(
  { db, settings }: AccountContext,
  client: Client,
  after: string,
  perPage = PER_PAGE,
): Promise<AccountInvoices> {
  const opening = COMPANY_PERMISSIONS.filter((permission) => includes(permission, INVOICES_NEED));
  const order = { sort: 'issued', isDescending: true, after, before: '' } as const;
  const { rows, next } = await readListPage(KEYSET, order, perPage, (slice) =>
    db
      .select({
        invoice: invoices,
        number: orders.number,
        company: companies.name,
        position: slice.position,
      })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .leftJoin(companies, eq(companies.id, orders.companyId))
      .leftJoin(companyMembers, ownMembership(orders, client))
      .where(
        and(
          visibleToClient(orders, client),
          or(isNull(orders.companyId), inArray(companyMembers.permission, opening)),
          slice.where,
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  return {
    invoices: rows.map(({ invoice, number, company }) => ({
      ...toInvoiceView(invoice, settings.supportTimezone),
      currency: invoice.document.currency,
      order: formatOrderNumber(number),
      orderPath: accountPathOf(number),
      company,
    })),
    next: next || null,
  };
}
