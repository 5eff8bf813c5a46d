import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { BILLING_ADDRESS_FIELD, BILLING_NAME_FIELD } from '../../protocol/billing-details.ts';
import { orders } from '../tables.server.ts';

export interface KnownBuyer {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly taxNumber: string;
  readonly [BILLING_NAME_FIELD]: string;
  readonly [BILLING_ADDRESS_FIELD]: string;
}

/** Returns the values of this browser's newest conversation and order, and of no other browser's. */
export async function readKnownBuyer(
  db: Database,
  browserId: string | undefined,
): Promise<KnownBuyer> {
  const [row] =
    browserId === undefined
      ? []
      : await db
          .select({ name: conversations.visitorName, email: visitors.email })
          .from(conversations)
          .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
          .where(eq(conversations.browserId, browserId))
          .orderBy(desc(conversations.startedAt))
          .limit(1);
  const [ordered] =
    browserId === undefined
      ? []
      : await db
          .select({
            country: orders.buyerCountry,
            taxNumber: orders.taxNumber,
            billing: orders.billing,
          })
          .from(orders)
          .innerJoin(conversations, eq(conversations.id, orders.conversationId))
          .where(
            and(
              eq(conversations.browserId, browserId),
              isNull(orders.companyId),
              or(isNotNull(orders.buyerCountry), isNotNull(orders.billing)),
            ),
          )
          .orderBy(desc(orders.number))
          .limit(1);
  return {
    name: row?.name ?? '',
    email: row?.email ?? '',
    country: ordered?.country ?? '',
    taxNumber: ordered?.taxNumber ?? '',
    [BILLING_NAME_FIELD]: ordered?.billing?.name ?? '',
    [BILLING_ADDRESS_FIELD]: ordered?.billing?.address ?? '',
  };
}
