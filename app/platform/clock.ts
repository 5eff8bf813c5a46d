/**
 * The source of the current time. It is injected, so that tests set the time instead of sleeping.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Schedules delayed work. Injected, so that tests move the time instead of waiting. */
export interface Timers {
  after(ms: number, work: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
