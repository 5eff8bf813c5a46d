import { setImmediate } from 'node:timers/promises';

/** The longest time, in milliseconds, that work may block the event loop. */
const TURN_MS = 5;
/** Reading the time has a cost too, so only every 16th step does it. */
const STEPS = 16;

export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now();
  let step = work.next();
  for (let steps = 1; !step.done; steps += 1) {
    if (steps % STEPS === 0 && performance.now() - since > TURN_MS) {
      // oxlint-disable-next-line no-await-in-loop -- a pause
      await setImmediate();
      since = performance.now();
    }
    step = work.next();
  }
  return step.value;
}
