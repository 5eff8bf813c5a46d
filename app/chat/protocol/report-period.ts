import { addDays } from '../../platform/day.ts';
import { isDay } from '../../platform/day.ts';
import { t, msg } from '../../i18n/translate.ts';
import { dayOf, startOfDay } from '../../platform/weekly-hours.ts';

/** The predefined periods. All end today. */
export const PRESETS = [
  { name: 'today', label: msg('Today'), firstDay: (today: string) => today },
  { name: '7', label: msg('7 days'), firstDay: (today: string) => addDays(today, -6) },
  { name: '30', label: msg('30 days'), firstDay: (today: string) => addDays(today, -29) },
  { name: '90', label: msg('90 days'), firstDay: (today: string) => addDays(today, -89) },
  // Whole months, so that a chart by month has no part of a month at its beginning.
  {
    name: '12-months',
    label: msg('12 months'),
    firstDay: (today: string) => addMonths(firstOfMonth(today), -11),
  },
  { name: 'month', label: msg('This month'), firstDay: firstOfMonth },
  {
    name: 'quarter',
    label: msg('This quarter'),
    firstDay: (today: string) =>
      addMonths(firstOfMonth(today), -((Number(today.slice(5, 7)) - 1) % 3)),
  },
  {
    name: 'year',
    label: msg('This year'),
    firstDay: (today: string) => `${today.slice(0, 4)}-01-01`,
  },
] as const;

const USUAL_PRESET = PRESETS[2];

type PresetName = (typeof PRESETS)[number]['name'];

const LONGEST_PERIOD_DAYS = 366;

/** The first and last day, both inclusive, such as 2026-11-21. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Whole days in the support team's time zone. */
export interface Period extends Days {
  readonly preset: PresetName | 'custom';
  /** The error in the days of the URL. The period then falls back to the last 30 days. */
  readonly problem?: string;
  readonly typed?: Days;
}

/** Reads the period from a URL (`?period=7`, `?from=2026-11-01&to=2026-11-21`). */
export function readPeriod(query: URLSearchParams, timeZone: string, now: Date): Period {
  const today = dayOf(timeZone, now);
  const from = query.get('from');
  const to = query.get('to');
  if (from || to) {
    const problem = problemOf(from ?? '', to ?? '', today);
    if (problem) {
      const typed = { from: from ?? '', to: to ?? '' };
      return { ...untilToday(today, USUAL_PRESET), problem, typed };
    }
    return { preset: 'custom', from: from ?? '', to: to ?? '' };
  }
  const preset = PRESETS.find(({ name }) => name === query.get('period')) ?? USUAL_PRESET;
  return untilToday(today, preset);
}

export const COMPARISONS = ['previous', 'year'] as const;

export type Comparison = (typeof COMPARISONS)[number];

export function readComparison(query: URLSearchParams): Comparison {
  return query.get('compare') === 'year' ? 'year' : 'previous';
}

/** Returns the days before the period, as many as it has, or the same days of the year before. */
export function daysBefore(period: Days, comparison: Comparison): Days {
  if (comparison === 'year') {
    return { from: addMonths(period.from, -12), to: addMonths(period.to, -12) };
  }
  return { from: addDays(period.from, -daysOf(period).length), to: addDays(period.from, -1) };
}

export function boundsOf({ from, to }: Days, timeZone: string): { from: Date; to: Date } {
  return {
    from: new Date(startOfDay(timeZone, from)),
    to: new Date(startOfDay(timeZone, addDays(to, 1))),
  };
}

/** Returns every day of the period, so that a chart has no gaps. */
export function daysOf({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A month without that day has its last day instead. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function untilToday(today: string, { name, firstDay }: (typeof PRESETS)[number]): Period {
  return { preset: name, from: firstDay(today), to: today };
}

function problemOf(from: string, to: string, today: string): string | undefined {
  if (!isReportDay(from) || !isReportDay(to)) return t('Choose the first and last day.');
  if (from > to) return t("The first day can't be after the last day.");
  if (from > today) return t("The first day can't be in the future.");
  if (addDays(from, LONGEST_PERIOD_DAYS) <= to) {
    return t('Choose a period of at most {days, plural, one {# day} other {# days}}.', {
      days: LONGEST_PERIOD_DAYS,
    });
  }
  return undefined;
}

function isReportDay(text: string): boolean {
  return isDay(text) && text >= '2000';
}
