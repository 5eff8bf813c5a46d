import { isDay } from '../../platform/day.ts';
import { t, msg } from '../../i18n/translate.ts';
import { dayOf, startOfDay } from '../../platform/weekly-hours.ts';

/** The measures of a group of conversations. Times are in seconds. */
export interface Measures {
  readonly conversations: number;
  readonly visitorMessages: number;
  readonly teamMessages: number;
  readonly unanswered: number;
  readonly firstResponse: Spread;
  readonly resolution: Spread;
  readonly satisfaction: Satisfaction;
}

/** The sample size, the median and the 90th percentile. */
export interface Spread {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
}

export interface Satisfaction {
  readonly count: number;
  readonly average: number | null;
  /** Ratings with 4 or 5 stars. */
  readonly satisfied: number;
}

export interface Group extends Measures {
  /** A day, an hour, a topic, or the name of an agent or a service. Empty for conversations without any. */
  readonly name: string;
}

export interface Figures {
  readonly total: Measures;
  readonly byDay: readonly Group[];
  readonly byHour: readonly Group[];
  readonly byAgent: readonly Group[];
  readonly byTopic: readonly Group[];
  readonly byService: readonly Group[];
}

export interface Report extends Figures {
  readonly waitingNow: { readonly count: number; readonly longestSeconds: number | null };
  readonly comments: readonly Comment[];
  /** True if medians and percentiles of more than a day are estimates (`distribution.ts`). */
  readonly isEstimate: boolean;
  /** The number of days that are not rolled up yet and are left out. */
  readonly missingDays: number;
}

export interface Comment {
  readonly conversationId: string;
  readonly email: string;
  readonly agentName: string | null;
  readonly score: number;
  readonly comment: string;
  readonly at: string;
}

export const EMPTY: Measures = {
  conversations: 0,
  visitorMessages: 0,
  teamMessages: 0,
  unanswered: 0,
  firstResponse: { count: 0, median: null, p90: null },
  resolution: { count: 0, median: null, p90: null },
  satisfaction: { count: 0, average: null, satisfied: 0 },
};

export const mostFirst = (one: Group, other: Group) =>
  other.conversations - one.conversations || (one.name < other.name ? -1 : 1);

/** The predefined periods. `days` includes today. */
export const PRESETS = [
  { name: 'today', label: msg('Today'), days: 1 },
  { name: '7', label: msg('7 days'), days: 7 },
  { name: '30', label: msg('30 days'), days: 30 },
  { name: '90', label: msg('90 days'), days: 90 },
] as const;

type PresetName = (typeof PRESETS)[number]['name'];

const LONGEST_PERIOD_DAYS = 366;

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
