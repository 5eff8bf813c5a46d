import { dateFormat } from '../../platform/formats.ts';
import { say } from '../../platform/say.ts';
import { formatClock } from '../client/times.ts';

export interface SnoozeTime {
  readonly name: string;
  readonly until: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const MORNING = 9;
/** The same hour in the name of a preset, so that no second time is shown beside it. */
const MORNING_CALLED = '9:00';
const MONDAY = 1;
const WEEK_DAYS = 7;

export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  const tomorrow = morningIn(now, 1);
  // On a Sunday, 'Monday' would equal 'Tomorrow', so it is a week later.
  const toMonday = (MONDAY - now.getDay() + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS;
  const monday = morningIn(now, toMonday === 1 ? toMonday + WEEK_DAYS : toMonday);
  return [
    { name: say('In an hour'), until: new Date(now.getTime() + HOUR_MS) },
    { name: say('In three hours'), until: new Date(now.getTime() + 3 * HOUR_MS) },
    { name: say('Tomorrow, {morningCalled}', { morningCalled: MORNING_CALLED }), until: tomorrow },
    {
      name: `${toMonday === 1 ? say('Monday week') : say('Monday')}, ${MORNING_CALLED}`,
      until: monday,
    },
  ];
}

/** Formats a time for a `datetime-local` input, such as '2026-06-12T09:00', in the browser's time zone. */
export function toFieldTime(time: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** Parses the value of such an input; returns undefined if the value is no valid time. */
export function fromFieldTime(text: string): Date | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const DAY = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' });

/** Returns a text such as 'Mon, Jun 15, 9:00'. */
export const sayUntil = (until: Date): string => `${DAY.format(until)}, ${formatClock(until)}`;

/** Returns only 'Mon, Jun 15' if the preset's name already contains the time of day. */
export const sayPreset = ({ name, until }: SnoozeTime): string =>
  name.includes(MORNING_CALLED) ? DAY.format(until) : sayUntil(until);

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
