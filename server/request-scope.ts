import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestInfo } from '../app/app-context.ts';
import { QueueFullError, type Asker, type FairQueue } from './fair-queue.ts';
import { RenderTimeoutError } from './render-threads.ts';

interface RequestScope {
  readonly info: RequestInfo;
  /** Set for a request that has waited in the request queue. */
  readonly turn?: Turn;
}

interface Turn {
  readonly asker: Asker;
  readonly signal: AbortSignal;
  readonly stepAside: () => void;
}

/**
 * The current request, in an AsyncLocalStorage: log lines get its id without passing it through all
 * functions. Only `server/` imports this module, so there is one instance.
 */
export const requestScope = new AsyncLocalStorage<RequestScope>();

export function scopeOfLog(): { requestId?: string } {
  const scope = requestScope.getStore();
  return scope ? { requestId: scope.info.id } : {};
}

/**
 * Waits in a separate queue for work in other threads, with the priority of the current request,
 * whose slot in the request queue is released. Outside a request, the work runs at once.
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
