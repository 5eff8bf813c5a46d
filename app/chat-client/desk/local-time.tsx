import { useHydrated } from '../../ui/use-hydrated.ts';

interface LocalTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly say: (time: Date) => string;
  readonly className?: string;
}

/**
 * A time by the clock of whoever reads. The server has written it by its own, which may be another: a page whose
 * text is not the server's is thrown away and made anew.
 */
export function LocalTime({ at, say, className }: LocalTimeProps) {
  const isHere = useHydrated();
  return (
    <time
      // Another element: the text of one whose difference was passed over would stay the server's.
      key={isHere ? 'here' : 'server'}
      suppressHydrationWarning
      dateTime={at}
      className={className}
    >
      {say(new Date(at))}
    </time>
  );
}
