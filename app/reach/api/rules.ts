import type { RateLimit } from '../../platform/rate-limit.ts';

/** Where the interface lives; a change that breaks a client gets a new number. */
export const API_PATH = '/api/v1';
export const OPENAPI_PATH = '/api/openapi.json';

export const KEY_NAME_MAX_LENGTH = 60;
/** Enough for every program an installation talks to; a list of keys is read whole. */
export const MAX_KEYS = 50;

/** What an address may ask without a key, and what a key may ask. */
export const ANONYMOUS_LIMIT: RateLimit = { name: 'api', burst: 60, perMinute: 60 };
export const KEY_LIMIT: RateLimit = { name: 'api-key', burst: 600, perMinute: 600 };

export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;
