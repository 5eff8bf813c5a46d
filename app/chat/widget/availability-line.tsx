import { useEffect, useState } from 'react';
import { askAvailability } from './ask-availability.ts';

/**
 * Under the button that leads to an agent. Pages are kept for everybody, so it is empty until the
 * browser has asked; its height is there from the start.
 */
export function AvailabilityLine() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    void askAvailability().then((answer) => setOpen(answer?.isOpen ?? false));
  }, []);
  return (
    <p className="mt-4 flex min-h-[22px] items-center justify-center gap-2.5 text-[14px] text-ink-2">
      {isOpen && (
        <>
          <span aria-hidden="true" className="size-2.5 rounded-full bg-online" />
          Online • Ready to help
        </>
      )}
    </p>
  );
}
