import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { t } from '../../i18n/translate.ts';
import type { AccountKey } from '../../orders/server/access.server.ts';
import {
  accountPathOfSubscription,
  NO_SUCH_SUBSCRIPTION,
} from '../../orders/server/subscription/subscription-access.server.ts';
import { subscriptions } from '../../orders/server/subscription/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { includes, type CompanyPermission } from '../protocol/company-permissions.ts';
import type { Client } from './client-context.server.ts';
import { notAllowed, type OrderAccess } from './order-access.server.ts';
import { companies, companyMembers } from './tables.server.ts';

/** The forms of a subscription's page, with the permission that each needs (rule 294). Paying needs that of 'cancel'. */
export const SUBSCRIPTION_ACTIONS = {
  request: 'order',
  cancel: 'manage',
  keep: 'manage',
} as const satisfies Readonly<Record<string, CompanyPermission>>;

type SubscriptionAction = keyof typeof SUBSCRIPTION_ACTIONS;

interface SubscriptionAccess extends Omit<OrderAccess, 'orderId'> {
  readonly subscriptionId: string;
}

/**
 * Subscriptions that this client may see: private ones of the address, and those of companies that the client belongs to
 * now. Expects the table `subscriptions`, left joined with the client's membership in the company.
 */
export function visibleSubscriptionsOf({ email }: Client): SQL | undefined {
  return or(
    and(isNull(subscriptions.companyId), eq(subscriptions.buyerEmail, email)),
    sql`${companyMembers.clientId} is not null`,
  );
}

/** Joins the client's membership in the subscription's company. */
export const ownSubscribingMembership = ({ id }: Client) =>
  and(eq(companyMembers.companyId, subscriptions.companyId), eq(companyMembers.clientId, id));

/** Undefined means that the client may not see the subscription, or that there is none. */
export async function findSubscriptionOfClient(
  db: Database,
  client: Client,
  number: number | undefined,
): Promise<SubscriptionAccess | undefined> {
  if (number === undefined) return undefined;
  const [row] = await db
    .select({
      subscriptionId: subscriptions.id,
      permission: companyMembers.permission,
      company: companies.name,
    })
    .from(subscriptions)
    .leftJoin(companies, eq(companies.id, subscriptions.companyId))
    .leftJoin(companyMembers, ownSubscribingMembership(client))
    .where(and(eq(subscriptions.number, number), visibleSubscriptionsOf(client)));
  return row && { ...row, permission: row.permission ?? 'manage' };
}

/**
 * The key of a subscription. The permission is checked in the transaction of the action. It throws
 * {@link RefusedError} 403 for members without this permission.
 */
export function subscriptionKey(
  client: Client,
  number: number,
  action: SubscriptionAction,
): AccountKey {
  return {
    path: accountPathOfSubscription(number),
    clientId: client.id,
    async find(db) {
      const access = await findSubscriptionOfClient(db, client, number);
      if (!access) return undefined;
      if (!includes(access.permission, SUBSCRIPTION_ACTIONS[action])) throw notAllowed();
      return access.subscriptionId;
    },
  };
}

export function noSuchSubscription(): RefusedError {
  return new RefusedError(404, t(NO_SUCH_SUBSCRIPTION));
}
