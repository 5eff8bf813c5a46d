import type { Currency } from '../../platform/currencies.ts';

/** Offers, money and punctuality of a period. */
export interface OrderReportView {
  readonly offers: {
    /** Made in the period … */
    readonly sent: number;
    /** … and, of those, accepted since. */
    readonly accepted: number;
  };
  /** Chats that began in the period, with an order that was paid since. */
  readonly chatsPaid: number;
  /** Of what moved in the period, by currency. */
  readonly money: readonly {
    readonly currency: Currency;
    readonly paid: number;
    readonly refunded: number;
  }[];
  readonly deliveries: { readonly all: number; readonly late: number };
  readonly refunds: { readonly asked: number; readonly answeredLate: number };
  readonly groups: readonly RevenueGroup[];
}

/** What was paid, told apart by one thing. */
export interface RevenueGroup {
  readonly name: 'Service' | 'Agent' | 'Topic' | 'Month';
  readonly rows: readonly {
    readonly label: string;
    readonly currency: Currency;
    readonly orders: number;
    readonly paid: number;
  }[];
}

/** '40%', or a dash where there is nothing to take a part of. */
export function sayPart(part: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((part / all) * 100)}%`;
}
