import type { Server as HttpServer } from 'node:http';
import type { ChatContext } from '../app/chat/server/chat-context.server.ts';
import { drainQueue } from '../app/chat/server/assignment/drain-queue.server.ts';
import { readQueuePositions } from '../app/chat/server/assignment/queue.server.ts';
import { change } from '../app/platform/change/change.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { Auth } from '../app/accounts/server/sign-in/auth.server.ts';
import { renewPresence } from '../app/accounts/server/members/availability.server.ts';
import type { Caches } from './caches.ts';
import type { Cluster } from './cluster.ts';
import type { Metrics } from './metrics.ts';
import { createQueueUpdates } from './queue-updates.ts';
import { openRealtime } from './realtime.ts';
import type { Availability } from '../app/chat/protocol/views.ts';
import type { Processes } from '../app/platform/processes.ts';
import type { Remembered } from '../app/platform/remembered.ts';
import { systemTimers, type Timers } from '../app/platform/clock.ts';

/** The other processes get at most five events per second. */
const NOTIFY_EVERY_MS = 200;

interface LiveParts {
  readonly live: LiveSettings;
  /** The settings at start. */
  readonly settings: Settings;
  readonly db: Database;
  readonly auth: Auth;
  readonly cluster: Cluster;
  readonly caches: Pick<Caches, 'availability'>;
  readonly metrics: Metrics;
  readonly log: Log;
}

export function openLive(http: HttpServer, parts: LiveParts) {
  const { live, settings, db, auth, cluster, caches, metrics, log } = parts;
  const { processes } = cluster;
  /** The app context needs these sockets, so handlers of the sockets wait for the context. */
  const appContext = Promise.withResolvers<ChatContext>();
  const availabilityChanged = createAvailabilityUpdates(caches.availability, processes);
  const realtime = openRealtime(http, {
    db,
    auth,
    settings,
    secondFactorFor: () => live.current.secondFactorFor,
    log,
    metrics,
    onQueueChanged: () => queueChanged(),
    others: cluster.sockets,
    onAgentsConnected(agentIds) {
      welcomeAgents(agentIds).catch((error: unknown) =>
        log.error({ err: error }, 'Could not update connected agents'),
      );
    },
  });
  const queueChanged = createQueueUpdates({
    readQueuePositions: () => readQueuePositions(db),
    notifyQueuePositions: (positions) => realtime.notifyQueuePositions(positions),
    processes,
    log,
  });

  async function welcomeAgents(agentIds: readonly string[]): Promise<void> {
    const context = await appContext.promise;
    await change(context, undefined, (tx) => renewPresence(tx, agentIds));
    realtime.chat.deskChanged();
    await drainQueue(context);
  }
  return { realtime, availabilityChanged, resolveChatContext: appContext.resolve };
}

/**
 * Announces that the team's availability may have changed: to this process at once, to the others
 * throttled.
 */
export function createAvailabilityUpdates(
  availability: Pick<Remembered<Availability>, 'forget'>,
  processes: Processes,
  timers: Timers = systemTimers,
): () => void {
  let isPausing = false;
  let isDue = false;
  processes.subscribe('deskChanged', () => availability.forget());
  processes.onMissed(() => availability.forget());

  function notify(): void {
    if (isPausing) {
      isDue = true;
      return;
    }
    isPausing = true;
    isDue = false;
    processes.publish('deskChanged', {});
    timers.after(NOTIFY_EVERY_MS, () => {
      isPausing = false;
      if (isDue) notify();
    });
  }

  return () => {
    availability.forget();
    notify();
  };
}
