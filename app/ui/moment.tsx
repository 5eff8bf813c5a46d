import { dateFormat } from '../platform/formats.ts';
import { say } from '../platform/say.ts';
import { useEffect, useState } from 'react';

/** UTC and English, so that server and browser write the same text at first. */
const DAY_IN_UTC = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const CLOCK_IN_UTC = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }, 'en-GB');

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
}

/**
 * When something happened, to the minute: 'Nov 21, 2026, 10:15 UTC' as the page comes, and in the
 * browser by its reader's clock, 'today, 10:15' or 'Nov 3, 22:40'.
 */
export function Moment({ at }: MomentProps) {
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => setLocal(sayMoment(new Date(at), new Date())), [at]);
  const date = new Date(at);
  const inUtc = `${DAY_IN_UTC.format(date)}, ${CLOCK_IN_UTC.format(date)} UTC`;
  return (
    <time dateTime={at} title={inUtc} className="tabular-nums">
      {local ?? inUtc}
    </time>
  );
}

/** A day of 24 hours, without a leading zero, as everywhere on the desk. */
const CLOCK = dateFormat({ hour: 'numeric', minute: '2-digit' }, 'en-GB');
const THIS_YEAR = dateFormat({ month: 'short', day: 'numeric' });
const ANY_YEAR = dateFormat({ dateStyle: 'medium' });

/** By the clock of whoever reads; the year where it is another than `now`. */
export function sayMoment(date: Date, now: Date): string {
  return `${sayDay(date, now)}, ${CLOCK.format(date)}`;
}

function sayDay(date: Date, now: Date): string {
  const before = new Date(now);
  before.setDate(now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return say('today');
  if (date.toDateString() === before.toDateString()) return say('yesterday');
  return (date.getFullYear() === now.getFullYear() ? THIS_YEAR : ANY_YEAR).format(date);
}
