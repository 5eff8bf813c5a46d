import type { RequestInfo } from '../app/host.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import type { Log } from '../app/platform/log.server.ts';

/** A read that takes longer is worth a line. */
const SLOW_MS = 1000;

/** What people who chat do all the time: a line each would be most of the log. */
const OFTEN = /\/(messages|read|availability)$/;

export interface AnsweredRequest {
  readonly info: RequestInfo;
  readonly method: string;
  readonly path: string;
  /** The route's pattern; a path may hold ids and secrets. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * One line for each request at debug. At info those that an operator asks about afterwards: what
 * changed something, what was refused, what was slow; at warn what failed.
 */
export function logRequest(log: Log, { info, method, path, route, status, ms }: AnsweredRequest) {
  const level = levelOf(method, path, route, status, ms);
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      requestId: info.id,
      method,
      route,
      // Of paths no route knows there is no other trace.
      ...(level === 'debug' && !isSecretAddress({ pathname: path, search: '' }) ? { path } : {}),
      status,
      ms: Math.round(ms),
      address: info.address,
      ...(info.who ? { who: info.who } : {}),
    },
    'Request',
  );
}

function levelOf(method: string, path: string, route: string, status: number, ms: number) {
  if (status >= 500) return 'warn';
  // Somebody at a closed door, or too often at an open one. A conversation that is not yours is
  // answered like one that is not there.
  if ([401, 403, 413, 429].includes(status)) return 'info';
  if (status === 404 && /^\/(?:chat|agentchat)\//.test(path)) return 'info';
  if (ms >= SLOW_MS) return 'info';
  if (method === 'GET' || method === 'HEAD') return 'debug';
  return OFTEN.test(route) && status < 400 ? 'debug' : 'info';
}
