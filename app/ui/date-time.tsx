import { t } from '../i18n/translate.ts';
import { dateFormat, DAY_IN_UTC, formatClock, formatInUtc } from '../platform/formats.ts';
import { useEffect, useState } from 'react';

interface DateTimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** Shows a date such as 'Nov 21, 2026'. */
export function DateTime({ at }: DateTimeProps) {
  return (
    <time dateTime={at} className="tabular-nums">
      {DAY_IN_UTC.format(new Date(at))}
    </time>
  );
}

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Shows a time to the minute: 'Nov 21, 2026, 10:15 UTC' in the server's HTML, then in the reader's time zone,
 * such as 'today, 10:15' or 'Nov 3, 22:40'.
 */
export function Moment({ at }: MomentProps) {
  return (
    <time dateTime={at} title={formatInUtc(new Date(at))} className="tabular-nums">
      {useMoment(at)}
    </time>
  );
}

/** The text of {@link Moment}, for example for an accessible name. */
export function useMoment(at: string): string {
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => setLocal(formatMoment(new Date(at), new Date())), [at]);
  return local ?? formatInUtc(new Date(at));
}

const THIS_YEAR = dateFormat({ month: 'short', day: 'numeric' });

const ANY_YEAR = dateFormat({ dateStyle: 'medium' });

/** Uses the reader's time zone. The year is shown if it differs from that of `now`. */
export function formatMoment(date: Date, now: Date): string {
  return t('{day}, {time}', { day: formatDay(date, now), time: formatClock(date) });
}

function formatDay(date: Date, now: Date): string {
  const before = new Date(now);
  before.setDate(now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return t('today');
  if (date.toDateString() === before.toDateString()) return t('yesterday');
  return (date.getFullYear() === now.getFullYear() ? THIS_YEAR : ANY_YEAR).format(date);
}
