import type { RateLimit } from '../../platform/rate-limit.ts';
import { PROGRAM_MAX_LENGTH } from '../../team/members/program.ts';

/** Where the interface lives; a change that breaks a client gets a new number. */
export const API_PATH = '/api/v1';
export const OPENAPI_PATH = '/api/openapi.json';

export const KEY_NAME_MAX_LENGTH = PROGRAM_MAX_LENGTH;
/** Enough for every program an installation talks to; a list of keys is read whole. */
export const MAX_KEYS = 50;

/** What an address may ask without a key. */
export const ANONYMOUS_LIMIT: RateLimit = { name: 'api', burst: 60, perMinute: 60 };

/** What a key may ask in a minute, where an admin said nothing else, and what they can say at most. */
export const KEY_PER_MINUTE = 600;
export const KEY_PER_MINUTE_MAX = 6000;
export const keyLimit = (perMinute: number): RateLimit => ({
  name: 'api-key',
  burst: perMinute,
  perMinute,
});

/** What writes, or reads everything at once, costs more than a page of a list. */
export const HEAVY_LIMIT: RateLimit = { name: 'api-heavy', burst: 60, perMinute: 60 };

export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;
