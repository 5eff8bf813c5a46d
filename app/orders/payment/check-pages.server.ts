import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { checkouts, orders } from '../tables.server.ts';
import { bookPayment } from './book-payment.server.ts';
import { openProvider } from './open-provider.server.ts';
import {
  ProviderAwayError,
  type PageStatus,
  type PageStatusTold,
  type PaymentProvider,
} from './provider.ts';
import { CHECKS_BEFORE_RETURN, nextCheck, settlePage, type PageRow } from './settle-page.server.ts';
import { PROVIDER_WAYS, type ProviderWay } from './ways.ts';

const TRACE = { member: undefined, requestId: 'payments' };
const MINUTE_MS = 60_000;
const AT_ONCE = 20;
const VISIT_WAITS_MS = 3000;
/** Whoever loads the page again and again is answered from memory in between. */
const RELOAD_MS = 2000;
/** A page whose address no provider has named by then was opened by a process that died. */
const OPENED_WITHIN_MS = 10 * MINUTE_MS;

/** Asks the providers about every page whose turn it is; each claims the next turn before it asks. */
export async function checkPages(host: OrderHost): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one provider after the other
  for (const way of PROVIDER_WAYS) await checkPagesOf(host, way);
}

async function checkPagesOf(host: OrderHost, way: ProviderWay): Promise<void> {
  const due = await host.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.way, way), lte(checkouts.checkAt, host.clock.now())))
    .orderBy(asc(checkouts.checkAt))
    .limit(AT_ONCE);
  for (const { id } of due) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
      await checkPage(host, id);
    } catch (error) {
      // A provider that hangs is asked once a round.
      if (error instanceof ProviderAwayError) return;
      host.log.error({ err: error, page: id }, 'A payment page could not be checked');
    }
  }
}

/**
 * Asks about the page of an order when its buyer looks at the order. Who arrives from the payment page is answered at
 * once; later looks ask when it is the page's turn, so that an open tab overruns nobody.
 */
export async function checkOnVisit(
  host: OrderHost,
  orderId: string,
  arrives: boolean,
): Promise<void> {
  const [page] = await host.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), inArray(checkouts.state, ['open', 'in progress'])));
  if (!page) return;
  const now = host.clock.now();
  const askedMs = page.checkedAt ? now.getTime() - page.checkedAt.getTime() : Infinity;
  if (arrives && (page.returnedAt === null || askedMs >= RELOAD_MS)) {
    await change(host, TRACE, (tx) =>
      tx
        .update(checkouts)
        .set({ returnedAt: now, checks: 0, checkAt: now })
        .where(eq(checkouts.id, page.id)),
    );
  }
  const checked = checkPage(host, page.id).catch((error: unknown) => {
    host.log.warn({ err: error, page: page.id }, 'A payment page could not be checked');
  });
  // A provider that is slow keeps nobody from the page of their order.
  await Promise.race([checked, wait(VISIT_WAITS_MS, undefined, { ref: false })]);
}

/** Asks about one page, if it is its turn. Throws {@link ProviderAwayError}: it is asked again. */
export async function checkPage(host: OrderHost, pageId: string): Promise<void> {
  const page = await claimTurn(host, pageId);
  if (!page) return;
  if (page.reference === null) {
    const isOver = host.clock.now().getTime() - page.createdAt.getTime() > OPENED_WITHIN_MS;
    if (isOver) await applyStatus(host, undefined, page, { kind: 'expired' });
    return;
  }
  const provider = await openProvider(host.settings, page.way);
  if (!provider) return;
  if (page.endedAt) {
    await closeEnded(host, provider, page, page.reference);
    return;
  }
  const isWanted = await isAwaitingPayment(host, page.orderId);
  const isOver = page.expiresAt !== null && page.expiresAt <= host.clock.now();
  const looked = await provider.look(page.reference);
  const status =
    looked.kind === 'open' && (!isWanted || isOver) ? await provider.close(page.reference) : looked;
  await applyStatus(host, provider, page, status);
}

/** A page that ended here while its provider could not be reached: nobody shall pay on it. */
async function closeEnded(
  host: OrderHost,
  provider: PaymentProvider,
  page: PageRow,
  reference: string,
): Promise<void> {
  const status = await provider.close(reference);
  if (status.kind === 'paid') await applyStatus(host, provider, page, status);
  await change(host, TRACE, (tx) =>
    tx.update(checkouts).set({ checkAt: null }).where(eq(checkouts.id, page.id)),
  );
}

/** The page, if it is its turn to be asked about; whoever comes next waits longer. */
async function claimTurn(host: OrderHost, pageId: string): Promise<PageRow | undefined> {
  const now = host.clock.now();
  return change(host, TRACE, async (tx) => {
    const [page] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.id, pageId), lte(checkouts.checkAt, now)))
      .for('update');
    if (!page) return undefined;
    const later = nextCheck(now, page.checks, page.state === 'in progress');
    const { expiresAt } = page;
    // What ends meanwhile is closed when it ends.
    const checkAt = expiresAt && expiresAt > now && expiresAt < later ? expiresAt : later;
    await tx
      .update(checkouts)
      .set({ checks: page.checks + 1, checkAt })
      .where(eq(checkouts.id, pageId));
    return page;
  });
}

async function isAwaitingPayment(host: OrderHost, orderId: string): Promise<boolean> {
  const [order] = await host.db
    .select({ state: orders.state })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.state === 'awaiting payment';
}

/** Writes down what a provider says of a page, in one change with all that follows from it. */
export async function applyStatus(
  host: OrderHost,
  provider: PaymentProvider | undefined,
  page: PageRow,
  status: PageStatus,
): Promise<void> {
  const told =
    status.kind === 'approved' && provider ? await captureApproved(host, provider, page) : status;
  // A capture that PayPal did not make leaves the page open.
  const isReopened = status.kind === 'approved' && told.kind === 'open';
  const was = isReopened ? ({ state: 'in progress' } as const) : page;
  await change(host, TRACE, async (tx, after) => {
    await lockOrder(tx, page.orderId);
    await tx
      .update(checkouts)
      .set({ checkedAt: host.clock.now() })
      .where(eq(checkouts.id, page.id));
    if (told.kind === 'paid' && provider) {
      await bookPayment(tx, after, host, provider.way, told, page.id);
    } else if (told.kind !== 'paid' && told.kind !== 'approved') {
      await settlePage(tx, after, host, page.id, told, was);
    }
  });
}

/**
 * Captures what the buyer has agreed to, once, and only for a page that is still the one to pay on: money of any other
 * stays with the buyer.
 */
export async function captureApproved(
  host: OrderHost,
  provider: PaymentProvider,
  page: PageRow,
): Promise<PageStatus> {
  const isOurs = await change(host, TRACE, async (tx) => {
    const order = await lockOrder(tx, page.orderId);
    const [now] = await tx.select().from(checkouts).where(eq(checkouts.id, page.id));
    if (!now || now.endedAt || order.state !== 'awaiting payment') return false;
    // A process that dies from here on is taken up by the clock, which captures again under the same key.
    await tx
      .update(checkouts)
      .set({
        state: 'in progress',
        checkAt: nextCheck(host.clock.now(), CHECKS_BEFORE_RETURN, false),
      })
      .where(eq(checkouts.id, page.id));
    return true;
  });
  const expired: PageStatusTold = { kind: 'expired' };
  if (!isOurs || !provider.capture || page.reference === null) return expired;
  const status = await provider.capture(page.reference);
  return status.kind === 'approved' ? { kind: 'in progress' } : status;
}
