import { formatsNow, t } from '../../i18n/translate.ts';

export interface Line {
  readonly key: string;
  readonly writtenAt: Date;
  /** Only lines of the same author are grouped. */
  readonly author: string;
  /** The delivery status. A 'failed' line is never grouped, because it has buttons. */
  readonly status: string | null;
}

/** Separates lines. An item without a time belongs to the day of the line after it. */
export interface Between {
  readonly key: string;
  readonly writtenAt?: Date;
  readonly author?: never;
}

export interface DayRow {
  readonly kind: 'day';
  readonly key: string;
  readonly label: string;
}

/** Name, time and status are shown only under the last line of a group. */
export type Placed<L> = L & { readonly hasMeta: boolean };

/** Messages of one person that are further apart are not grouped. */
const TOGETHER_MS = 5 * 60_000;

/** Inserts a day heading before the first item of each day, unless `hasDays` is false, and groups the lines. */
export function toRows<L extends Line, B extends Between>(
  items: readonly (L | B)[],
  now: Date,
  hasDays = true,
): (DayRow | Placed<L> | B)[] {
  const isLine = (item: L | B | undefined): item is L => item?.author !== undefined;
  const rows: (DayRow | Placed<L> | B)[] = [];
  let undated: B[] = [];
  let day: number | undefined;
  for (const [index, item] of items.entries()) {
    if (item.writtenAt) {
      if (hasDays && dayOf(item.writtenAt) !== day) {
        day = dayOf(item.writtenAt);
        rows.push({ kind: 'day', key: `day-${item.key}`, label: formatDay(item.writtenAt, now) });
      }
      rows.push(...undated);
      undated = [];
    }
    const next = items[index + 1];
    if (isLine(item)) {
      rows.push({ ...item, hasMeta: !isLine(next) || !belongTogether(item, next) });
    } else if (item.writtenAt) rows.push(item);
    else undated.push(item);
  }
  return [...rows, ...undated];
}

const LONG_DATE = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** Returns the heading of a day: 'Today', 'Yesterday' or the weekday with its date (rule 156). */
export function formatDay(time: Date, now: Date): string {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return t('Today');
  return days === 1
    ? t('Yesterday')
    : new Intl.DateTimeFormat(formatsNow(), LONG_DATE).format(time);
}

/** Returns the calendar day in the reader's time zone, as days since 1970; a day may have 23 or 25 hours. */
export function dayOf(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;
}

function belongTogether(one: Line, next: Line): boolean {
  return (
    one.author === next.author &&
    one.status === next.status &&
    one.status !== 'failed' &&
    dayOf(one.writtenAt) === dayOf(next.writtenAt) &&
    next.writtenAt.getTime() - one.writtenAt.getTime() < TOGETHER_MS
  );
}
