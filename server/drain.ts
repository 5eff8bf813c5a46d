import type { Server } from 'node:http';
import { whenAnswered } from './when-answered.ts';

/** How a server of the product lets go of its clients without failing one of them. */
export interface Drain {
  /** Asks every client from now on to use another connection next time. */
  begin(): void;
  /** Takes no new connection. */
  stopAccepting(): void;
  /** Resolves when every request under way has its answer. */
  finished(): Promise<void>;
}

/** A kept-alive connection without a request is closed this often while the server ends. */
const SWEEP_MS = 50;

/** Watches the requests of a server from the start, so that it can end between two of them. */
export function watchRequests(http: Server): Drain {
  let underWay = 0;
  let isDraining = false;
  const waiting: (() => void)[] = [];

  http.prependListener('request', (_request, response) => {
    underWay += 1;
    // The connection ends with this answer: whoever asks next is sent to another process.
    if (isDraining) response.shouldKeepAlive = false;
    whenAnswered(response, () => {
      underWay -= 1;
      if (underWay === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });

  return {
    begin() {
      isDraining = true;
    },
    stopAccepting() {
      http.close();
      // Answers that began before the drain left their connections open.
      const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
      http.once('close', () => clearInterval(sweep));
      sweep.unref();
    },
    finished() {
      return underWay === 0
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push(resolve));
    },
  };
}
