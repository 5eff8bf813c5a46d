import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Host } from '../app/host.ts';
import type { ChatHost } from '../app/conversation/chat-host.server.ts';
import { rememberAvailability } from '../app/conversation/read/read-desk.server.ts';
import { drainQueue } from '../app/conversation/hold/drain-queue.server.ts';
import { readBacklog } from '../app/conversation/read/read-backlog.server.ts';
import { Captcha } from '../app/platform/captcha.server.ts';
import { systemClock } from '../app/platform/clock.ts';
import { createLog } from '../app/platform/log.server.ts';
import { openMail, openMailTransport } from '../app/platform/mail/open-mail.server.ts';
import { ROOT_FOLDER } from '../app/platform/root-folder.server.ts';
import { createSeal } from '../app/platform/seal.server.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import { KeptAnswers } from '../app/reach/api/kept-answers.server.ts';
import { rememberRatings } from '../app/reviews/read-rating-summaries.server.ts';
import { renewPresence } from '../app/team/members/presence.server.ts';
import { announce } from './announce.ts';
import { drawAssets, loadAssets } from './assets.ts';
import { compressWhenIdle } from './compress-when-idle.ts';
import { choresOf } from './chores.ts';
import { createProxyTrust, isLoopback } from './client-address.ts';
import { openCluster } from './cluster.ts';
import { openControl } from './control.ts';
import { createDeskNews } from './desk-news.ts';
import { watchRequests } from './drain.ts';
import { Health } from './health.ts';
import { keepHouse } from './housekeeping.ts';
import { createHttpServer, unlessAnswered } from './http-server.ts';
import { KeptPages } from './kept-pages.ts';
import { Metrics } from './metrics.ts';
import { openInstallation } from './open-installation.ts';
import { openOutbox } from './open-outbox.ts';
import { openPages } from './pages.ts';
import { takePort } from './take-port.ts';
import { openRealtime } from './realtime.ts';
import { FairQueue, limitsOfLine } from './fair-queue.ts';
import { createRequestListener } from './request-listener.ts';
import { RENDER_THREADS, RenderThreads } from './render-threads.ts';
import { inLineFor, scopeOfLog } from './request-scope.ts';
import { openRooms, ROOMS } from './rooms.ts';

const SETTINGS_ROUND_MS = 3000;
/** Files, names and compression share the four threads that hash passwords; the processors are shared by all. */
const HASHES_AT_ONCE = availableParallelism() > 3 ? 2 : 1;

export interface RunningServer {
  readonly port: number;
  /**
   * Ends without failing anybody: not ready any more, new connections for `graceMs` longer, the
   * requests under way, then the sockets, the chores, the mails, the database.
   */
  close(graceMs?: number): Promise<void>;
}

