import { say } from '../../platform/say.ts';
import { dayOf, startOfDay } from '../../platform/weekly-hours.ts';

/** The predefined periods. `days` includes today. */
export const PRESETS = [
  { name: 'today', label: 'Today', days: 1 },
  { name: '7', label: '7 days', days: 7 },
  { name: '30', label: '30 days', days: 30 },
  { name: '90', label: '90 days', days: 90 },
] as const;

export type PresetName = (typeof PRESETS)[number]['name'];

export const LONGEST_PERIOD_DAYS = 366;

/** Whole days in the support team's time zone. */
export interface Period {
  readonly preset: PresetName | 'custom';
  /** The first and last day, both inclusive, such as 2026-11-21. */
  readonly from: string;
  readonly to: string;
  /** The error in the days of the URL. The period then falls back to the last 30 days. */
  readonly problem?: string;
  readonly typed?: { readonly from: string; readonly to: string };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads the period from a URL (`?period=7`, `?from=2026-11-01&to=2026-11-21`). */
export function readPeriod(query: URLSearchParams, timeZone: string, now: Date): Period {
  const today = dayOf(timeZone, now);
  const from = query.get('from');
  const to = query.get('to');
  if (from || to) {
    const problem = problemOf(from ?? '', to ?? '', today);
    if (problem) {
      const typed = { from: from ?? '', to: to ?? '' };
      return { ...lastDays(today, '30', 30), problem, typed };
    }
    return { preset: 'custom', from: from ?? '', to: to ?? '' };
  }
  const preset = PRESETS.find(({ name }) => name === query.get('period')) ?? PRESETS[2];
  return lastDays(today, preset.name, preset.days);
}

export function boundsOf(
  { from, to }: Pick<Period, 'from' | 'to'>,
  timeZone: string,
): { from: Date; to: Date } {
  return {
    from: new Date(startOfDay(timeZone, from)),
    to: new Date(startOfDay(timeZone, addDays(to, 1))),
  };
}

/** Returns every day of the period, so that a chart has no gaps. */
export function daysOf({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function lastDays(today: string, preset: PresetName, days: number): Period {
  return { preset, from: addDays(today, 1 - days), to: today };
}

function problemOf(from: string, to: string, today: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return say('Please choose the first and the last day.');
  if (from > to) return say('The first day must not be after the last day.');
  if (from > today) return say('The first day must not be in the future.');
  if (addDays(from, LONGEST_PERIOD_DAYS) <= to) {
    return say('Please choose at most {longestPeriodDays} days.', {
      longestPeriodDays: LONGEST_PERIOD_DAYS,
    });
  }
  return undefined;
}

/** '2026-02-30' has the form of a day but does not exist. */
function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '2000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
