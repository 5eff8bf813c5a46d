import type { Room } from '../platform/module.ts';
import type { OrderHost } from './server/order-host.server.ts';
import { runClocks } from './server/order/run-clocks.server.ts';
import { bookWaiting, forgetBodies } from './server/payment/book-event.server.ts';
import { checkPages } from './server/payment/check-pages.server.ts';
import { learnReturns } from './server/payment/learn-returns.server.ts';
import { reconcile } from './server/payment/reconcile.server.ts';
import {
  countOrders,
  eraseOrdersOf,
  exportOrdersOf,
  resetOrders,
} from './server/privacy.server.ts';
import { checkRefunds } from './server/refund/learn-refunds.server.ts';
import { refundKind, type RefundServices } from './server/refund/refund-kind.server.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

export const orders: Room<OrderHost, RefundServices> = {
  chores: (host) => [
    { name: 'clocks of orders', everyMs: MINUTE_MS, run: () => runClocks(host) },
    { name: 'payments that wait', everyMs: MINUTE_MS, run: () => bookWaiting(host) },
    { name: 'payment pages', everyMs: MINUTE_MS, run: () => checkPages(host) },
    { name: 'refunds under way', everyMs: MINUTE_MS, run: () => checkRefunds(host) },
    // Daily work runs in hourly jobs, because a process that restarts every day would never reach a daily one.
    { name: 'old payment events', everyMs: HOUR_MS, run: () => forgetBodies(host) },
    { name: 'reconciliation', everyMs: HOUR_MS, run: () => reconcile(host) },
    { name: 'refunds and disputes', everyMs: HOUR_MS, run: () => learnReturns(host) },
  ],
  holding: { count: countOrders, export: exportOrdersOf, erase: eraseOrdersOf },
  reset: resetOrders,
  kinds: (services) => [refundKind(services)],
};
