import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { payablePart } from '../milestones/part-of-order.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { checkouts, orders } from '../tables.server.ts';
import { bookPayment } from './book-payment.server.ts';
import { bookPeriod } from '../subscription/book-period.server.ts';
import { openProvider, PAYMENT_PROVIDERS } from './payment-providers.ts';
import {
  ProviderAwayError,
  type PageStatus,
  type PageStatusTold,
  type PaymentProvider,
} from './provider.ts';
import {
  CHECKS_BEFORE_RETURN,
  completePage,
  nextCheck,
  settlePage,
  type PageRow,
} from './settle-page.server.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';

const TRACE = { member: undefined, requestId: 'payments' };
const MINUTE_MS = 60_000;
const AT_ONCE = 20;
const VISIT_WAITS_MS = 3000;
/** Reloads within this time do not ask the provider again. */
const RELOAD_MS = 2000;
/** A page without a URL after this time was opened by a process that crashed. */
const OPENED_WITHIN_MS = 10 * MINUTE_MS;

/**
 * Asks the providers about all due payment pages. Each page's next check is scheduled before the provider is
 * asked.
 */
export async function checkPages(appContext: OrderContext): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one provider after the other
  for (const paymentMethod of PAYMENT_PROVIDERS) await checkPagesOf(appContext, paymentMethod);
}

async function checkPagesOf(
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
): Promise<void> {
  const due = await appContext.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.way, paymentMethod), lte(checkouts.checkAt, appContext.clock.now())))
    .orderBy(asc(checkouts.checkAt))
    .limit(AT_ONCE);
  for (const { id } of due) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
      await checkPage(appContext, id);
    } catch (error) {
      // If a provider does not respond, the rest of its pages wait for the next run.
      if (error instanceof ProviderAwayError) return;
      appContext.log.error({ err: error, page: id }, 'Could not check a payment page');
    }
  }
}

/**
 * Checks the payment page of an order when the buyer opens the order. Arriving from the payment page checks at
 * once; later visits follow the schedule, so that an open tab does not flood the provider.
 */
export async function checkOnVisit(
  appContext: OrderContext,
  orderId: string,
  arrives: boolean,
): Promise<void> {
  const [page] = await appContext.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), inArray(checkouts.state, ['open', 'in progress'])));
  if (!page) return;
  const now = appContext.clock.now();
  const askedMs = page.checkedAt ? now.getTime() - page.checkedAt.getTime() : Infinity;
  if (arrives && (page.returnedAt === null || askedMs >= RELOAD_MS)) {
    await change(appContext, TRACE, (tx) =>
      tx
        .update(checkouts)
        .set({ returnedAt: now, checks: 0, checkAt: now })
        .where(eq(checkouts.id, page.id)),
    );
  }
  const checked = checkPage(appContext, page.id).catch((error: unknown) => {
    appContext.log.warn({ err: error, page: page.id }, 'Could not check a payment page');
  });
  // A slow provider must not delay the order's page.
  await Promise.race([checked, wait(VISIT_WAITS_MS, undefined, { ref: false })]);
}

/** Checks one page if it is due. Throws {@link ProviderAwayError}; the check is then repeated later. */
export async function checkPage(appContext: OrderContext, pageId: string): Promise<void> {
  const page = await claimTurn(appContext, pageId);
  if (!page) return;
  if (page.reference === null) {
    const isOver = appContext.clock.now().getTime() - page.createdAt.getTime() > OPENED_WITHIN_MS;
    if (isOver) await applyStatus(appContext, undefined, page, { kind: 'expired' });
    return;
  }
  const provider = await openProvider(appContext.settings, page.way);
  if (!provider) return;
  if (page.endedAt) {
    await closeEnded(appContext, provider, page, page.reference);
    return;
  }
  const isWanted = await isAwaited(appContext, page);
  const isOver = page.expiresAt !== null && page.expiresAt <= appContext.clock.now();
  const looked = await provider.look(page.reference);
  const status =
    looked.kind === 'open' && (!isWanted || isOver) ? await provider.close(page.reference) : looked;
  await applyStatus(appContext, provider, page, status);
}

