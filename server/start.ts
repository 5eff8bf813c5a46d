import type { Server } from 'node:http';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readBacklog } from '../app/chat/server/read/read-backlog.server.ts';
import { backUpFiles } from '../app/files/server/backup/back-up-files.server.ts';
import { openInvoiceRenderer } from '../app/billing/invoice-document/render-invoice-pdf.server.ts';
import { reportNumberConflicts } from '../app/billing/server/invoices/report-number-conflicts.server.ts';
import { openFiles } from '../app/files/server/open-files.server.ts';
import { ViewCounts } from '../app/orders/server/report/view-counts.server.ts';
import { openInboundMail } from '../app/inbound-email/server/open-inbound-mail.server.ts';
import { LiveCatalogue } from '../app/shop/live-catalogue.server.ts';
import { systemClock } from '../app/platform/clock.ts';
import { createLog } from '../app/platform/log.server.ts';
import { senderOf } from '../app/platform/email/mail.ts';
import { openMailTransport } from '../app/platform/email/open-mail.server.ts';
import { ROOT_FOLDER } from '../app/platform/root-folder.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import { announce } from './announce.ts';
import { loadAssets, compressWhenIdle } from './assets.ts';
import { openCaches } from './caches.ts';
import { createScheduledJobs, startScheduledJobs } from './scheduled-jobs.ts';
import { createProxyTrust, isLoopback } from './client-address.ts';
import { openCluster } from './cluster.ts';
import { openControl } from './control.ts';
import { watchRequests } from './drain.ts';
import { Health } from './operator-handlers.ts';
import { createHttpServer, withinLimits } from './http-server.ts';
import { Metrics } from './metrics.ts';
import { openAppContext } from './open-app-context.ts';
import { openInstallation } from './open-installation.ts';
import { openLive } from './open-live.ts';
import { openPages } from './pages.ts';
import { takePort } from './take-port.ts';
import { FairQueue, limitsOfLine } from './fair-queue.ts';
import { createRequestListener, type RequestListenerOptions } from './request-listener.ts';
import { RENDER_THREADS, RenderThreads, RenderTimeoutError } from './render-threads.ts';
import { inLineFor, scopeOfLog } from './request-scope.ts';

/** A publication must be visible everywhere within two seconds, even when the hint is lost. */
const ROUNDS_OF_MANY = { settings: 3000, catalogue: 1000 };
/** With an embedded database there is no other process that writes. */
const ROUNDS_OF_ONE = { settings: 60_000, catalogue: 60_000 };
/**
 * File access, DNS and compression share the four threads of libuv with password hashing, and
 * everything shares the CPU cores.
 */
const HASHES_AT_ONCE = availableParallelism() > 3 ? 2 : 1;

export interface RunningServer {
  readonly port: number;
  /**
   * Shuts down without failing any request: reports not ready, accepts connections for `graceMs`,
   * finishes the running requests, and then closes sockets, scheduled jobs, emails and the
   * database.
   */
  close(graceMs?: number): Promise<void>;
}

