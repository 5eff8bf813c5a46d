/**
 * The source of the current time. It is injected, so that tests set the time instead of sleeping.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
