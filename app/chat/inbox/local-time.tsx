import { useHydrated } from '../../ui/use-hydrated.ts';

interface LocalTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly say: (time: Date) => string;
  readonly className?: string;
}

/**
 * Shows a time in the reader's time zone. The server may have rendered another time zone, and React would
 * discard a page whose text differs from the server's.
 */
export function LocalTime({ at, say, className }: LocalTimeProps) {
  const isHere = useHydrated();
  return (
    <time
      // A new key replaces the element: after a suppressed mismatch React would keep the server's text.
      key={isHere ? 'here' : 'server'}
      suppressHydrationWarning
      dateTime={at}
      className={className}
    >
      {say(new Date(at))}
    </time>
  );
}
