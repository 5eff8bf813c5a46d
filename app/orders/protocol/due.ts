import { sayDay, sayShortDay } from './offer.ts';
import { say } from '../../platform/say.ts';

/** The current deadline of an order, shown to both sides. */
export interface OrderDue {
  readonly what: 'payment' | 'delivery' | 'acceptance' | 'refund';
  /** The last day, in the shop's time zone. */
  readonly day: string;
  readonly isLate: boolean;
}

/** Only the shop's own deadlines count as late, never the buyer's. */
export function isShopLate(due: OrderDue | null): boolean {
  return due !== null && due.isLate && (due.what === 'delivery' || due.what === 'refund');
}

export function sayDueToBuyer({ what, day, isLate }: OrderDue): string {
  const date = sayDay(day);
  switch (what) {
    case 'payment':
      return say('To be paid until {date}. After that the order is cancelled.', { date });
    case 'delivery':
      return isLate
        ? say('Delivery was due on {date}. It is late.', { date })
        : say('Delivery is due until {date}.', { date });
    case 'acceptance':
      return say('If you do not answer, the order completes by itself after {date}.', { date });
    default:
      return isLate
        ? say('Our answer was due on {date}. It is late.', { date })
        : say('We answer your refund request until {date}.', { date });
  }
}

export function sayDueToTeam({ what, day, isLate }: OrderDue): string {
  const date = sayShortDay(day);
  switch (what) {
    case 'payment':
      return say('Payment until {date}', { date });
    case 'delivery':
      return isLate
        ? say('Delivery was due on {date}', { date })
        : say('Delivery until {date}', { date });
    case 'acceptance':
      return say('Completes after {date}', { date });
    default:
      return isLate
        ? say('Refund answer was due on {date}', { date })
        : say('Refund answer until {date}', { date });
  }
}
