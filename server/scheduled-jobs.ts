import { join, resolve } from 'node:path';
import type { AppContext } from '../app/app-context.ts';
import { change } from '../app/platform/change/change.server.ts';
import { expireHourly } from '../app/platform/change/expire-hourly.server.ts';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { DiskSpace } from '../app/platform/db/disk-space.server.ts';
import { keepUp } from '../app/platform/db/upkeep.server.ts';
import { forgetMailboxMails } from '../app/platform/email/mailbox-budget.server.ts';
import { pruneMailFolder } from '../app/platform/email/open-mail.server.ts';
import type { ScheduledJob, Expiry } from '../app/platform/module.ts';
import {
  PRESENCE_RENEWAL_MS,
  renewPresence,
} from '../app/accounts/server/members/availability.server.ts';
import type { Cluster } from './cluster.ts';
import type { Realtime } from './realtime.ts';
import { continueRemoval } from '../app/setup-guide/server/remove-demo.server.ts';
import { MODULES, type ModuleContext } from './modules.ts';
import type { Log } from '../app/platform/log.server.ts';
import { inEnglish } from '../app/platform/speech.server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TRACE = { member: undefined, requestId: 'retention' };

export function createScheduledJobs(
  appContext: AppContext,
  realtime: Realtime,
  cluster: Cluster,
  { engine, pool }: OpenDatabase,
): readonly ScheduledJob[] {
  const { clock } = appContext;
  const dataDir = resolve(appContext.settings.dataDir);
  const mailFolder = join(dataDir, 'outbox');
  const diskSpace = new DiskSpace({ pool }, dataDir, appContext.log);
  return [
    { name: 'old mails', everyMs: HOUR_MS, run: () => pruneMailFolder(mailFolder, clock) },
    expireHourly(appContext, 'counted mails', forgetMailboxMails),
    {
      name: 'presence',
      everyMs: PRESENCE_RENEWAL_MS,
      run: () =>
        change(appContext, undefined, (tx) => renewPresence(tx, realtime.connectedAgents())),
    },
    // For changes by another process, or directly in the database.
    { name: 'former listeners', everyMs: 15_000, run: () => realtime.closeFormerListeners() },
    {
      // Without a connection to the others, this process must poll for sockets to close.
      name: 'former listeners while cut off',
      everyMs: 1000,
      run: async () => (cluster.isCutOff() ? realtime.closeFormerListeners() : undefined),
    },
    {
      // Begins a removal that an admin started, and continues one after a restart. Not a job of its module, because
      // it needs all modules.
      name: 'removal of the demo data',
      everyMs: 2 * SECOND_MS,
      run: () => continueRemoval(appContext),
    },
    ...MODULES.flatMap((featureModule) => featureModule.scheduledJobs?.(appContext) ?? []),
    ...createExpiryJobs(appContext),
    ...(engine === 'embedded'
      ? [
          { name: 'database upkeep', everyMs: MINUTE_MS, run: () => keepUp(pool) },
          { name: 'disk space', everyMs: SECOND_MS, run: () => diskSpace.look() },
        ]
      : []),
  ];
}

/** The fractional parts of its multiples are evenly spread for any number of jobs. */
const GOLDEN = 0.618;

/**
 * Runs each scheduled job at its interval, never twice at once; failures are logged and retried at
 * the next interval. The starting times are spread, because simultaneous jobs would block messages
 * on the embedded database. The returned function stops the jobs and waits for running ones.
 */
export function startScheduledJobs(
  scheduledJobs: readonly ScheduledJob[],
  log: Log,
  onFailure: (name: string) => void = () => {},
): () => Promise<void> {
  const inProgress = new Map<ScheduledJob, Promise<unknown>>();
  const timers = new Map<ScheduledJob, ReturnType<typeof setTimeout>>();
  function begin(job: ScheduledJob): void {
    if (inProgress.has(job)) return;
    const run = job
      .run()
      .catch((error: unknown) => {
        log.error({ err: error, job: job.name }, 'A scheduled job failed');
        onFailure(job.name);
      })
      .finally(() => inProgress.delete(job));
    inProgress.set(job, run);
  }
  for (const [index, job] of scheduledJobs.entries()) {
    const first = job.everyMs * (1 - ((index * GOLDEN) % 1) / 2);
    const beginRounds = () => {
      timers.set(
        job,
        setInterval(() => begin(job), job.everyMs),
      );
      begin(job);
    };
    timers.set(job, setTimeout(beginRounds, first));
  }
  return async () => {
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(inProgress.values());
  };
}

/**
 * The scheduled jobs for data with a retention period (RETENTION_… in docs/settings.md). Each batch is
 * claimed, deleted and audited in one transaction, so that several processes share the work and the
 * audit log stays correct.
 */
export function createExpiryJobs(appContext: ModuleContext): readonly ScheduledJob[] {
  return MODULES.flatMap((featureModule) => featureModule.expiries ?? []).map((expiry) => ({
    name: expiry.name,
    everyMs: HOUR_MS,
    async run() {
      // An admin may have changed the period since the last run.
      const days = expiry.days(appContext.settings);
      if (days !== undefined) await expireAll(appContext, days, expiry);
    },
  }));
}

async function expireAll(
  appContext: ModuleContext,
  days: number,
  { name, expire }: Expiry<ModuleContext>,
): Promise<void> {
  const { clock, log } = appContext;
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  for (let isFull = true; isFull;) {
    const batch = await change(appContext, TRACE, async (tx, after) => {
      const expired = await expire(tx, before, appContext);
      if (expired.count > 0) after.audit('data-expired', { detail: expired.detail });
      if (expired.publish) after.hint(expired.publish);
      return expired;
    });
    if (batch.count > 0)
      log.info({ job: name, days, removed: inEnglish(batch.detail) }, 'Expired data deleted');
    isFull = batch.isFull;
  }
}