/** Opens everything in order, listens, and prints where. */
export async function start(live: LiveSettings, isDevelopment: boolean): Promise<RunningServer> {
  // As set at start: what is used below cannot be changed while the process runs.
  const settings = live.current;
  const log = createLog(settings.logLevel, { scope: scopeOfLog });
  const dataDir = resolve(settings.dataDir);
  const isProxy = createProxyTrust(settings.trustedProxies);
  const http = createHttpServer({
    isProxy: (address) => isProxy(address) || isLoopback(address),
  });
  const port = await takePort(http, settings);
  const clock = systemClock;
  const hashQueue = new FairQueue(limitsOfLine(HASHES_AT_ONCE, 32));
  const { database, auth, offerWaysIn } = await openInstallation(settings, log, (work) =>
    inLineFor(hashQueue, work),
  );
  const { db } = database;
  await live.reload(db, log);
  const waysIn = await offerWaysIn();
  const cluster = await openCluster(db, settings, clock, log);
  const { processes } = cluster;
  const pages = new KeptPages({ clock, maxAgeMs: cluster.pageMaxAgeMs });
  const ratings = rememberRatings(db, clock, cluster.pageMaxAgeMs);
  const answers = new KeptAnswers(clock, cluster.pageMaxAgeMs);
  const availability = rememberAvailability(db, clock, () => live.current.chatHours);
  const dropAll = () => {
    ratings.forget();
    answers.drop();
    pages.dropAll();
  };
  const health = new Health(database.pool);
  const metrics = new Metrics({ pool: database.pool, pages, readBacklog: () => readBacklog(db) });
  const queue = new FairQueue();
  const renderThreads = new RenderThreads();
  const renderQueue = new FairQueue(limitsOfLine(RENDER_THREADS, 64));
  const mailTransport = openMailTransport(
    settings,
    () => live.current.mailFrom,
    dataDir,
    log,
    (outcome) => metrics.mailHandled(outcome),
  );
  const reportFault = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const refreshSettings = async () => {
    if (!(await live.reload(db, log))) return;
    // After the reading: what is rendered meanwhile is not kept.
    dropAll();
    availability.forget();
  };
  processes.subscribe('pageChanged', ({ path }) => {
    // Before the pages that are made of it. The API and its examples show reviews of any service.
    ratings.forget();
    answers.drop();
    for (const page of [path, '/api']) pages.drop(page);
  });
  processes.subscribe('settingsChanged', ({ revision }) => {
    if (revision > live.revision) void refreshSettings().catch(reportFault('Settings'));
  });
  processes.onMissed(dropAll);
  const deskChanged = createDeskNews(availability, processes);
  const requests = watchRequests(http);
  const realtime = openRealtime(http, {
    db,
    auth,
    settings,
    log,
    metrics,
    adapter: cluster.socketAdapter,
    onAgentsConnected: (agentIds) => void welcomeAgents(agentIds).catch(reportFault('Presence')),
  });
  async function welcomeAgents(agentIds: readonly string[]): Promise<void> {
    await renewPresence(db, agentIds);
    deskChanged();
    realtime.chat.deskChanged();
    await drainQueue(chatHost);
  }
  const seal = createSeal(await readOrCreateSecret(db, 'outbox'), 'mails');
  const rooms = await openRooms(db, live);
  const chatHost: ChatHost = {
    db,
    clock,
    log,
    afterChange: {
      nudge: () => outbox.worker.nudge(),
      pageChanged: (path) => processes.publish('pageChanged', { path }),
      committed: deskChanged,
    },
    listeners: rooms.listeners,
    chat: realtime.chat,
  };
  const services = {
    db,
    clock,
    mail: mailTransport,
    get settings() {
      return live.current;
    },
    push: rooms.push,
    policy: rooms.webhooks.policy,
    isInFront: (id: string) => realtime.isInFront(id),
  };
  const outbox = openOutbox(chatHost, services, seal, metrics);
  const host: Host = {
    ...chatHost,
    auth,
    get settings() {
      return live.current;
    },
    settingsAtStart: live.atStart,
    mail: openMail(mailTransport, seal, () => live.current.origin),
    captcha: new Captcha(db, await readOrCreateSecret(db, 'captcha'), clock),
    limits: cluster.limits,
    webhooks: rooms.webhooks,
    push: rooms.push,
    cookieSecret: await readOrCreateSecret(db, 'cookie'),
    isAnybodyIn: (conversationIds) => realtime.isAnybodyIn(conversationIds),
    isInFront: (memberId) => realtime.isInFront(memberId),
    closeSession: (sessionId) => realtime.closeSession(sessionId),
    closeMember: (memberId) => realtime.closeMember(memberId),
    closeConversations: (conversationIds) => realtime.closeConversations(conversationIds),
    ...(isDevelopment
      ? {}
      : { renderElsewhere: (page) => inLineFor(renderQueue, () => renderThreads.render(page)) }),
    async takeSavedSettings() {
      await refreshSettings();
      processes.publish('settingsChanged', { revision: live.revision });
      // The hours of the chat may be among them.
      realtime.chat.deskChanged();
    },
    processes,
    rooms: ROOMS,
    availability,
    answers,
    ratings,
  };
  const opened = await openPages(host, http, isDevelopment);
  const assets = isDevelopment ? await drawAssets() : loadAssets(join(ROOT_FOLDER, 'build/client'));
  const { handlePage } = opened;
  const listener = createRequestListener({
    host,
    pages,
    assets,
    health,
    metrics,
    queue,
    handlePage,
    isDevelopment,
  });
  http.on('request', unlessAnswered(opened.withDevServer(listener)));

  port.open();
  announce(live.current, port.number, waysIn);
  const control =
    database.engine === 'embedded' ? await openControl(database.pool, dataDir, log) : undefined;
  const chores = [
    ...choresOf(host, realtime, cluster, database),
    ...outbox.chores,
    // For a process that was told nothing: the hint was lost, or no Redis is set.
    { name: 'settings', everyMs: SETTINGS_ROUND_MS, run: refreshSettings },
    { name: 'smaller pages', everyMs: 1000, run: compressWhenIdle(pages) },
  ];
  const stopHousekeeping = keepHouse(chores, log, (chore) => metrics.choreFailed(chore));

  return {
    port: port.number,
    async close(graceMs = 0) {
      health.drain();
      requests.begin();
      log.info({ graceMs }, 'Ending');
      if (graceMs > 0) await setTimeout(graceMs);
      requests.stopAccepting();
      control?.close();
      rooms.close();
      await Promise.all([requests.finished(), realtime.sendAway()]);
      await stopHousekeeping();
      await outbox.worker.close();
      await realtime.close();
      await Promise.all([opened.close(), renderThreads.close()]);
      mailTransport.close();
      cluster.close();
      await database.close();
      log.info('Ended');
    },
  };
}
