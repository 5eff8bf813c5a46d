import type { OrderDue } from '../../orders/protocol/due.ts';
import type { Currency } from '../../platform/currencies.ts';

export interface ListedOrder {
  readonly number: string;
  readonly state: string;
  readonly title: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly due: OrderDue | null;
  /** For example 'Period 2 of subscription S-1001', or null. */
  readonly subscription: string | null;
}
