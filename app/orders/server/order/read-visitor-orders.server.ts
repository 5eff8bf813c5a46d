import { eq } from 'drizzle-orm';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import { visitors } from '../../../chat/server/tables.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { visibleOrders } from '../access.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { ordersOf } from './list-orders.server.ts';
import type { OwnOrderView } from '../../protocol/order-view.ts';

/** Lists those orders of a visitor that this member may see. Throws {@link RefusedError} 404. */
export async function readVisitorOrders(
  { db, clock, settings }: Pick<OrderHost, 'db' | 'clock' | 'settings'>,
  member: Member,
  visitorId: string,
): Promise<OwnOrderView[]> {
  const [visitor] = await db
    .select({ email: visitors.email })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if (!visitor || !(await accessToVisitor(db, member, visitorId))) {
    throw new RefusedError(404, NO_SUCH_CONVERSATION);
  }
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  return ordersOf(db, visitor.email, shop, visibleOrders(member));
}
