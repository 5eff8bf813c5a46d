import { hash } from 'node:crypto';
import type { Clock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { LocalProcesses, type Processes } from '../app/platform/processes.ts';
import { RateLimiter, type RateLimits } from '../app/platform/rate-limit.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { OtherSockets } from './ask-processes.ts';

/** What joins this process to the others of its installation, or makes do without. */
export interface Cluster {
  readonly processes: Processes;
  readonly limits: RateLimits;
  /** Undefined for a process that is the only one. */
  readonly sockets: OtherSockets | undefined;
  readonly pageMaxAgeMs: number;
  /** True while the other processes cannot be told anything. */
  isCutOff(): boolean;
  close(): void;
}

/** Joins the other processes through Redis where one is set; otherwise this process is the only one. */
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
  // A third of all modules: loaded where there is a Redis.
  const { joinProcesses } = await import('./redis/join-processes.ts');
  return joinProcesses(redisUrl, await readPrefix(db), clock, log);
}

/** Several installations may share one Redis: none of them hears another. */
export async function readPrefix(db: Database): Promise<string> {
  const secret = await readOrCreateSecret(db, 'redis');
  return `embarka:${hash('sha256', secret).slice(0, 16)}:`;
}
