import { formatDay, formatShortDay } from './offer.ts';
import type { Deadline } from './transitions.ts';
import { t } from '../../i18n/translate.ts';

/** The current deadline of an order, shown to both sides. */
export interface OrderDue {
  readonly what: Deadline;
  /** The last day, in the shop's time zone. */
  readonly day: string;
  readonly isLate: boolean;
  /** Soon, so that the team can still do something about it. */
  readonly isAtRisk: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** An order is at risk on the last two days before its deadline. */
export const AT_RISK_MS = 2 * DAY_MS;

/** The shop's own deadlines. The buyer's never count as late. */
export const SHOP_DEADLINES: readonly Deadline[] = ['delivery', 'refund'];

export function isShopLate(due: OrderDue | null): boolean {
  return due !== null && due.isLate && SHOP_DEADLINES.includes(due.what);
}

/** Only the shop's own deadlines are at risk. */
export function isShopAtRisk(due: OrderDue | null): boolean {
  return due !== null && due.isAtRisk && SHOP_DEADLINES.includes(due.what);
}

export function formatDueForBuyer({ what, day, isLate }: OrderDue): string {
  const date = formatDay(day);
  switch (what) {
    case 'payment':
      return t('Pay by {date}. After that, the order is cancelled.', { date });
    case 'delivery':
      return isLate
        ? t('Delivery was due on {date} and is late.', { date })
        : t('Delivery is due by {date}.', { date });
    case 'acceptance':
      return t("If you don't answer, the order is completed automatically after {date}.", {
        date,
      });
    default:
      return isLate
        ? t('Our answer was due on {date} and is late.', { date })
        : t("We'll decide on your refund by {date}.", { date });
  }
}

export function formatDueForTeam({ what, day, isLate }: OrderDue): string {
  const date = formatShortDay(day);
  switch (what) {
    case 'payment':
      return t('Payment due by {date}', { date });
    case 'delivery':
      return isLate
        ? t('Delivery was due on {date}', { date })
        : t('Delivery due by {date}', { date });
    case 'acceptance':
      return t('Completes after {date}', { date });
    default:
      return isLate
        ? t('Refund decision was due on {date}', { date })
        : t('Refund decision due by {date}', { date });
  }
}
