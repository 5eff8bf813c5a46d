import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestInfo } from '../app/host.ts';

/**
 * The request that the work under way belongs to, however deep it is: log lines get its id from
 * here, so that no use case has to hand it on. Only `server/` loads this file, so there is one.
 */
export const requestScope = new AsyncLocalStorage<RequestInfo>();

/** What every log line of a request carries. */
export function scopeOfLog(): { requestId?: string } {
  const request = requestScope.getStore();
  return request ? { requestId: request.id } : {};
}
