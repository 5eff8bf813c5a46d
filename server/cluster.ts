import { hash } from 'node:crypto';
import type { Clock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { LocalProcesses, type Processes } from '../app/platform/processes.ts';
import { RateLimiter, type RateLimits } from '../app/platform/rate-limit.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { OtherSockets } from './ask-processes.ts';

export interface Cluster {
  readonly processes: Processes;
  readonly limits: RateLimits;
  readonly sockets: OtherSockets | undefined;
  readonly pageMaxAgeMs: number;
  isCutOff(): boolean;
  close(): void;
}

/** Uses Redis if one is configured; otherwise this process is the only one. */
export async function openCluster(
  db: Database,
  { redisUrl }: Settings,
  clock: Clock,
  log: Log,
): Promise<Cluster> {
  if (!redisUrl) {
    return {
      processes: new LocalProcesses(),
      limits: new RateLimiter(clock),
      sockets: undefined,
      pageMaxAgeMs: Infinity,
      isCutOff: () => false,
      close: () => {},
    };
  }
  // Loaded only with Redis, because these modules are a third of all modules.
  const { joinProcesses } = await import('./redis/join-processes.ts');
  return joinProcesses(redisUrl, await readPrefix(db), clock, log);
}

/** The prefix lets several installations share one Redis. */
export async function readPrefix(db: Database): Promise<string> {
  const secret = await readOrCreateSecret(db, 'redis');
  return `embarka:${hash('sha256', secret).slice(0, 16)}:`;
}
