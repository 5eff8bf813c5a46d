import { lastDayBefore } from '../../shop-days.ts';
import type { OrderDue } from '../../protocol/due.ts';
import type { OrderState } from '../../protocol/transitions.ts';

interface Dated {
  readonly state: OrderState;
  readonly paymentDueAt: Date;
  readonly deliveryDueAt: Date | null;
  readonly acceptanceDueAt: Date | null;
  readonly refundDueAt: Date | null;
}

/** Returns the deadline that applies in the order's state, or null if there is none. */
export function dueOf(order: Dated, timeZone: string, now: Date): OrderDue | null {
  const [what, at] = clockOf(order);
  if (what === null || at === null) return null;
  return { what, day: lastDayBefore(timeZone, at), isLate: at <= now };
}

function clockOf(order: Dated): readonly [OrderDue['what'] | null, Date | null] {
  switch (order.state) {
    case 'awaiting payment':
      return ['payment', order.paymentDueAt];
    case 'in progress':
    case 'revision requested':
      return ['delivery', order.deliveryDueAt];
    case 'delivered':
      return ['acceptance', order.acceptanceDueAt];
    case 'refund requested':
      return ['refund', order.refundDueAt];
    default:
      return [null, null];
  }
}
