import type { TypedMilestonePlan } from '../../app/orders/protocol/milestone-terms.ts';
import demoOrders from '../../content/demo/orders.json' with { type: 'json' };

/** 'invoice' is due after two weeks, 'bill' at once. 'tick' marks the first two steps of the checklist as done. */
export type DemoStep =
  | 'accept'
  | 'invoice'
  | 'bill'
  | 'pay'
  | 'cancel'
  | 'brief'
  | 'tick'
  | 'tick all'
  | 'deliver'
  | 'revise'
  | 'complete'
  | 'ask refund'
  | 'refund';

/** An order of the demo data; without steps it is an open offer. */
export interface DemoOrder {
  readonly email: string;
  readonly daysAgo: number;
  readonly asks: string;
  readonly offer: {
    readonly lines: readonly {
      readonly title: string;
      readonly path: string | null;
      readonly quantity: number;
      readonly price: string;
    }[];
    /** Missing if the offer is paid in one sum. */
    readonly plan?: TypedMilestonePlan;
    readonly deliveryDays: number;
    readonly revisions: number;
    readonly questions: string;
  };
  readonly answers: readonly string[];
  readonly delivery: string;
  readonly steps: readonly DemoStep[];
}

// tests/unit/content.test.ts checks the file against this type.
export const DEMO_ORDERS = demoOrders as readonly DemoOrder[];
