/** UTC and English, so that server and browser write the same text. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

interface DateTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly withTime?: boolean;
}

/** 'Nov 21, 2026' or 'Nov 21, 2026, 10:15 AM UTC'. */
export function DateTime({ at, withTime = false }: DateTimeProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} className="tabular-nums">
      {withTime ? `${MINUTE.format(date)} UTC` : DAY.format(date)}
    </time>
  );
}
