import { dateFormat } from '../../platform/formats.ts';
import { say } from '../../platform/say.ts';
import { formatClock } from '../times.ts';

/** A time to come back at, as the menu offers it. */
export interface SnoozeTime {
  readonly name: string;
  readonly until: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const MORNING = 9;
/** The same in the name of a preset, which needs no second time beside it then. */
const MORNING_CALLED = '9:00';
const MONDAY = 1;
const WEEK_DAYS = 7;

/** The presets of the moment, in the time of whoever snoozes. */
export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  const tomorrow = morningIn(now, 1);
  // On a Sunday both would be the same morning.
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

/** What a field for date and time holds, such as '2026-06-12T09:00', in the browser's own time. */
export function toFieldTime(time: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The time that such a field names; undefined while it names none. */
export function fromFieldTime(text: string): Date | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const DAY = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' });

/** 'Mon, Jun 15, 9:00'. */
export const sayUntil = (until: Date): string => `${DAY.format(until)}, ${formatClock(until)}`;

/** Beside the name of a preset: 'Mon, Jun 15' where the name says the time of day itself. */
export const sayPreset = ({ name, until }: SnoozeTime): string =>
  name.includes(MORNING_CALLED) ? DAY.format(until) : sayUntil(until);

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
