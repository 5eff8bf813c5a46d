/** UTC and English, so that server and browser write the same text. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

interface DateTimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** 'Nov 21, 2026'. */
export function DateTime({ at }: DateTimeProps) {
  return (
    <time dateTime={at} className="tabular-nums">
      {DAY.format(new Date(at))}
    </time>
  );
}
