import type { StaffedOrder } from './order-view.ts';

export type CalendarSpan = 'month' | 'week';

/** The days of a calendar page, from a Monday to a Sunday. */
export interface CalendarPeriod {
  readonly span: CalendarSpan;
  /** A day of the period that the reader asked for. */
  readonly day: string;
  readonly days: readonly string[];
  readonly previous: string;
  readonly next: string;
}

export interface CalendarDay {
  readonly day: string;
  /** All orders of the day, shown or not. */
  readonly count: number;
  readonly orders: readonly StaffedOrder[];
}

export interface CalendarView {
  readonly period: CalendarPeriod;
  readonly today: string;
  readonly days: readonly CalendarDay[];
  /** The path of the member's calendar file, or null if there is none. */
  readonly feed: string | null;
}
