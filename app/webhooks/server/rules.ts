const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const MAX_ENDPOINTS = 20;

export const AT_ONCE = 4;

/** After a crash, another process takes over when the lease ends. */
export const LEASE_MS = 2 * MINUTE_MS;

/** The delays between retries: eight tries in about a day. */
export const RETRY_AFTER_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
];
/** Delays vary by this fraction, so that failed deliveries do not all return at once. */
export const JITTER = 0.2;

/** An endpoint without a success for this long is disabled. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** A replaced secret signs beside the new one for this long. */
export const FORMER_SECRET_MS = DAY_MS;
export const KEEP_MS = 30 * DAY_MS;
export const LOG_SIZE = 25;
