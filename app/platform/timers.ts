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
