import { useEffect, useState } from 'react';
import { deskDotOf, formatUsualWait, isStaffed } from '../protocol/desk-state.ts';
import type { Availability } from '../protocol/views.ts';
import { askAvailability } from './availability.ts';
import { formatsNow, t } from '../../i18n/translate.ts';

interface AvailabilityLineProps {
  readonly withWait?: boolean;
}

/**
 * Shows availability below the button that contacts an agent. Pages are cached for everybody, so the line is
 * empty until the browser has asked. `availability.ts` fills the same elements before hydration. The height
 * is reserved.
 */
export function AvailabilityLine({ withWait = false }: AvailabilityLineProps) {
  const open = useAvailability();
  return (
    <div
      className={`mt-4 text-center text-[14px] text-ink-2 print:hidden ${withWait ? 'min-h-11' : ''}`}
    >
      <p className="flex min-h-[22px] items-center justify-center gap-2.5">
        <span
          data-online
          hidden={open === null}
          suppressHydrationWarning
          className="flex items-center gap-2.5"
        >
          <span
            aria-hidden="true"
            data-dot={open === null ? '' : deskDotOf(open.state)}
            suppressHydrationWarning
            className="size-2.5 rounded-full bg-online data-[dot=away]:bg-away"
          />
          {t('Online • Ready to help')}
        </span>
      </p>
      {withWait && <Usual open={open} />}
    </div>
  );
}

/** Shows only the usual response time. Its height is reserved where cards are side by side. */
export function UsualAnswer() {
  return <Usual open={useAvailability()} className="mt-1.5 text-[14.5px] lg:min-h-[1.5em]" />;
}

function Usual({ open, className }: { open: Availability | null; className?: string }) {
  return (
    <p
      className={className}
      data-usual-answer={t('Usually answers within {time}', { time: '{time}' })}
      suppressHydrationWarning
    >
      {open?.usualMinutes == null ? '' : usualAnswer(open.usualMinutes)}
    </p>
  );
}

/** Returns null until known, and while no agent is available. */
function useAvailability(): Availability | null {
  const [open, setOpen] = useState<Availability | null>(null);
  useEffect(() => {
    void askAvailability().then((answer) => {
      if (answer !== null && isStaffed(answer.state)) setOpen(answer);
    });
  }, []);
  return open;
}

function usualAnswer(minutes: number): string {
  return t('Usually answers within {time}', { time: formatUsualWait(minutes, formatsNow()) });
}
