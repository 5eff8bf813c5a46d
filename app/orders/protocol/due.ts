import { formatDay, formatShortDay } from './offer.ts';
import type { Deadline } from './transitions.ts';
import { t } from '../../i18n/translate.ts';

/** The current deadline of an order, shown to both sides. */
export interface OrderDue {
  readonly what: Deadline;
  /** The last day, in the shop's time zone. */
  readonly day: string;
  readonly isLate: boolean;
}

/** The shop's own deadlines. The buyer's never count as late. */
export const SHOP_DEADLINES: readonly Deadline[] = ['delivery', 'refund'];

export function isShopLate(due: OrderDue | null): boolean {
  return due !== null && due.isLate && SHOP_DEADLINES.includes(due.what);
}

export function formatDueForBuyer({ what, day, isLate }: OrderDue): string {
  const date = formatDay(day);
  switch (what) {
    case 'payment':
      return t('To be paid by {date}. After that the order is cancelled.', { date });
    case 'delivery':
      return isLate
        ? t('Delivery was due on {date}. It is late.', { date })
        : t('Delivery is due by {date}.', { date });
    case 'acceptance':
      return t('If you do not answer, the order is completed automatically after {date}.', {
        date,
      });
    default:
      return isLate
        ? t('Our answer was due on {date}. It is late.', { date })
        : t('We decide about your refund by {date}.', { date });
  }
}

export function formatDueForTeam({ what, day, isLate }: OrderDue): string {
  const date = formatShortDay(day);
  switch (what) {
    case 'payment':
      return t('Payment until {date}', { date });
    case 'delivery':
      return isLate
        ? t('Delivery was due on {date}', { date })
        : t('Delivery until {date}', { date });
    case 'acceptance':
      return t('Completes after {date}', { date });
    default:
      return isLate
        ? t('Refund answer was due on {date}', { date })
        : t('Refund answer until {date}', { date });
  }
}
