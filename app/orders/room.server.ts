import type { Room } from '../platform/room.ts';
import type { OrderHost } from './order-host.server.ts';
import { runClocks } from './order/run-clocks.server.ts';
import { bookWaiting, forgetBodies } from './payment/book-event.server.ts';
import { reconcile } from './payment/reconcile.server.ts';
import { countOrders, eraseOrdersOf, exportOrdersOf, resetOrders } from './privacy.server.ts';
import { refundKind, type RefundServices } from './refund/refund-kind.server.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

export const orders: Room<OrderHost, RefundServices> = {
  chores: (host) => [
    { name: 'clocks of orders', everyMs: MINUTE_MS, run: () => runClocks(host) },
    { name: 'payments that wait', everyMs: MINUTE_MS, run: () => bookWaiting(host) },
    // A process that is restarted every day never comes to what it does once a day.
    { name: 'old payment events', everyMs: HOUR_MS, run: () => forgetBodies(host) },
    { name: 'reconciliation', everyMs: HOUR_MS, run: () => reconcile(host) },
  ],
  holding: { count: countOrders, export: exportOrdersOf, erase: eraseOrdersOf },
  reset: resetOrders,
  kinds: (services) => [refundKind(services)],
};
