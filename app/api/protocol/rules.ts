import type { RateLimit } from '../../platform/rate-limit.ts';
import { PROGRAM_MAX_LENGTH } from '../../accounts/protocol/program.ts';

/** A breaking change gets a new version number. */
export const API_PATH = '/api/v1';
export const OPENAPI_PATH = '/api/openapi.json';

export const KEY_NAME_MAX_LENGTH = PROGRAM_MAX_LENGTH;
/** The list of keys is read without paging. */
export const MAX_KEYS = 50;

/** The limit per IP address without a key. */
export const ANONYMOUS_LIMIT: RateLimit = { name: 'api', burst: 60, perMinute: 60 };

/** The default limit of a key, and the maximum that an admin can set. */
export const KEY_PER_MINUTE = 600;
export const KEY_PER_MINUTE_MAX = 6000;
export const keyLimit = (perMinute: number): RateLimit => ({
  name: 'api-key',
  burst: perMinute,
  perMinute,
});

/** Writing and bulk operations cost more than a page of a list. */
export const HEAVY_LIMIT: RateLimit = { name: 'api-heavy', burst: 60, perMinute: 60 };

export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;
