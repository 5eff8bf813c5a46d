import { and, eq, inArray, or } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { checkouts, type OrderRow } from '../tables.server.ts';
import { reportEvent } from '../order/report-event.server.ts';
import { payablePart } from '../milestones/part-of-order.server.ts';
import { endAtProvider } from '../subscription/end-subscription-kind.server.ts';
import { FAILURES, type PageFailure } from '../../protocol/payment-pages.ts';
import type { PageStatusTold } from './provider.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';

export type PageRow = typeof checkouts.$inferSelect;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const FIRST_CHECK_MS = 5 * SECOND_MS;
const LAST_CHECK_MS = HOUR_MS;
/** Bank transfers take days, so they are polled less often. */
const LAST_SLOW_CHECK_MS = 6 * HOUR_MS;

/** The first check happens after minutes while the buyer is still on the payment page. */
export const CHECKS_BEFORE_RETURN = 5;

/** Doubles the delay between checks, starting at five seconds. */
export function nextCheck(now: Date, checks: number, isSlow: boolean): Date {
  const most = isSlow ? LAST_SLOW_CHECK_MS : LAST_CHECK_MS;
  return new Date(now.getTime() + Math.min(FIRST_CHECK_MS * 2 ** Math.min(checks, 20), most));
}

/** Finds a page by the provider's id or by our own. Returns `undefined` for pages of others. */
export async function findPage(
  db: Database,
  paymentMethod: PaymentMethod,
  checkout: string,
): Promise<PageRow | undefined> {
  const [page] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.way, paymentMethod),
        or(
          eq(checkouts.reference, checkout),
          UUID.test(checkout) ? eq(checkouts.id, checkout) : undefined,
        ),
      ),
    );
  return page;
}

/**
 * Saves the state that a provider reports, under the order's lock. Late or reordered reports are ignored: an
 * ended page stays as it ended. `was` is the page at the time when the provider was asked. A subscription whose first
 * payment failed is ended at the provider, because the buyer can pay with another one (rule 389).
 */
export async function settlePage(
  tx: Database,
  after: After,
  appContext: OrderContext,
  pageId: string,
  status: PageStatusTold,
  was?: Pick<PageRow, 'state'>,
): Promise<string> {
  const [known] = await tx
    .select({ orderId: checkouts.orderId })
    .from(checkouts)
    .where(eq(checkouts.id, pageId));
  if (!known) return 'of no page of ours';
  const order = await lockOrder(tx, known.orderId);
  const [page] = await tx.select().from(checkouts).where(eq(checkouts.id, pageId));
  if (status.kind === 'failed' && status.subscription) {
    const { paymentMethod, reference } = status.subscription;
    endAtProvider(after, paymentMethod, reference);
  }
  if (!page || page.endedAt) return `known already: ${page?.state ?? 'gone'}`;
  const now = appContext.clock.now();
  const set = (changed: Partial<typeof checkouts.$inferInsert>) =>
    tx.update(checkouts).set(changed).where(eq(checkouts.id, pageId));
  switch (status.kind) {
    case 'open':
      // A state from before the payment began may be reported after it.
      if (page.state === 'in progress' && was?.state !== 'in progress') return 'told late';
      await set({ state: 'open', failure: status.failure });
      return status.failure ?? 'open';
    case 'in progress':
      if (page.state === 'in progress') return 'known already: in progress';
      await set({
        state: 'in progress',
        failure: null,
        checks: 0,
        checkAt: nextCheck(now, CHECKS_BEFORE_RETURN, true),
      });
      return 'in progress';
    case 'failed':
      await set({ state: 'failed', failure: status.failure, checkAt: null, endedAt: now });
      // A buyer who still waits on the order's page reads the failure there.
      if (page.state === 'in progress' && was?.state !== 'open') {
        await reportFailure(tx, after, appContext, order, page, status.failure);
      }
      return `failed: ${status.failure}`;
    default:
      await set({ state: page.failure ? 'failed' : 'expired', checkAt: null, endedAt: now });
      return 'expired';
  }
}

/** The buyer has left, believing that the payment is on its way, so the failure is sent by email. */
async function reportFailure(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  { milestone }: PageRow,
  failure: PageFailure,
): Promise<void> {
  const payable = await payablePart(tx, order);
  if (payable?.position !== milestone) return;
  await reportEvent(tx, after, appContext, order, {
    report: 'payment-failed',
    milestone,
    says: () => t(FAILURES[failure]),
  });
}

export async function completePage(
  tx: Database,
  appContext: OrderContext,
  pageId: string,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ state: 'completed', failure: null, checkAt: null, endedAt: appContext.clock.now() })
    .where(eq(checkouts.id, pageId));
}

/** Schedules an immediate check of the active pages, which closes them, because the order waits for no payment. */
export async function closePagesSoon(
  tx: Database,
  appContext: OrderContext,
  orderId: string,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ checkAt: appContext.clock.now() })
    .where(and(eq(checkouts.orderId, orderId), inArray(checkouts.state, ['open', 'in progress'])));
}

/** True while a payment of the order is being processed, such as a bank transfer that takes days. */
export async function isBeingPaid(tx: Database, orderId: string): Promise<boolean> {
  const [page] = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), eq(checkouts.state, 'in progress')));
  return page !== undefined;
}
