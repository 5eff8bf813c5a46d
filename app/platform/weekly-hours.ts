export interface WeeklyHours {
  readonly timeZone: string;
  /** An opening that passes midnight is listed under the day on which it begins. */
  readonly openings: readonly Opening[];
}

export interface Opening {
  readonly day: number;
  /** Minutes since midnight. */
  readonly from: number;
  /** More than 1440 for an opening that ends after midnight. */
  readonly to: number;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

const PART = /^([a-z]{3})(?:-([a-z]{3}))?\s+(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/;

export function parseOpenings(text: string): readonly Opening[] | undefined {
  const openings: Opening[] = [];
  for (const part of text.toLowerCase().split(',')) {
    const [, first = '', last = first, ...clock] = PART.exec(part.trim()) ?? [];
    const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = clock.map(Number);
    const from = minutesOf(fromHour, fromMinute);
    const to = minutesOf(toHour, toMinute);
    const days = daysBetween(first, last);
    if (from === undefined || to === undefined || from === to || !days) return undefined;
    // '22:00-02:00' ends on the next day.
    for (const day of days) openings.push({ day, from, to: to > from ? to : to + DAY_MINUTES });
  }
  return openings;
}

/**
 * Formats openings, grouping days with the same hours; {@link parseOpenings} can read the result.
 */
export function formatOpenings(openings: readonly Opening[]): string {
  const days = WEEK.map((day) =>
    openings
      .filter((opening) => opening.day === day)
      .sort((a, b) => a.from - b.from || a.to - b.to)
      .map(
        ({ from, to }) => `${clockOf(from)}-${clockOf(to > DAY_MINUTES ? to - DAY_MINUTES : to)}`,
      ),
  );
  const parts: string[] = [];
  for (let first = 0, last = 0; first < days.length; first = last + 1) {
    const hours = days[first] ?? [];
    last = first;
    while (last + 1 < days.length && days[last + 1]?.join() === hours.join()) last += 1;
    const name = first === last ? nameOf(first) : `${nameOf(first)}-${nameOf(last)}`;
    parts.push(...hours.map((times) => `${name} ${times}`));
  }
  return parts.join(', ');
}

export function isWithin(hours: WeeklyHours, time: Date): boolean {
  const { day, minutes } = localTime(hours.timeZone, time);
  return hours.openings.some(
    (opening) =>
      (opening.day === day && minutes >= opening.from && minutes < opening.to) ||
      ((opening.day + 1) % 7 === day && minutes + DAY_MINUTES < opening.to),
  );
}

export function nextOpening(hours: WeeklyHours, time: Date): Date {
  const now = localTime(hours.timeZone, time);
  const candidates = hours.openings.map((opening) => {
    const minutesAhead =
      ((opening.day - now.day + 7) % 7) * DAY_MINUTES + opening.from - now.minutes;
    const ahead = minutesAhead > 0 ? minutesAhead : minutesAhead + 7 * DAY_MINUTES;
    const guess = new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS + ahead * MINUTE_MS);
    // Daylight saving time may change in between, so the result is corrected by the wall clock.
    const shown = localTime(hours.timeZone, guess);
    const off = (shown.day - opening.day) * DAY_MINUTES + shown.minutes - opening.from;
    const week = 7 * DAY_MINUTES;
    const drift = ((off + week / 2 + week) % week) - week / 2;
    return guess.getTime() - drift * MINUTE_MS;
  });
  return new Date(Math.min(...candidates));
}

/** Returns the next moment at which {@link isWithin} may change. */
export function nextTurn(hours: WeeklyHours, time: Date): Date {
  if (!isWithin(hours, time)) return nextOpening(hours, time);
  const [now] = openingsBetween(hours, time, new Date(time.getTime() + 1));
  return new Date(now?.to ?? time);
}

export function openingsBetween(
  hours: WeeklyHours,
  from: Date,
  to: Date,
): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  // Begins earlier for openings that pass midnight, and ends later for zones ahead of UTC.
  for (let at = from.getTime() - 2 * DAY_MS; at <= to.getTime() + DAY_MS; at += DAY_MS) {
    const date = new Date(at);
    for (const opening of hours.openings.filter(({ day }) => day === date.getUTCDay())) {
      const day = date.toISOString().slice(0, 10);
      const begin = instantOf(hours.timeZone, day, opening.from);
      const end = instantOf(hours.timeZone, day, opening.to);
      if (end > from.getTime() && begin < to.getTime()) found.push({ from: begin, to: end });
    }
  }
  found.sort((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const opening of found) {
    const last = merged.at(-1);
    if (last && opening.from <= last.to) last.to = Math.max(last.to, opening.to);
    else merged.push({ ...opening });
  }
  return merged;
}

/**
 * Returns the first instant at which clocks show this many minutes after midnight. If daylight
 * saving time skips that time, returns the instant as if clocks had not changed yet.
 */
export function instantOf(timeZone: string, day: string, minutes: number): number {
  const { shown, between } = instantsOf(timeZone, day, minutes);
  return shown ?? between.to;
}

/**
 * Returns the first instant of a day, which is not midnight where daylight saving time skips
 * midnight.
 */
export function startOfDay(timeZone: string, day: string): number {
  const { shown, between } = instantsOf(timeZone, day, 0);
  if (shown !== undefined) return shown;
  // Midnight is skipped, so the day begins at the clock change, found by bisection.
  let { from, to } = between;
  while (to - from > MINUTE_MS) {
    const middle = from + Math.floor((to - from) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayOf(timeZone, new Date(middle)) >= day) to = middle;
    else from = middle;
  }
  return to;
}

function instantsOf(timeZone: string, day: string, minutes: number) {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  // No zone is more than a day from UTC, and none changes its clocks twice in two days.
  const offsets = [-DAY_MS, DAY_MS].map(
    (away) => wallClock(timeZone, wanted + away) - (wanted + away),
  );
  const possible = offsets.map((offset) => wanted - offset).sort((one, other) => one - other);
  const [from = wanted, to = wanted] = possible;
  const shown = possible.find((instant) => wallClock(timeZone, instant) === wanted);
  return { shown, between: { from, to } };
}

function wallClock(timeZone: string, instant: number): number {
  const { date, minutes } = localTime(timeZone, new Date(instant));
  return Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS;
}

/** Returns the local day of an instant, as 2026-11-21. */
export function dayOf(timeZone: string, time: Date): string {
  return localTime(timeZone, time).date;
}

function minutesOf(hour: number, minute: number): number | undefined {
  const minutes = hour * 60 + minute;
  return minute < 60 && minutes <= DAY_MINUTES ? minutes : undefined;
}

function clockOf(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function nameOf(position: number): string {
  const name = DAYS[WEEK[position] ?? 0];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function daysBetween(first: string, last: string): number[] | undefined {
  const from = DAYS.findIndex((name) => name === first);
  const to = DAYS.findIndex((name) => name === last);
  if (from === -1 || to === -1) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

interface LocalTime {
  readonly date: string;
  readonly day: number;
  readonly minutes: number;
}

function localTime(timeZone: string, time: Date): LocalTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const day = DAYS.findIndex((name) => name === parts.weekday?.toLowerCase());
  const date = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
  return { date, day, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
}

let formatter: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

/**
 * A cache of one: creating a formatter is a hundred times slower than using it, and an installation
 * has one time zone.
 */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  if (formatter?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    formatter = { timeZone, format };
  }
  return formatter.format;
}
