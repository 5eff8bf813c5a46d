import { t } from '../../../i18n/translate.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { confirmedEmail } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import { visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';
import { ordersOf } from './list-orders.server.ts';
import { pathOf, visibleOrders } from '../access.server.ts';
import type { OwnOrderView } from '../../protocol/order-view.ts';
import { readNumber } from '../../protocol/transitions.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';

// The callers have checked that the conversation belongs to this browser.

/** Returns the orders of the conversation's email address, if this browser has verified it (rule 169). */
export async function readOwnOrders(
  { db, clock, settings }: Pick<OrderContext, 'db' | 'clock' | 'settings'>,
  browserId: string,
  conversationId: string,
): Promise<OwnOrderView[]> {
  const email = await confirmedEmail(db, browserId, conversationId);
  if (email === undefined) return [];
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  // Somebody who has left a company must not see its orders. Members see them in their accounts.
  return ordersOf(db, email, shop, isNull(orders.companyId));
}

/**
 * Returns the path of an order with this typed number, or `undefined` if it does not belong to the verified
 * address.
 */
export async function findOwnOrderPath(
  db: Database,
  browserId: string,
  conversationId: string,
  typed: string,
): Promise<string | undefined> {
  const number = readNumber(typed);
  const email = await confirmedEmail(db, browserId, conversationId);
  if (number === undefined || email === undefined) return undefined;
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.buyerEmail, email), isNull(orders.companyId)));
  return order && pathOf(db, order.id);
}

/** Lists those orders of a visitor that this member may see. Throws {@link RefusedError} 404. */
export async function readVisitorOrders(
  { db, clock, settings }: Pick<OrderContext, 'db' | 'clock' | 'settings'>,
  member: Member,
  visitorId: string,
): Promise<OwnOrderView[]> {
  const [visitor] = await db
    .select({ email: visitors.email })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if (!visitor || !(await accessToVisitor(db, member, visitorId))) {
    throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  }
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  return ordersOf(db, visitor.email, shop, visibleOrders(member));
}
