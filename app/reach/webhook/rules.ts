const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const MAX_ENDPOINTS = 20;

/** So many at once to one endpoint, from each process. */
export const AT_ONCE = 4;

/** What a process takes is its own for so long; if it dies meanwhile, another one takes it. */
export const LEASE_MS = 2 * MINUTE_MS;

/** The wait after each failed try; eight tries in about a day. */
export const RETRY_AFTER_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
];
/** Waits are up to so much longer or shorter, so that what failed together does not return together. */
export const JITTER = 0.2;

/** An endpoint that has failed for so long without one success is given up. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** A secret that was replaced still signs beside the new one for so long. */
export const FORMER_SECRET_MS = DAY_MS;
/** How long the log of deliveries is kept. */
export const KEEP_MS = 30 * DAY_MS;
/** How many deliveries an endpoint's page shows. */
export const LOG_SIZE = 25;
