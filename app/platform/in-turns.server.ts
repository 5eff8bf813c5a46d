import { setImmediate } from 'node:timers/promises';

/** So long a turn of work may take: a message waits for no more. */
const TURN_MS = 5;
/** To ask for the time costs something, too. */
const STEPS = 16;

/** Does long work step by step, and lets everything else go on in between. */
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
