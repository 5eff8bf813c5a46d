import { formatsNow } from '../platform/say.ts';

/** UTC makes server and browser render the same text. */
const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const;

interface DateTimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** Shows a date such as 'Nov 21, 2026'. */
export function DateTime({ at }: DateTimeProps) {
  return (
    <time dateTime={at} className="tabular-nums">
      {new Intl.DateTimeFormat(formatsNow(), DAY).format(new Date(at))}
    </time>
  );
}
