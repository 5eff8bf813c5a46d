import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { couponRedemptions } from '../tables.server.ts';

interface Reservation {
  readonly orderId: string;
  readonly couponId: string;
  readonly email: string;
  readonly at: Date;
}

/**
 * Reserves a redemption for a new order (rule 260). The caller holds the lock of the coupon's row and has checked its
 * rules under this lock.
 */
export async function reserveCoupon(
  tx: Database,
  { orderId, couponId, email, at }: Reservation,
): Promise<void> {
  await tx
    .insert(couponRedemptions)
    .values({ orderId, couponId, email, state: 'reserved', reservedAt: at });
}

/**
 * Consumes the reserved redemption of a paid order, or releases that of a cancelled one. Does nothing for an order
 * without a coupon.
 */
export async function settleRedemption(
  tx: Database,
  orderId: string,
  state: 'consumed' | 'released',
  at: Date,
): Promise<void> {
  await tx
    .update(couponRedemptions)
    .set({ state, settledAt: at })
    .where(and(eq(couponRedemptions.orderId, orderId), eq(couponRedemptions.state, 'reserved')));
}
