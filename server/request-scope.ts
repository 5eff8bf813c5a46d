import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestInfo } from '../app/host.ts';
import { QueueFullError, type Asker, type FairQueue } from './fair-queue.ts';
import { RenderTimeoutError } from './render-threads.ts';

interface RequestScope {
  readonly info: RequestInfo;
  /** Of a request that waited in the queue of requests. */
  readonly turn?: Turn;
}

interface Turn {
  readonly asker: Asker;
  readonly signal: AbortSignal;
  /** Lets the next request begin. */
  readonly stepAside: () => void;
}

/**
 * The request that the work under way belongs to, however deep it is: log lines get its id from
 * here, so that no use case has to hand it on. Only `server/` loads this file, so there is one.
 */
export const requestScope = new AsyncLocalStorage<RequestScope>();

/** What every log line of a request carries. */
export function scopeOfLog(): { requestId?: string } {
  const scope = requestScope.getStore();
  return scope ? { requestId: scope.info.id } : {};
}

/**
 * Waits in a line of its own for work that other threads do: who asked for the request asks for this,
 * and leaves its place on this thread to the next. What no request asked for is done at once.
 */
export async function inLineFor<T>(queue: FairQueue, work: () => Promise<T>): Promise<T> {
  const scope = requestScope.getStore();
  if (!scope?.turn) return work();
  const { asker, signal, stepAside } = scope.turn;
  stepAside();
  // The router renders an error page for a refused page, which would wait for the same thread once more.
  if (scope.info.isBusy) throw new QueueFullError();
  try {
    return await queue.run(asker, signal, work);
  } catch (error) {
    if (error instanceof QueueFullError || error instanceof RenderTimeoutError) {
      scope.info.isBusy = true;
    }
    throw error;
  }
}
