import { t } from '../../../i18n/translate.ts';
import { addDays } from '../../../platform/day.ts';
import type { Deadline } from '../../protocol/transitions.ts';

interface CalendarEvent {
  /** The same for every version of the event, so that calendars replace it. */
  readonly uid: string;
  readonly day: string;
  readonly what: Deadline;
  readonly number: string;
  readonly title: string;
  readonly url: string;
  readonly changedAt: Date;
  readonly sequence: number;
}

/** Lines are folded at this number of octets (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/** Writes an iCalendar file (RFC 5545) with an all-day event for each deadline. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const title = t('{brandName}: orders', { brandName: name });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Embarka//Orders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(title)}`,
    `X-WR-CALNAME:${escapeText(title)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(writeEvent),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function writeEvent({ uid, day, what, number, title, url, changedAt, sequence }: CalendarEvent) {
  const summary =
    what === 'refund'
      ? t('{number}: decide on the refund, {title}', { number, title })
      : t('{number}: deliver {title}', { number, title });
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${formatInstant(changedAt)}`,
    `LAST-MODIFIED:${formatInstant(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    // The end is not included.
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const compact = (day: string) => day.replaceAll('-', '');

function formatInstant(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Control characters are not allowed in a text at all, and a line break would begin another property. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Folds between characters, because a character may have up to four octets. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      // The space at the beginning of the next line counts.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
