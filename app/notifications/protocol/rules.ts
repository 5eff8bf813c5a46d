import { rolesThatMay } from '../../accounts/protocol/permissions.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Members with these roles are notified of unassigned visitors. */
export const QUEUE_ROLES = rolesThatMay('take-from-queue');
/** Members with these roles are notified of visitors for whom no agent is available (rule 136). */
export const UNANSWERED_ROLES = rolesThatMay('reassign-visitors');
/** Messages that are read within this time cause no push. */
export const PUSH_AFTER_MS = 20 * SECOND_MS;
/** Throttles further pushes of the same conversation. */
export const PUSH_AGAIN_AFTER_MS = 2 * MINUTE_MS;
/** The lease of a push job. After a crash, another process takes over when the lease ends. */
export const PUSH_LEASE_MS = MINUTE_MS;
export const PUSH_RETRY_AFTER_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
];
/** The time for which a push service stores an undelivered push. */
export const PUSH_TTL_SECONDS = 4 * 60 * 60;
export const PUSHES_AT_ONCE = 8;
/** The time for which failed pushes are listed. */
export const PUSHES_EXPIRE_AFTER_MS = 30 * DAY_MS;

export const MAX_DEVICES = 10;
export const ENDPOINT_MAX_LENGTH = 1000;
/** Keeps the preview short enough for a lock screen. */
export const PREVIEW_LENGTH = 90;

export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];
/** An hour of the day in SUPPORT_TIMEZONE. */
export const DAILY_DIGEST_HOUR = 8;
/** The email lists this many visitors and counts the others. */
export const DIGEST_LINES = 20;
export const DIGESTS_AT_ONCE = 4;
export const DIGEST_RETRY_AFTER_MS: readonly number[] = [2, 10, 30].map((n) => n * MINUTE_MS);
export const DIGESTS_EXPIRE_AFTER_MS = 30 * DAY_MS;
