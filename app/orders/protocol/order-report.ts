import type { Currency } from '../../platform/currencies.ts';
import { formatPercent } from '../../platform/formats.ts';

export interface OrderReportView {
  readonly offers: {
    /** Offers made in the period. */
    readonly sent: number;
    /** Those offers of the period that were accepted at any time since. */
    readonly accepted: number;
  };
  /** Chats that began in the period, with an order that was paid at any time since. */
  readonly chatsPaid: number;
  readonly money: readonly {
    readonly currency: Currency;
    readonly paid: number;
    readonly refunded: number;
  }[];
  readonly deliveries: { readonly all: number; readonly late: number };
  readonly refunds: { readonly asked: number; readonly answeredLate: number };
  readonly groups: readonly RevenueGroup[];
}

export interface RevenueGroup {
  readonly name: 'Service' | 'Agent' | 'Topic' | 'Month';
  readonly rows: readonly {
    readonly label: string;
    readonly currency: Currency;
    readonly orders: number;
    readonly paid: number;
  }[];
}

/** Returns for example '40%', or a dash if `all` is zero. */
export function formatPercentage(part: number, all: number): string {
  return all === 0 ? '–' : formatPercent(part / all);
}