export async function start(live: LiveSettings, isDevelopment: boolean): Promise<RunningServer> {
  // The settings at start: the parts below cannot change at runtime.
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
  await live.replaceFormerSettings(db);
  await live.reload(db, log);
  const catalogue = new LiveCatalogue();
  await catalogue.reload(db, live.current.languages.offered);
  await reportNumberConflicts(db, log, { clock, settings: live.current });
  const waysIn = await offerWaysIn();
  const cluster = await openCluster(db, settings, clock, log);
  const caches = openCaches(live, catalogue, db, cluster, clock, log);
  const { pages } = caches;
  const health = new Health(database.pool);
  const metrics = new Metrics({ database, pages, readBacklog: () => readBacklog(db) });
  const renderThreads = new RenderThreads();
  const renderQueue = new FairQueue(limitsOfLine(RENDER_THREADS, 64));
  const mailTransport = openMailTransport(
    settings,
    () => senderOf(live.current),
    dataDir,
    log,
    (outcome) => metrics.mailHandled(outcome),
  );
  const requests = watchRequests(http);
  const { realtime, availabilityChanged, resolveChatContext } = openLive(http, {
    live,
    settings,
    db,
    auth,
    cluster,
    caches,
    metrics,
    log,
  });
  const files = await openFiles(settings);
  const invoiceRenderer = openInvoiceRenderer(log);
  const inboundMail = openInboundMail(log, {
    handled: (outcome) => metrics.mailTakenIn(outcome),
    mailbox: (isConnected) => metrics.mailboxRead(isConnected),
  });
  const { appContext, jobQueue, push, forgetLook } = await openAppContext({
    live,
    catalogue,
    db,
    auth,
    clock,
    log,
    cluster,
    caches,
    metrics,
    mail: mailTransport,
    realtime,
    availabilityChanged,
    files,
    inboundMail,
    invoiceRenderer,
    ...(isDevelopment
      ? {}
      : {
          renderElsewhere: (page) =>
            inLineFor(renderQueue, async () => {
              try {
                return await renderThreads.render(page);
              } catch (error) {
                // A timeout is answered with 503 like a full queue, which the pages do not log.
                if (error instanceof RenderTimeoutError) {
                  log.error(
                    { err: error, path: new URL(page.url).pathname },
                    'Rendering timed out',
                  );
                }
                throw error;
              }
            }),
        }),
  });
  resolveChatContext(appContext);
  const views = new ViewCounts();
  const opened = await openSite({ appContext, http, pages, health, metrics, views }, isDevelopment);

  port.open();
  announce(live.current, port.number, waysIn);
  const control =
    database.engine === 'embedded'
      ? await openControl(database.pool, dataDir, log, backUpFiles(files.store))
      : undefined;
  const rounds = database.engine === 'embedded' ? ROUNDS_OF_ONE : ROUNDS_OF_MANY;
  const scheduledJobs = [
    ...createScheduledJobs(appContext, realtime, cluster, database),
    ...jobQueue.scheduledJobs,
    // Polling covers lost hints and installations without Redis.
    { name: 'settings', everyMs: rounds.settings, run: caches.refreshSettings },
    { name: 'catalogue', everyMs: rounds.catalogue, run: caches.refreshCatalogue },
    { name: 'views of services', everyMs: 10_000, run: () => views.flush(appContext) },
    { name: 'smaller pages', everyMs: 1000, run: compressWhenIdle(pages) },
  ];
  const stopHousekeeping = startScheduledJobs(scheduledJobs, log, (chore) =>
    metrics.choreFailed(chore),
  );

  return {
    port: port.number,
    async close(graceMs = 0) {
      health.drain();
      requests.begin();
      log.info({ graceMs }, 'Ending');
      if (graceMs > 0) await setTimeout(graceMs);
      requests.stopAccepting();
      control?.close();
      push.close();
      forgetLook();
      await Promise.all([requests.finished(), realtime.sendAway()]);
      await Promise.all([stopHousekeeping(), inboundMail.close()]);
      await views
        .flush(appContext)
        .catch((error: unknown) =>
          log.error({ err: error }, 'Could not save the views of services'),
        );
      await jobQueue.worker.close();
      await realtime.close();
      await Promise.all([
        opened.close(),
        renderThreads.close(),
        files.close(),
        invoiceRenderer.close(),
      ]);
      mailTransport.close();
      cluster.close();
      await database.close();
      log.info('Ended');
    },
  };
}

interface Site extends Pick<
  RequestListenerOptions,
  'appContext' | 'pages' | 'health' | 'metrics' | 'views'
> {
  readonly http: Server;
}

async function openSite(
  { appContext, http, pages, health, metrics, views }: Site,
  isDevelopment: boolean,
) {
  const opened = await openPages(appContext, http, isDevelopment);
  // In development, Vite serves all files; the drawings are loaded to stand in for missing ones.
  const assets = isDevelopment
    ? loadAssets(join(ROOT_FOLDER, 'public/art'), '/art/')
    : loadAssets(join(ROOT_FOLDER, 'build/client'));
  const { handlePage } = opened;
  const listener = createRequestListener({
    appContext,
    pages,
    assets,
    health,
    metrics,
    views,
    handlePage,
    isDevelopment,
  });
  http.on('request', withinLimits(opened.withDevServer(listener)));
  return opened;
}
