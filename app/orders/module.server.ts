import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import type { Module } from '../platform/module.ts';
import type { OrderContext } from './server/order-context.server.ts';
import { expireOrderCodes } from './server/checkout/order-codes.server.ts';
import { expireWrongCodes } from './server/coupons/try-code.server.ts';
import { checkInvoices } from './server/invoices/check-invoices.server.ts';
import { countExpiredInvoices, expireInvoices } from './server/invoices/expire-invoices.server.ts';
import { remindOfInvoices } from './server/invoices/remind-invoices.server.ts';
import { remindOfMilestones } from './server/milestones/remind-milestones.server.ts';
import { runClocks } from './server/order/run-clocks.server.ts';
import { bookWaiting, expireEvents, forgetBodies } from './server/payment/take-webhook.server.ts';
import { checkPages } from './server/payment/check-pages.server.ts';
import { learnReturns } from './server/payment/return-payment.server.ts';
import { reconcile } from './server/payment/reconcile.server.ts';
import {
  countOrders,
  eraseOrdersOf,
  exportOrdersOf,
  resetOrders,
} from './server/privacy.server.ts';
import { endSubscriptionKind } from './server/subscription/end-subscription-kind.server.ts';
import { runSubscriptions } from './server/subscription/run-subscriptions.server.ts';
import {
  checkSubscriptions,
  sendPrices,
  sendSubscriptions,
} from './server/subscription/send-subscriptions.server.ts';
import { checkRefunds } from './server/refund/learn-refunds.server.ts';
import { REFUND_KIND } from './server/refund/refund-kind-name.ts';
import {
  IS_PROMISED,
  refundKind,
  type RefundServices,
} from './server/refund/refund-kind.server.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

export const ordersModule: Module<OrderContext, RefundServices> = {
  scheduledJobs: (appContext) => [
    { name: 'clocks of orders', everyMs: MINUTE_MS, run: () => runClocks(appContext) },
    { name: 'subscriptions', everyMs: MINUTE_MS, run: () => runSubscriptions(appContext) },
    {
      name: 'subscriptions at providers',
      everyMs: MINUTE_MS,
      run: () => sendSubscriptions(appContext),
    },
    { name: 'prices of subscriptions', everyMs: HOUR_MS, run: () => sendPrices(appContext) },
    { name: 'overdue subscriptions', everyMs: HOUR_MS, run: () => checkSubscriptions(appContext) },
    expireHourly(appContext, 'expired order codes', expireOrderCodes),
    expireHourly(appContext, 'wrong coupon codes', expireWrongCodes),
    { name: 'payments that wait', everyMs: MINUTE_MS, run: () => bookWaiting(appContext) },
    { name: 'payment pages', everyMs: MINUTE_MS, run: () => checkPages(appContext) },
    { name: 'refunds under way', everyMs: MINUTE_MS, run: () => checkRefunds(appContext) },
    // Daily work runs in hourly jobs, because a process that restarts every day would never reach a daily one.
    expireHourly(appContext, 'payment events without a booking', expireEvents),
    { name: 'old payment events', everyMs: HOUR_MS, run: () => forgetBodies(appContext) },
    { name: 'reconciliation', everyMs: HOUR_MS, run: () => reconcile(appContext) },
    { name: 'invoice reminders', everyMs: HOUR_MS, run: () => remindOfInvoices(appContext) },
    { name: 'milestone reminders', everyMs: HOUR_MS, run: () => remindOfMilestones(appContext) },
    { name: 'invoice reconciliation', everyMs: HOUR_MS, run: () => checkInvoices(appContext) },
    { name: 'refunds and disputes', everyMs: HOUR_MS, run: () => learnReturns(appContext) },
  ],
  expiries: [
    {
      name: 'old invoices of erased buyers',
      setting: 'RETENTION_INVOICE_DAYS',
      days: ({ invoicesExpireAfterDays }) => invoicesExpireAfterDays,
      count: countExpiredInvoices,
      expire: expireInvoices,
    },
  ],
  holding: { count: countOrders, export: exportOrdersOf, erase: eraseOrdersOf },
  reset: resetOrders,
  kinds: (services) => [refundKind(services), endSubscriptionKind(services)],
  moneyKinds: [{ name: REFUND_KIND, isPromised: IS_PROMISED }],
};
