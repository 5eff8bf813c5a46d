import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { t } from '../../i18n/translate.ts';
import {
  accountPathOf,
  NO_SUCH_ORDER,
  type AccountKey,
  type Purchases,
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

interface Access {
  readonly id: string;
  /** The owner of the address may do everything. */
  readonly permission: CompanyPermission;
  readonly company: string | null;
}

/**
 * The purchases that this client may see: private ones of the address, and those of companies that the client belongs to
 * now.
 */
export function visibleToClient(table: Purchases, { id, email }: Client): SQL | undefined {
  return or(
    and(isNull(table.companyId), eq(table.buyerEmail, email)),
    // A condition on the joined membership could use no index, and would read the purchases of the whole shop.
    sql`${table.companyId} = any(array(
      select m.company_id from company_members m where m.client_id = ${id}))`,
  );
}

/** Joins the client's membership in the company of a purchase. */
export const ownMembership = (table: Purchases, { id }: Client) =>
  and(eq(companyMembers.companyId, table.companyId), eq(companyMembers.clientId, id));

/**
 * Decides about an order or a subscription for pages, forms, files and uploads of the account alike. Undefined means that
 * the client may not see it, or that there is none, so that callers cannot tell them apart.
 */
export async function findOfClient(
  db: Database,
  table: Purchases,
  client: Client,
  number: number | undefined,
): Promise<Access | undefined> {
  if (number === undefined) return undefined;
  const [row] = await db
    .select({ id: table.id, permission: companyMembers.permission, company: companies.name })
    .from(table)
    .leftJoin(companies, eq(companies.id, table.companyId))
    .leftJoin(companyMembers, ownMembership(table, client))
    .where(and(eq(table.number, number), visibleToClient(table, client)));
  return row && { ...row, permission: row.permission ?? 'manage' };
}

export function findOrderOfClient(db: Database, client: Client, number: number | undefined) {
  return findOfClient(db, orders, client, number);
}

/**
 * The key of an order or a subscription for one action. The permission is checked in the transaction of the action, so
 * that a removal takes effect at once (rule 294). It throws {@link RefusedError} 403 for members without this permission.
 */
export function keyFor(
  table: Purchases,
  client: Client,
  number: number,
  path: string,
  permission: CompanyPermission,
): AccountKey {
  return {
    path,
    clientId: client.id,
    async find(db) {
      const access = await findOfClient(db, table, client, number);
      if (!access) return undefined;
      if (!includes(access.permission, permission)) throw notAllowed();
      return access.id;
    },
  };
}

export function accountKey(client: Client, number: number, action: OrderAction): AccountKey {
  return keyFor(orders, client, number, accountPathOf(number), ORDER_ACTIONS[action]);
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
