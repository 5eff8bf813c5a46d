import type { Server as HttpServer } from 'node:http';
import type { ChatHost } from '../app/chat/server/chat-host.server.ts';
import { drainQueue } from '../app/chat/server/assignment/drain-queue.server.ts';
import { readPlaces } from '../app/chat/server/assignment/queue.server.ts';
import { change } from '../app/platform/change/change.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { Auth } from '../app/accounts/server/sign-in/auth.server.ts';
import { renewPresence } from '../app/accounts/server/members/presence.server.ts';
import type { Caches } from './caches.ts';
import type { Cluster } from './cluster.ts';
import { createDeskNews } from './desk-news.ts';
import type { Metrics } from './metrics.ts';
import { createQueueNews } from './queue-news.ts';
import { openRealtime } from './realtime.ts';

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
  const host = Promise.withResolvers<ChatHost>();
  const availabilityChanged = createDeskNews(caches.availability, processes);
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
      welcomeAgents(agentIds).catch((error: unknown) => log.error({ err: error }, 'Presence'));
    },
  });
  const queueChanged = createQueueNews({
    readPlaces: () => readPlaces(db),
    tellPlaces: (places) => realtime.tellPlaces(places),
    processes,
    log,
  });

  async function welcomeAgents(agentIds: readonly string[]): Promise<void> {
    const house = await host.promise;
    await change(house, undefined, (tx) => renewPresence(tx, agentIds));
    realtime.chat.deskChanged();
    await drainQueue(house);
  }
  return { realtime, availabilityChanged, hostIs: host.resolve };
}
