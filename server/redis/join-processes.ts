import type { Clock } from '../../app/platform/clock.ts';
import type { Log } from '../../app/platform/log.server.ts';
import { openRedis } from './connection.ts';
import { joinSockets } from './join-sockets.ts';
import { SharedRateLimits } from './shared-limits.ts';
import { SharedProcesses } from './shared-processes.ts';

const SHARED_PAGE_MAX_AGE_MS = 60_000;

export async function joinProcesses(url: string, prefix: string, clock: Clock, log: Log) {
  const redis = await openRedis(url, prefix, log);
  return {
    processes: new SharedProcesses(redis),
    limits: new SharedRateLimits(redis, clock),
    sockets: joinSockets(redis, log),
    pageMaxAgeMs: SHARED_PAGE_MAX_AGE_MS,
    isCutOff: () => !redis.isReady,
    close: () => redis.close(),
  };
}
