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
  readonly deliveries: { readonly all: number; readonly late: number };
  readonly refunds: { readonly asked: number; readonly answeredLate: number };
}

/** Returns for example '40%', or a dash if `all` is zero. */
export function formatPercentage(part: number, all: number): string {
  return all === 0 ? '–' : formatPercent(part / all);
}
