import type { OrderDue } from '../order/order-view.ts';
import { sayDay } from '../wire/offer.ts';

/** What an order waits for, in a sentence for its buyer. */
export function sayDueToBuyer({ what, day, isLate }: OrderDue): string {
  const date = sayDay(day);
  switch (what) {
    case 'payment':
      return `To be paid until ${date}. After that the order is cancelled.`;
    case 'delivery':
      return isLate ? `Delivery was due on ${date}. It is late.` : `Delivery is due until ${date}.`;
    case 'acceptance':
      return `If you do not answer, the order completes by itself after ${date}.`;
    default:
      return isLate
        ? `Our answer was due on ${date}. It is late.`
        : `We answer your refund request until ${date}.`;
  }
}

/** The same for the team. */
export function sayDueToTeam({ what, day, isLate }: OrderDue): string {
  const date = sayDay(day);
  switch (what) {
    case 'payment':
      return `Payment until ${date}`;
    case 'delivery':
      return isLate ? `Delivery was due on ${date}` : `Delivery until ${date}`;
    case 'acceptance':
      return `Completes after ${date}`;
    default:
      return isLate ? `Refund answer was due on ${date}` : `Refund answer until ${date}`;
  }
}
