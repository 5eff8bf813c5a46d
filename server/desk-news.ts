import type { Availability } from '../app/chat/protocol/views.ts';
import type { Processes } from '../app/platform/processes.ts';
import type { Remembered } from '../app/platform/remembered.ts';
import { systemTimers, type Timers } from '../app/platform/timers.ts';

/** The other processes get at most five events per second. */
const TELL_EVERY_MS = 200;

/**
 * Announces that the team's availability may have changed: to this process at once, to the others
 * throttled.
 */
export function createDeskNews(
  availability: Pick<Remembered<Availability>, 'forget'>,
  processes: Processes,
  timers: Timers = systemTimers,
): () => void {
  let isPausing = false;
  let isDue = false;
  processes.subscribe('deskChanged', () => availability.forget());
  processes.onMissed(() => availability.forget());

  function tell(): void {
    if (isPausing) {
      isDue = true;
      return;
    }
    isPausing = true;
    isDue = false;
    processes.publish('deskChanged', {});
    timers.after(TELL_EVERY_MS, () => {
      isPausing = false;
      if (isDue) tell();
    });
  }

  return () => {
    availability.forget();
    tell();
  };
}
