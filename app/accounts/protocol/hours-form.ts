import { t, msg } from '../../i18n/translate.ts';
import { formatOpenings, parseOpenings } from '../../platform/weekly-hours.ts';

// The opening hours as plain form fields: a few pairs of times per day, of which unused ones are empty.

export const WEEK = [
  { day: 1, id: 'mon', name: msg('Monday') },
  { day: 2, id: 'tue', name: msg('Tuesday') },
  { day: 3, id: 'wed', name: msg('Wednesday') },
  { day: 4, id: 'thu', name: msg('Thursday') },
  { day: 5, id: 'fri', name: msg('Friday') },
  { day: 6, id: 'sat', name: msg('Saturday') },
  { day: 0, id: 'sun', name: msg('Sunday') },
] as const;

export type DayId = (typeof WEEK)[number]['id'];

export interface Times {
  readonly from: string;
  readonly to: string;
}

export interface HoursForm {
  readonly isAlways: boolean;
  readonly days: Readonly<Record<DayId, readonly Times[]>>;
}

export const HOURS_FIELD = {
  mode: 'hours',
  from: (day: DayId) => `hours-${day}-from`,
  to: (day: DayId) => `hours-${day}-to`,
} as const;

const NOTHING: Times = { from: '', to: '' };
/** Two pairs allow a break at noon. */
const USUAL_PAIRS = 2;
const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]?\d|2[0-3]):[0-5]\d$/;

/** Converts the setting to form fields; an empty setting means always open. Each day gets an empty pair to spare. */
export function toHoursForm(text: string): HoursForm {
  const openings = (text === '' ? undefined : parseOpenings(text)) ?? [];
  return {
    isAlways: text === '',
    days: daysOf(({ day }) =>
      withSpare(
        openings
          .filter((opening) => opening.day === day)
          .sort((a, b) => a.from - b.from)
          .map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) })),
      ),
    ),
  };
}

export function readHoursForm(form: FormData): HoursForm {
  const textsOf = (name: string) =>
    form.getAll(name).map((value) => (typeof value === 'string' ? value.trim() : ''));
  return {
    isAlways: form.get(HOURS_FIELD.mode) !== 'weekly',
    days: daysOf(({ id }) => {
      const [from, to] = [textsOf(HOURS_FIELD.from(id)), textsOf(HOURS_FIELD.to(id))];
      const count = Math.min(Math.max(from.length, to.length), 24);
      const pairs = Array.from({ length: count }, (_, at) => ({
        from: from[at] ?? '',
        to: to[at] ?? '',
      }));
      return withSpare(pairs.filter((pair) => pair.from !== '' || pair.to !== ''));
    }),
  };
}

export type HoursReading =
  | { readonly text: string }
  /** The error, and its day if the error concerns only one. */
  | { readonly fault: string; readonly day: DayId | undefined };

/** Validates the form and converts it to the setting. */
export function readHours({ isAlways, days }: HoursForm): HoursReading {
  if (isAlways) return { text: '' };
  const parts: string[] = [];
  for (const { id, name } of WEEK) {
    for (const { from, to } of days[id]) {
      if (from === '' && to === '') continue;
      if (from === '' || to === '') {
        return {
          fault: t('{name} needs both a beginning and an end.', { name: t(name) }),
          day: id,
        };
      }
      if (!CLOCK.test(from) || !CLOCK.test(to)) {
        return {
          fault: t('{name} needs times such as 09:00 and 17:30.', { name: t(name) }),
          day: id,
        };
      }
      const isWholeDay = isMidnight(from) && isMidnight(to);
      if (from === to && !isWholeDay) {
        return {
          fault: t('{name} must end at another time than it begins.', { name: t(name) }),
          day: id,
        };
      }
      parts.push(`${id} ${from}-${isWholeDay ? '24:00' : to}`);
    }
  }
  const openings = parts.length === 0 ? undefined : parseOpenings(parts.join(','));
  return openings
    ? { text: formatOpenings(openings) }
    : {
        fault: t('Please enter the hours of one day at least, or choose Always.'),
        day: undefined,
      };
}

function withSpare(pairs: readonly Times[]): readonly Times[] {
  const length = Math.max(USUAL_PAIRS, pairs.length + (pairs.length >= USUAL_PAIRS ? 1 : 0));
  return Array.from({ length }, (_, at) => pairs[at] ?? NOTHING);
}

function daysOf(timesOf: (day: (typeof WEEK)[number]) => readonly Times[]): HoursForm['days'] {
  return Object.fromEntries(WEEK.map((day) => [day.id, timesOf(day)])) as Record<
    DayId,
    readonly Times[]
  >;
}

const isMidnight = (clock: string) => /^0?0:00$/.test(clock);

/** Time fields have no 24:00, so the end of a day is shown as 00:00. */
function clockOf(minutes: number): string {
  const inDay = minutes % DAY_MINUTES;
  const text = (part: number) => String(part).padStart(2, '0');
  return `${text(Math.floor(inDay / 60))}:${text(inDay % 60)}`;
}
