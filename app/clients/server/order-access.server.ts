import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { t } from '../../i18n/translate.ts';
import {
  accountPathOf,
  NO_SUCH_ORDER,
  type AccountKey,
} from '../../orders/server/access.server.ts';
import { orders } from '../../orders/server/tables.server.ts';
import { includes, type CompanyPermission } from '../protocol/company-permissions.ts';
import type { Client } from './client-context.server.ts';
import { companies, companyMembers } from './tables.server.ts';

/** The forms and uploads of an order's page, with the permission that each needs. */
export const ORDER_ACTIONS = {
  accept: 'order',
  brief: 'order',
  'save-answers': 'order',
  'edit-answers': 'order',
  revise: 'order',
  review: 'order',
  comment: 'order',
  withdraw: 'order',
  pay: 'manage',
  refund: 'manage',
  cancel: 'manage',
  billing: 'manage',
} as const satisfies Readonly<Record<string, CompanyPermission>>;

/** Opening invoices and credit notes of a company. */
export const INVOICES_NEED: CompanyPermission = 'order';

export type OrderAction = keyof typeof ORDER_ACTIONS;

export interface OrderAccess {
  readonly orderId: string;
  /** The owner of the address may do everything. */
  readonly permission: CompanyPermission;
  readonly company: string | null;
}

/**
 * Orders that this client may see: private ones of the address, and those of companies that the client belongs to now.
 * Expects the table `orders`, left joined with the client's membership in the order's company.
 */
export function visibleToClient({ email }: Client): SQL | undefined {
  return or(
    and(isNull(orders.companyId), eq(orders.buyerEmail, email)),
    sql`${companyMembers.clientId} is not null`,
  );
}

/** Joins the client's membership in the order's company. */
export const ownMembership = ({ id }: Client) =>
  and(eq(companyMembers.companyId, orders.companyId), eq(companyMembers.clientId, id));

/**
 * Decides about an order for pages, forms, files and uploads of the account alike. Undefined means that the client may
 * not see the order, or that there is none, so that callers cannot tell them apart.
 */
export async function findOrderOfClient(
  db: Database,
  client: Client,
  number: number | undefined,
): Promise<OrderAccess | undefined> {
  if (number === undefined) return undefined;
  const [row] = await db
    .select({
      orderId: orders.id,
      permission: companyMembers.permission,
      company: companies.name,
    })
    .from(orders)
    .leftJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(companyMembers, ownMembership(client))
    .where(and(eq(orders.number, number), visibleToClient(client)));
  return row && { ...row, permission: row.permission ?? 'manage' };
}

/**
 * The key of an order for one action. The permission is checked in the transaction of the action, so that a removal
 * takes effect at once (rule 294). It throws {@link RefusedError} 403 for members who may only see the order.
 */
export function accountKey(client: Client, number: number, action: OrderAction): AccountKey {
  return {
    path: accountPathOf(number),
    clientId: client.id,
    async find(db) {
      const access = await findOrderOfClient(db, client, number);
      if (!access) return undefined;
      if (!includes(access.permission, ORDER_ACTIONS[action])) throw notAllowed();
      return access.orderId;
    },
  };
}

export function notAllowed(): RefusedError {
  return new RefusedError(
    403,
    t('Your permission in this company does not include this. Ask somebody with ‘Manage’.'),
  );
}

export function noSuchOrder(): RefusedError {
  return new RefusedError(404, t(NO_SUCH_ORDER));
}
