import { findOperations, type FoundOperation } from './find-operation.ts';
import { OPERATIONS } from './operations.server.ts';

/** Public data has open CORS headers, because the responses depend on no cookie and no session. */
export const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

export function isOpenToAll(offered: readonly FoundOperation[]): boolean {
  return offered.every(({ operation }) => operation.scope === undefined);
}

/**
 * Returns the CORS headers for an error in front of the API, so that other sites can read the error and
 * Retry-After.
 */
export function openToAll(pathname: string): Readonly<Record<string, string>> {
  return isOpenToAll(findOperations(OPERATIONS, pathname)) ? OPEN_TO_ALL : {};
}
