import type { RequestInfo } from '../app/app-context.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import type { Log } from '../app/platform/log.server.ts';

const SLOW_MS = 1000;

/** Frequent requests of a chat, which would fill the log. */
const OFTEN = /\/(messages|read|availability)$/;

export interface AnsweredRequest {
  readonly info: RequestInfo;
  readonly method: string;
  readonly path: string;
  /** The route's pattern, because a path may contain ids and secrets. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * Logs each request at debug. Writes, refusals and slow requests are logged at info, errors at
 * warn.
 */
export function logRequest(log: Log, { info, method, path, route, status, ms }: AnsweredRequest) {
  const level = levelOf(method, path, route, status, ms);
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      requestId: info.id,
      method,
      route,
      // Unknown paths leave no other trace.
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
  // Refused or throttled clients. A conversation of somebody else answers 404 like a missing one.
  if ([401, 403, 413, 429].includes(status)) return 'info';
  if (status === 404 && /^\/(?:chat|agentchat)\//.test(path)) return 'info';
  if (ms >= SLOW_MS) return 'info';
  if (method === 'GET' || method === 'HEAD') return 'debug';
  return OFTEN.test(route) && status < 400 ? 'debug' : 'info';
}
