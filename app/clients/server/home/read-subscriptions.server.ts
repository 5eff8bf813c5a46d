import { and, desc, eq, ne, type SQL } from 'drizzle-orm';
import { formatSubscriptionNumber } from '../../../orders/protocol/subscription-transitions.ts';
import { accountPathOfSubscription } from '../../../orders/server/subscription/subscription-access.server.ts';
import { subscriptions } from '../../../orders/server/subscription/tables.server.ts';
import { lastDayBefore } from '../../../orders/deadlines.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { AccountSubscription } from '../../protocol/account-view.ts';
import { includes } from '../../protocol/company-permissions.ts';
import type { Client } from '../client-context.server.ts';
import { ownMembership, visibleToClient } from '../order-access.server.ts';
import { SUBSCRIPTION_ACTIONS } from '../subscription-access.server.ts';
import { companies, companyMembers } from '../tables.server.ts';

/** Before its first payment, a subscription is only the order of its first period. */
export const isSubscriptionShown = ne(subscriptions.state, 'awaiting payment');

export async function readClientSubscriptions(
  db: Database,
  timeZone: string,
  client: Client,
  condition: SQL | undefined,
): Promise<AccountSubscription[]> {
  const rows = await db
    .select({
      subscription: subscriptions,
      company: companies.name,
      permission: companyMembers.permission,
    })
    .from(subscriptions)
    .leftJoin(companies, eq(companies.id, subscriptions.companyId))
    .leftJoin(companyMembers, ownMembership(subscriptions, client))
    .where(and(visibleToClient(subscriptions, client), isSubscriptionShown, condition))
    .orderBy(desc(subscriptions.number));
  return rows.map(({ subscription: row, company, permission }) => ({
    number: formatSubscriptionNumber(row.number),
    title: row.terms.service.title,
    state: row.state,
    interval: row.interval,
    amount: row.amount,
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    lastDay: row.periodEndsAt && lastDayBefore(timeZone, row.periodEndsAt),
    path: accountPathOfSubscription(row.number),
    next:
      row.state === 'past due' && includes(permission ?? 'manage', SUBSCRIPTION_ACTIONS.cancel)
        ? 'pay'
        : null,
    isOver: row.state === 'ended',
    company,
  }));
}
