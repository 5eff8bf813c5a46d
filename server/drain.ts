import type { Server } from 'node:http';
import { whenAnswered } from './when-answered.ts';

/** Closes a server's connections without failing any request. */
export interface Drain {
  begin(): void;
  stopAccepting(): void;
  finished(): Promise<void>;
}

/** The interval at which idle keep-alive connections are closed during shutdown. */
const SWEEP_MS = 50;

/** Counts the requests of a server from its start, so that it can shut down between two of them. */
export function watchRequests(http: Server): Drain {
  let inProgress = 0;
  let isDraining = false;
  const waiting: (() => void)[] = [];

  http.prependListener('request', (_request, response) => {
    inProgress += 1;
    // The connection ends with this response, so the client's next request reaches another process.
    if (isDraining) response.shouldKeepAlive = false;
    whenAnswered(response, () => {
      inProgress -= 1;
      if (inProgress === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });

  return {
    begin() {
      isDraining = true;
    },
    stopAccepting() {
      http.close();
      // Responses that began before the drain left their connections open.
      const prune = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
      http.once('close', () => clearInterval(prune));
      prune.unref();
    },
    finished() {
      return inProgress === 0
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push(resolve));
    },
  };
}
