import demoOrders from '../../content/demo/orders.json' with { type: 'json' };

/** What happens to an order of the demo after its offer, in order. */
export type DemoStep =
  | 'accept'
  | 'pay'
  | 'cancel'
  | 'brief'
  | 'deliver'
  | 'revise'
  | 'complete'
  | 'ask refund'
  | 'refund';

/** One order of the demo; without steps it is an offer that waits. */
export interface DemoOrder {
  readonly email: string;
  readonly daysAgo: number;
  /** What the visitor wrote. */
  readonly asks: string;
  readonly offer: {
    readonly lines: readonly {
      readonly title: string;
      readonly path: string | null;
      readonly quantity: number;
      readonly price: string;
    }[];
    readonly deliveryDays: number;
    readonly revisions: number;
    readonly questions: string;
  };
  /** Of the brief. */
  readonly answers: readonly string[];
  readonly delivery: string;
  readonly steps: readonly DemoStep[];
}

// tests/unit/content.test.ts holds the file to this type.
export const DEMO_ORDERS = demoOrders as readonly DemoOrder[];
