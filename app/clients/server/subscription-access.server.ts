import { t } from '../../i18n/translate.ts';
import type { AccountKey } from '../../orders/server/access.server.ts';
import {
  accountPathOfSubscription,
  NO_SUCH_SUBSCRIPTION,
} from '../../orders/server/subscription/subscription-access.server.ts';
import { subscriptions } from '../../orders/server/subscription/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { CompanyPermission } from '../protocol/company-permissions.ts';
import type { Client } from './client-context.server.ts';
import { findOfClient, keyFor } from './order-access.server.ts';

/** The forms of a subscription's page, with the permission that each needs (rule 294). Paying needs that of 'cancel'. */
export const SUBSCRIPTION_ACTIONS = {
  request: 'order',
  cancel: 'manage',
  keep: 'manage',
} as const satisfies Readonly<Record<string, CompanyPermission>>;

type SubscriptionAction = keyof typeof SUBSCRIPTION_ACTIONS;

export function findSubscriptionOfClient(db: Database, client: Client, number: number | undefined) {
  return findOfClient(db, subscriptions, client, number);
}

export function subscriptionKey(
  client: Client,
  number: number,
  action: SubscriptionAction,
): AccountKey {
  const path = accountPathOfSubscription(number);
  return keyFor(subscriptions, client, number, path, SUBSCRIPTION_ACTIONS[action]);
}

export function noSuchSubscription(): RefusedError {
  return new RefusedError(404, t(NO_SUCH_SUBSCRIPTION));
}
