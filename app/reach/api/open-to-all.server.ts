import { findOperations, type FoundOperation } from './find-operation.ts';
import { OPERATIONS } from './operations.server.ts';

/** Any page may read what everybody may: nothing depends on who is signed in, no cookie is looked at. */
export const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

export function isOpenToAll(offered: readonly FoundOperation[]): boolean {
  return offered.every(({ operation }) => operation.scope === undefined);
}

/**
 * The same for a refusal in front of the API: a page of another site that may read the answers of an address
 * reads why it got none, and when to come back.
 */
export function openToAll(pathname: string): Readonly<Record<string, string>> {
  return isOpenToAll(findOperations(OPERATIONS, pathname)) ? OPEN_TO_ALL : {};
}