/**
 * Closes a page at its provider that ended here while the provider was unreachable, so that nobody pays on it. A payment
 * that takes days is followed, because it can still fail and leave a subscription behind.
 */
async function closeEnded(
  appContext: OrderContext,
  provider: PaymentProvider,
  page: PageRow,
  reference: string,
): Promise<void> {
  const status = await provider.close(reference);
  if (status.kind === 'in progress') return;
  if (status.kind === 'paid' || status.kind === 'period paid' || status.kind === 'failed')
    await applyStatus(appContext, provider, page, status);
  await change(appContext, TRACE, (tx) =>
    tx.update(checkouts).set({ checkAt: null }).where(eq(checkouts.id, page.id)),
  );
}

/** Returns the page if its check is due, and schedules the next check with a longer delay. */
async function claimTurn(appContext: OrderContext, pageId: string): Promise<PageRow | undefined> {
  const now = appContext.clock.now();
  return change(appContext, TRACE, async (tx) => {
    const [page] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.id, pageId), lte(checkouts.checkAt, now)))
      .for('update');
    if (!page) return undefined;
    const later = nextCheck(now, page.checks, page.state === 'in progress');
    const { expiresAt } = page;
    // A page that expires earlier is checked at its expiry.
    const checkAt = expiresAt && expiresAt > now && expiresAt < later ? expiresAt : later;
    await tx
      .update(checkouts)
      .set({ checks: page.checks + 1, checkAt })
      .where(eq(checkouts.id, pageId));
    return page;
  });
}

async function isAwaited({ db }: OrderContext, { orderId, milestone }: PageRow): Promise<boolean> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const part = order && (await payablePart(db, order));
  return part !== undefined && part.position === milestone;
}

/** Saves the state that a provider reports, in one transaction with all its consequences. */
export async function applyStatus(
  appContext: OrderContext,
  provider: PaymentProvider | undefined,
  page: PageRow,
  status: PageStatus,
): Promise<void> {
  const told =
    status.kind === 'approved' && provider
      ? await captureApproved(appContext, provider, page)
      : status;
  // The page stays open if PayPal refused the capture.
  const isReopened = status.kind === 'approved' && told.kind === 'open';
  const was = isReopened ? ({ state: 'in progress' } as const) : page;
  if (told.kind === 'period paid') {
    if (provider) {
      await change(appContext, TRACE, async (tx, after) => {
        await bookPeriod(tx, after, appContext, provider.way, told);
        // A payment that is held has used the page, too.
        await completePage(tx, appContext, page.id);
      });
    }
    return;
  }
  await change(appContext, TRACE, async (tx, after) => {
    await lockOrder(tx, page.orderId);
    await tx
      .update(checkouts)
      .set({ checkedAt: appContext.clock.now() })
      .where(eq(checkouts.id, page.id));
    if (told.kind === 'paid' && provider) {
      await bookPayment(tx, after, appContext, provider.way, told, page.id);
    } else if (told.kind !== 'paid' && told.kind !== 'approved') {
      await settlePage(tx, after, appContext, page.id, told, was);
    }
  });
}

/**
 * Captures an approved payment once, and only if its page is still the active one. Otherwise the money stays
 * with the buyer.
 */
export async function captureApproved(
  appContext: OrderContext,
  provider: PaymentProvider,
  page: PageRow,
): Promise<PageStatus> {
  const isOurs = await change(appContext, TRACE, async (tx) => {
    const order = await lockOrder(tx, page.orderId);
    const [now] = await tx.select().from(checkouts).where(eq(checkouts.id, page.id));
    const part = await payablePart(tx, order);
    if (!now || now.endedAt || !part || part.position !== now.milestone) return false;
    // After a crash from here on, the scheduled job captures again with the same idempotency key.
    await tx
      .update(checkouts)
      .set({
        state: 'in progress',
        checkAt: nextCheck(appContext.clock.now(), CHECKS_BEFORE_RETURN, false),
      })
      .where(eq(checkouts.id, page.id));
    return true;
  });
  const expired: PageStatusTold = { kind: 'expired' };
  if (!isOurs || !provider.capture || page.reference === null) return expired;
  const status = await provider.capture(page.reference);
  return status.kind === 'approved' ? { kind: 'in progress' } : status;
}
