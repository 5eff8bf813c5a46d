import { rolesThatMay } from '../../team/members/permissions.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Who is told of visitors that nobody has yet. */
export const QUEUE_ROLES = rolesThatMay('take-from-queue');
/** Who is told of visitors for whom nobody is there (DECISIONS 31). */
export const UNATTENDED_ROLES = rolesThatMay('reassign-visitors');
/** A message that was read within this time is not worth a push. */
export const PUSH_AFTER_MS = 20 * SECOND_MS;
/** What follows in the same conversation waits so long for its push: a phone should not rattle. */
export const PUSH_AGAIN_AFTER_MS = 2 * MINUTE_MS;
/** A process that takes a push has so long; if it dies meanwhile, another one sends it. */
export const PUSH_LEASE_MS = MINUTE_MS;
/** The wait after each failed try. */
export const PUSH_RETRY_AFTER_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
];
/** So long a push service keeps what a device that is switched off has not fetched. */
export const PUSH_TTL_SECONDS = 4 * 60 * 60;
/** To so many devices at the same time by one process, one to each. */
export const PUSHES_AT_ONCE = 8;
/** How long it is shown what could not be pushed. */
export const PUSHES_KEPT_MS = 30 * DAY_MS;

export const MAX_DEVICES = 10;
/** Addresses of push services carry long tokens. */
export const ENDPOINT_MAX_LENGTH = 1000;
/** On a locked screen: enough to know what it is about. */
export const PREVIEW_LENGTH = 90;

/** How often unread conversations are mailed. */
export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];
/** On the clock of SUPPORT_TIMEZONE. */
export const DAILY_DIGEST_HOUR = 8;
/** More would be a list nobody reads; the rest is a number. */
export const DIGEST_LINES = 20;
/** So many are written and sent at the same time by one process. */
export const DIGESTS_AT_ONCE = 4;
/** The waits after failed tries. */
export const DIGEST_RETRY_AFTER_MS: readonly number[] = [2, 10, 30].map((n) => n * MINUTE_MS);
/** How long it is remembered that a period had its mail. */
export const DIGESTS_KEPT_MS = 30 * DAY_MS;
