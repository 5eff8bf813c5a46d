import { dateFormat } from '../platform/formats.ts';
import { useEffect, useState } from 'react';

/** UTC and English, so that server and browser write the same text at first. */
const MINUTE = dateFormat({
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
}

/**
 * When something happened, to the minute: 'Nov 21, 2026, 10:15 AM UTC' as the page comes, and in the
 * browser by its reader's clock, 'today, 10:15 AM' or 'Nov 3, 10:15 AM'.
 */
export function Moment({ at }: MomentProps) {
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => setLocal(sayMoment(new Date(at), new Date())), [at]);
  const inUtc = `${MINUTE.format(new Date(at))} UTC`;
  return (
    <time dateTime={at} title={inUtc} className="tabular-nums">
      {local ?? inUtc}
    </time>
  );
}

const CLOCK = dateFormat({ timeStyle: 'short' });
const THIS_YEAR = dateFormat({ month: 'short', day: 'numeric' });
const ANY_YEAR = dateFormat({ dateStyle: 'medium' });

/** By the clock of whoever reads; the year where it is another than `now`. */
export function sayMoment(date: Date, now: Date): string {
  return `${sayDay(date, now)}, ${CLOCK.format(date)}`;
}

function sayDay(date: Date, now: Date): string {
  const before = new Date(now);
  before.setDate(now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return 'today';
  if (date.toDateString() === before.toDateString()) return 'yesterday';
  return (date.getFullYear() === now.getFullYear() ? THIS_YEAR : ANY_YEAR).format(date);
}
