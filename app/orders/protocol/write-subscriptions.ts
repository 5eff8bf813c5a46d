import { writeCsv } from '../../platform/csv.ts';
import type { Currency } from '../../platform/currencies.ts';
import { toDecimal } from './money.ts';

export const SUBSCRIPTIONS_FILE = 'subscriptions.csv';

interface ExportedSubscription {
  readonly number: string;
  readonly state: string;
  readonly title: string;
  readonly buyer: string | null;
  readonly interval: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly paymentMethod: string;
  readonly lastDay: string | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export function writeSubscriptions(subscriptions: readonly ExportedSubscription[]): string {
  const head = [
    'Number',
    'State',
    'Service',
    'Buyer',
    'Interval',
    'Amount',
    'Currency',
    'Payment method',
    'Paid until',
    'Started',
    'Ended',
  ];
  const rows = subscriptions.map((each) => [
    each.number,
    each.state,
    each.title,
    each.buyer ?? '',
    each.interval,
    toDecimal(each.amount, each.currency),
    each.currency,
    each.paymentMethod,
    each.lastDay ?? '',
    each.startedAt?.toISOString() ?? '',
    each.endedAt?.toISOString() ?? '',
  ]);
  return writeCsv([head, ...rows]);
}
