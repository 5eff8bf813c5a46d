import { createHmac } from 'node:crypto';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { msg } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { readOrCreateSecret } from '../../../platform/secrets.server.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { findBySecret } from '../access.server.ts';
import { subscriptions } from './tables.server.ts';

/** The same message for a missing subscription and a forbidden one. */
export const NO_SUCH_SUBSCRIPTION = msg("This subscription isn't available.");

/** Derives the secret of a subscription's URL, as for orders. The database stores only a hash. */
export async function secretOfSubscription(db: Database, id: string): Promise<string> {
  const key = await readOrCreateSecret(db, 'subscription-addresses');
  return createHmac('sha256', key).update(id).digest('base64url');
}

/**
 * The path of the buyer's page. It grants full access to a private subscription. A company's subscription is opened in
 * the account, as its orders are.
 */
export async function pathOfSubscription(db: Database, id: string): Promise<string> {
  const [row] = await db
    .select({ number: subscriptions.number, companyId: subscriptions.companyId })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  if (row?.companyId) return accountPathOfSubscription(row.number);
  return `/subscription/${await secretOfSubscription(db, id)}`;
}

export function accountPathOfSubscription(number: number): string {
  return `/account/subscriptions/${formatSubscriptionNumber(number)}`;
}

export function findSubscriptionBySecret(
  db: Database,
  secret: string,
): Promise<string | undefined> {
  return findBySecret(db, subscriptions, secret);
}

/** A condition on the table `subscriptions` for those that this member or program may see (rule 207). */
export function visibleSubscriptions(member: Member | Program): SQL {
  if ('program' in member || may(member, 'manage-orders')) return sql`true`;
  return sql`exists (
    select 1 from ${conversations} c join ${visitors} v on v.id = c.visitor_id
    where c.id = ${subscriptions.conversationId} and v.agent_id = ${member.id}
  )`;
}

export async function findSubscriptionOfMember(
  db: Database,
  member: Member | Program,
  number: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.number, number), visibleSubscriptions(member)));
  return row?.id;
}
