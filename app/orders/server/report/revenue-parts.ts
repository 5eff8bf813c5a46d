import { addDays } from '../../../platform/day.ts';
import {
  addMonths,
  daysBefore,
  daysOf,
  firstOfMonth,
  type Comparison,
  type Days,
} from '../../../chat/protocol/report-period.ts';

/** The longest periods that a chart shows by day and by week; longer ones are shown by month. */
const DAYS_BY_DAY = 31;
const DAYS_BY_WEEK = 190;

export type PartLength = 'day' | 'week' | 'month';

export interface RevenueParts {
  readonly length: PartLength;
  /** The first days of the parts, and the day after the last part. */
  readonly now: readonly string[];
  readonly before: readonly string[];
}

/**
 * Splits a period and the one before into the same number of parts. Weeks and months begin on the first day of the period,
 * so that each part is compared with one of the same length.
 */
export function splitIntoParts(period: Days, comparison: Comparison): RevenueParts {
  const days = daysOf(period).length;
  const length = days <= DAYS_BY_DAY ? 'day' : days <= DAYS_BY_WEEK ? 'week' : 'month';
  const startOf = (first: string, index: number) =>
    length === 'month'
      ? addMonths(first, index)
      : addDays(first, index * (length === 'day' ? 1 : 7));
  const now: string[] = [];
  for (let index = 0; startOf(period.from, index) <= period.to; index += 1) {
    now.push(startOf(period.from, index));
  }
  const { from, to } = daysBefore(period, comparison);
  const end = addDays(to, 1);
  // Months differ in length, so the last parts of the period before may be cut or begin after its end.
  const before = now.map((_, index) => {
    const start = startOf(from, index);
    return start < end ? start : end;
  });
  return { length, now: [...now, addDays(period.to, 1)], before: [...before, end] };
}

/** The first days of the twelve months until the month of a day, and of the month after them. */
export function twelveMonthsUntil(day: string): string[] {
  const last = firstOfMonth(day);
  return Array.from({ length: 13 }, (_, index) => addMonths(last, index - 11));
}
